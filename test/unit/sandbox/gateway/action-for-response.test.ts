import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionCodeMeaning } from '#contract/gateway/action-codes.ts'
import { responseCodes } from '#contract/issuing/response-codes.ts'
import { locales } from '#texts/locales.ts'
import { actionFor } from '#sandbox/gateway/cards/action-for-response.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import {
  cardNamed,
  comeBack,
  inProcess,
  paid,
  paidInTwo,
  registered,
  setFixture,
  stateOf,
  reportResult,
  type Fixture,
} from '../../../conformance/gateway/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await setFixture(inProcess())
})
afterAll(() => fixture.close())

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

async function pay(id: string, pan: string): Promise<void> {
  const card = cardNamed(pan)
  const { threeDs } = testCards.find((one) => one.pan === pan)!
  if (threeDs === 'none') return void (await paid(fixture, id, card))
  const { packedCReq } = await paidInTwo(fixture, id, card)
  if (!packedCReq) return
  await reportResult(fixture, packedCReq)
  await comeBack(fixture, packedCReq)
}

const statuses = { paid: 2, declined: 6, pending: 7 } as const

/** 3-D Secure 1 needs a signed PaRes, and is tested by the gateway's rules. */
test.each(testCards.filter(({ threeDs }) => threeDs !== 'redirect'))(
  '$pan, $what: $outcome $code',
  async ({ pan, outcome, code = 0 }) => {
    const id = await registered(fixture)
    await pay(id, pan)
    expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: statuses[outcome], actionCode: code })
  },
)
