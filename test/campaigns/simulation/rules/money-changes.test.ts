import { expect, test } from 'vitest'
import { InvariantChecker } from './invariant-checker.ts'
import type { MoneyChanges } from './money-changes.ts'

const charge = { orderId: 'A', number: 'A', amount: 4990, currency: '643', at: 0, sentAt: 0, by: undefined }

/** What is broken when this happens to an order of 49.90 that is held. */
function brokenBy(act: (changes: MoneyChanges, checker: InvariantChecker) => void): readonly string[] {
  const checker = new InvariantChecker({ amount: 4990, currency: '643' }, [], () => false)
  checker.charge(charge)
  checker.changes.ask(1000)
  act(checker.changes, checker)
  return checker.violations.map((text) => text.slice(0, 3))
}

const captured = { state: 'paid', depositedAmount: 1000 } as const

test.each<readonly [string, readonly string[], Parameters<typeof brokenBy>[0]]>([
  ['a capture as asked, and its answer', [], (it) => [it.capture('A', 1000), it.reportCapture(captured, 1000)]],
  ['a capture that nobody asked for', ['I12'], (it) => it.capture('A', 4990)],
  ['two captures', ['I12'], (it) => [it.capture('A', 1000), it.capture('A', 1000)]],
  ['a capture of what was reversed', ['I12'], (it) => [it.reverse('A'), it.capture('A', 1000)]],
  ['an answer to a capture that was not made', ['I12'], (it) => it.reportCapture(captured, 1000)],
  [
    'an answer that it is still held',
    ['I12'],
    (it) => [it.capture('A', 1000), it.reportCapture({ state: 'held' }, 1000)],
  ],
  ['a cancellation of a hold that was reversed', [], (it) => [it.reverse('A'), it.reportCancel('reversed')]],
  ['two reversals', ['I13'], (it) => [it.reverse('A'), it.reverse('A')]],
  ['a reversal of what was captured', ['I13'], (it) => [it.capture('A', 1000), it.reverse('A')]],
  ['a cancellation of a hold that is still there', ['I13'], (it) => it.reportCancel('cancelled')],
  ['an answer that a cancelled order is open', ['I13'], (it) => [it.reverse('A'), it.reportCancel('open')]],
  [
    'a charge of an order that was cancelled',
    ['I13', 'I1:'],
    (it, checker) => [it.reverse('A'), it.reportCancel('reversed'), checker.charge(charge)],
  ],
  ['no answer to a cancellation yet', [], (it) => it.reportCancel('pending')],
])('%s breaks %j', (_, rules, act) => expect(brokenBy(act)).toEqual(rules))
