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
import { ruleIn } from '#sandbox/gateway/errors/words/rules.ts'
import { basket } from '../../../conformance/gateway/right-requests.ts'
import { wrongFields, withValue, type WrongField } from '../../../conformance/gateway/wrong-fields.ts'
import { root } from '../../../support/root.ts'

const start = { orderBundle: basket, refundItems: basket.cartItems }

/** The beginning of a sentence about a field, by language, with the first letter of its rule. */
const sentences = {
  ru: /^Поле \S+ [а-яё]/,
  be: /^Поле \S+ [а-яёіў]/,
  kk: /^\S+ өрісі .*[а-яёәғқңөұүһі]/,
} as const
const codes = { ru: 'ru', be: 'by', kk: 'kz' } as const
const translated = ['ru', 'be', 'kk'] as const

/** The gateway's message about one wrong field. */
function problemOf(operation: Operation, { path, value }: WrongField, language: string): string {
  const sent = coerce(operation.request, withValue(start, path, value))
  const { issues } = operation.request.safeParse(sent).error!
  const own = issues.filter((issue) => issue.path[0] === path[0])
  return fieldRefusal(operation, explain({ issues: own } as never, sent), language).message
}

test.each(Object.entries<Operation>(gatewayApi))(
  'every rule of the fields of %s has a text in every language',
  (_, operation) => {
    for (const wrong of wrongFields(operation.request, operation.encoding))
      for (const language of translated) {
        const message = problemOf(operation, wrong, codes[language])
        expect(message).toMatch(sentences[language])
        expect(message).not.toMatch(/\b(?:must|is|at|than|of|with|needs|valid)\b|(?:неверно|няправільна|толтырылған): /)
      }
  },
)

const others = { ru: 'Отказ с кодом 12345', be: 'Адмова з кодам 12345', kk: '12345 кодымен бас тартылды' } as const
const dones = { ru: 'Платёж выполнен', be: 'Плацёж выкананы', kk: 'Төлем орындалды' } as const

test('every actionCode is described in every language, one that nobody knows by its number', () => {
  for (const code of actionCodes) expect(describeAction(code, 'en')).toBe(actionCodeMeaning(code).gloss)
  for (const language of translated) {
    const describe = (code: number) => describeAction(code, codes[language])
    for (const code of actionCodes) {
      expect(describe(code)).toMatch(/[а-яәғқңөұүһі]/)
      expect([code, describe(code)]).not.toEqual([code, others[language].replace('12345', String(code))])
    }
    expect([describe(0), describe(12_345)]).toEqual([dones[language], others[language]])
  }
  expect([describeAction(0, 'en'), describeAction(12_345, 'en')]).toEqual([
    'The payment is done',
    'Refused with code 12345',
  ])
})

/** Letters that the language has and Russian has not. */
const own = { be: /[іўІЎ]/, kk: /[әғқңөұүһі]/i } as const

test('by, kz and kk have texts of their own, which are not the Russian ones', () => {
  const names = Object.keys(refusals) as (keyof typeof refusals)[]
  for (const name of names) {
    const texts = ['en', 'ru', 'by', 'kz'].map((language) => describeRefusal(name, language))
    expect([name, new Set(texts).size]).toEqual([name, 4])
    expect(describeRefusal(name, 'kk')).toBe(texts[3])
    expect(describeRefusal(name, 'KK')).toBe(texts[3])
  }
  for (const [tag, letters] of Object.entries(own)) {
    const language = codes[tag as keyof typeof own]
    const all = [
      ...names.map((name) => describeRefusal(name, language)),
      ...actionCodes.map((code) => describeAction(code, language)),
    ]
    expect(all.filter((text) => letters.test(text)).length / all.length).toBeGreaterThan(0.7)
    expect(all.filter((text) => /[ыэё]/.test(text) && /[щъ]/.test(text))).toEqual([])
  }
})

const folder = join(root, 'server/sandbox/gateway')

/** The rules in the gateway's own source files, with 1 for every inserted value. */
const ownRules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/(['`])((?:must|needs|is) [^'`\n]+)\1/g)])
  .map(([, , rule]) => rule!.replace(/\$\{[^}]*\}/g, '1'))

test('every rule that the gateway writes itself has a text in every language', () => {
  expect(ownRules).toContain('must not be sent of a one-phase payment')
  expect(ownRules).toContain('must not be above the approved amount, 1')
  expect(ownRules.length).toBeGreaterThan(25)
  // A rule about a token contains another rule, which is replaced here by any one.
  const rules = ownRules.map((rule) => rule.replace(/: it 1$/, ': it must be greater than 0'))
  for (const language of translated) expect(rules.filter((rule) => ruleIn(language, rule) === undefined)).toEqual([])
})
