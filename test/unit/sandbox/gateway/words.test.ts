import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionCodes, actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { explain } from '#server-contract/explain.ts'
import type { Operation } from '#contract/operation.ts'
import { coerce } from '#contract/wire/form.ts'
import { fieldRefusal } from '#sandbox/gateway/errors/field-refusal.ts'
import { describeAction } from '#sandbox/gateway/errors/words/actions.ts'
import { refusals } from '#sandbox/gateway/errors/refusals.ts'
import { describeRefusal } from '#sandbox/gateway/errors/words/refusal-words.ts'
import { ruleInRussian } from '#sandbox/gateway/errors/words/rules.ts'
import { basket } from '../../../conformance/gateway/right-requests.ts'
import { wrongFields, withValue, type WrongField } from '../../../conformance/gateway/wrong-fields.ts'
import { root } from '../../../support/root.ts'

const start = { orderBundle: basket, refundItems: basket.cartItems }

/** The gateway's message about one wrong field. */
function problemOf(operation: Operation, { path, value }: WrongField, language: string): string {
  const sent = coerce(operation.request, withValue(start, path, value))
  const { issues } = operation.request.safeParse(sent).error!
  const own = issues.filter((issue) => issue.path[0] === path[0])
  return fieldRefusal(operation, explain({ issues: own } as never, sent), language).message
}

test.each(Object.entries<Operation>(gatewayApi))(
  'every rule of the fields of %s has a text in Russian',
  (_, operation) => {
    for (const wrong of wrongFields(operation.request, operation.encoding)) {
      const message = problemOf(operation, wrong, 'ru')
      expect(message).toMatch(/^Поле \S+ [а-яё]/)
      expect(message).not.toMatch(/\b(?:must|is|at|than|of|with|needs|valid)\b|неверно: /)
    }
  },
)

test('every actionCode is described in both languages, one that nobody knows by its number', () => {
  for (const code of actionCodes) {
    expect(describeAction(code, 'en')).toBe(actionCodeMeaning(code).gloss)
    expect(describeAction(code, 'ru')).toMatch(/[а-я]/)
    expect(describeAction(code, 'ru')).not.toBe(`Отказ с кодом ${code}`)
  }
  expect([0, 12_345].map((code) => describeAction(code, 'ru'))).toEqual(['Платёж выполнен', 'Отказ с кодом 12345'])
  expect([0, 12_345].map((code) => describeAction(code, 'en'))).toEqual([
    'The payment is done',
    'Refused with code 12345',
  ])
})

test('by, kz and kk are answered in Russian', () => {
  for (const name of Object.keys(refusals) as (keyof typeof refusals)[]) {
    const russian = describeRefusal(name, 'ru')
    expect(describeRefusal(name, 'en')).not.toBe(russian)
    for (const language of ['by', 'kz', 'kk', 'KK']) expect(describeRefusal(name, language)).toBe(russian)
  }
})

const folder = join(root, 'server/sandbox/gateway')

/** The rules in the gateway's own source files, with 1 for every inserted value. */
const ownRules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/(['`])((?:must|needs|is) [^'`\n]+)\1/g)])
  .map(([, , rule]) => rule!.replace(/\$\{[^}]*\}/g, '1'))

test('every rule that the gateway writes itself has a text in Russian', () => {
  expect(ownRules).toContain('must not be sent of a one-phase payment')
  expect(ownRules).toContain('must not be above the approved amount, 1')
  expect(ownRules.length).toBeGreaterThan(25)
  // A rule about a token contains another rule, which is replaced here by any one.
  const rules = ownRules.map((rule) => rule.replace(/: it 1$/, ': it must be greater than 0'))
  expect(rules.filter((rule) => ruleInRussian(rule) === undefined)).toEqual([])
})
