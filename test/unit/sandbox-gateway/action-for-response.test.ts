import { afterAll, beforeAll, expect, test } from 'vitest'
import { meaningOf } from '#contract/gateway/action-codes.ts'
import { locales } from '#texts/locales.ts'
import { actionFor } from '#sandbox/gateway/action-for-response.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import {
  cardNamed,
  comeBack,
  inProcess,
  paid,
  paidInTwo,
  registered,
  setStage,
  stateOf,
  tellResult,
  type Stage,
} from '../../conformance/gateway/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage(inProcess())
})
afterAll(() => stage.close())

/** What the issuer's checks answer to a debit, in the order in which they are asked. */
const refusals = '01 03 04 05 14 16 33 36 37 41 43 51 57 61 65 68 75 96 AB'.split(' ')

test.each(refusals)('responseCode %s has an actionCode of its own, and a sentence in every language', async (code) => {
  const actionCode = actionFor(code)
  expect(actionCode).not.toBe(0)
  if (code !== '05') expect(actionCode).not.toBe(actionFor('ZZ'))
  const { reason } = meaningOf(actionCode)
  for (const { load } of locales.values()) expect((await load()).reasons[reason]).toMatch(/\S/)
})

test('a responseCode that nobody knows is a plain refusal', () => {
  expect(actionFor('ZZ')).toBe(5)
})

async function pay(id: string, pan: string): Promise<void> {
  const card = cardNamed(pan)
  const { threeDs } = testCards.find((one) => one.pan === pan)!
  if (threeDs === 'none') return void (await paid(stage, id, card))
  const { packedCReq } = await paidInTwo(stage, id, card)
  if (!packedCReq) return
  await tellResult(stage, packedCReq)
  await comeBack(stage, packedCReq)
}

const statuses = { paid: 2, declined: 6, pending: 7 } as const

/** 3-D Secure 1 needs a signed PaRes, and is proved among the rules of the gateway. */
test.each(testCards.filter(({ threeDs }) => threeDs !== 'redirect'))(
  '$pan, $what: $outcome $code',
  async ({ pan, outcome, code = 0 }) => {
    const id = await registered(stage)
    await pay(id, pan)
    expect(await stateOf(stage, id)).toMatchObject({ orderStatus: statuses[outcome], actionCode: code })
  },
)
