import { expect, test } from 'vitest'
import { actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { responseCodes } from '#server-contract/issuing/response-codes.ts'
import { locales } from '#texts/locales.ts'
import { actionFor } from '#sandbox/gateway/cards/action-for-response.ts'

/** Codes of managing cards, accounts and services, which no payment returns. */
const ofManagement: ReadonlySet<string> = new Set(['15', '98', 'A1', 'A2', 'A3', 'A8', 'A9', 'AA', 'AD', 'AG'])
const refusals = Object.keys(responseCodes).filter((code) => code !== '00')

test.each(refusals)('responseCode %s has an actionCode, and a sentence in every language', async (code) => {
  const actionCode = actionFor(code)
  expect(actionCode).not.toBe(0)
  expect([code, actionCode === actionFor('ZZ')]).toEqual([code, code === '05' || ofManagement.has(code)])
  const { reason, gloss } = actionCodeMeaning(actionCode)
  expect(gloss).not.toMatch(/Refused with code/)
  for (const { load } of locales.values()) expect((await load()).reasons[reason]).toMatch(/\S/)
})

test('a responseCode that nobody knows is a plain refusal', () => {
  expect(actionFor('ZZ')).toBe(5)
})
