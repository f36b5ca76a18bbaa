import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionCodes, meaningOf } from '#contract/gateway/action-codes.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { explain } from '#contract/explain.ts'
import type { Operation } from '#contract/operation.ts'
import { coerce } from '#contract/wire/form.ts'
import { fieldRefusal } from '#sandbox/gateway/errors/field-refusal.ts'
import { describeAction } from '#sandbox/gateway/errors/words/actions.ts'
import { inRussian } from '#sandbox/gateway/errors/words/rules.ts'
import { basket } from '../../../conformance/gateway/right-requests.ts'
import { wrongFields, withValue, type WrongField } from '../../../conformance/gateway/wrong-fields.ts'
import { root } from '../../../support/root.ts'

const start = { orderBundle: basket, refundItems: basket.cartItems }

/** The gateway's message about one wrong field, in Russian. */
function problemOf(operation: Operation, { path, value }: WrongField): string {
  const sent = coerce(operation.request, withValue(start, path, value))
  const { issues } = operation.request.safeParse(sent).error!
  const own = issues.filter((issue) => issue.path[0] === path[0])
  return fieldRefusal(operation, explain({ issues: own } as never, sent), 'ru').message
}

test.each(Object.entries<Operation>(gatewayApi))(
  'every rule of the fields of %s has a text in Russian',
  (_, operation) => {
    for (const wrong of wrongFields(operation.request, operation.encoding)) {
      const message = problemOf(operation, wrong)
      expect(message).toMatch(/^Поле \S+ [а-я]/)
      expect(message).not.toMatch(/\b(?:must|is|at|than|of|with|needs|valid)\b|заполнено неверно: /)
    }
  },
)

test('every actionCode is described in English and in Russian, one that nobody knows by its number', () => {
  for (const code of actionCodes) {
    expect(describeAction(code, 'en')).toBe(meaningOf(code).gloss)
    expect(describeAction(code, 'ru')).toMatch(/[а-я]/)
    expect([code, describeAction(code, 'ru')]).not.toEqual([code, `Отказ с кодом ${code}`])
  }
  expect([describeAction(0, 'en'), describeAction(0, 'ru')]).toEqual(['The payment is done', 'Платёж выполнен'])
  expect([describeAction(12_345, 'en'), describeAction(12_345, 'ru')]).toEqual([
    'Refused with code 12345',
    'Отказ с кодом 12345',
  ])
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
  expect(rules.filter((rule) => inRussian(rule) === undefined)).toEqual([])
})
