import { expect } from 'vitest'
import { eventsOf, pays } from '../../card-history.ts'
import { namingRules } from '../../naming.ts'
import { badlyFormed, notDone } from '../../refused.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import { rulesOf, type Rule } from '../rule.ts'

const processed = {
  responseCode: '00',
  processingCode: expect.stringMatching(/^\d{6}$/) as string,
  systemTraceAuditNumber: expect.any(Number) as number,
  localTransactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
}

const naming = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })
const block = (fixture: Fixture, owner: Owner, hotCardStatus = 6) =>
  fixture.send('blockCard', { ...naming(owner), hotCardStatus })
const statusOf = async ({ issuing }: Fixture, owner: Owner) =>
  (await issuing.cardStatusInquiry(naming(owner))).hotCardStatus

const blocking = rulesOf({
  async '3 blockCard with 6 blocks a card, returns how it was processed and leaves an entry of type card blocking'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    expect(await block(fixture, owner)).toEqual({ status: 200, body: processed })
    expect(await statusOf(fixture, owner)).toBe(6)
    expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING', 'CARD_BLOCKING'])
    expect(await pays(fixture, owner)).toBe('04')
    const { cardData } = await fixture.issuing.getCardData(naming(owner))
    expect(cardData!.hotCardStatusDescription).toBe('Blocked, to be captured')
  },
  async '3 blockCard takes any hotCardStatus that the family has but 0'(fixture) {
    const owner = await fixture.newOwner()
    for (const status of [1, 5, 7, 8, 20, 21]) {
      expect(await block(fixture, owner, status)).toMatchObject({ body: { responseCode: '00' } })
      expect(await statusOf(fixture, owner)).toBe(status)
    }
  },
  async '3 blockCard changes nothing where it refuses: 0, a status that there is none of, the same again'(fixture) {
    const owner = await fixture.newOwner()
    for (const hotCardStatus of [0, 22, 99])
      await notDone(fixture, 'blockCard', { ...naming(owner), hotCardStatus }, '92', 'hotCardStatus')
    await block(fixture, owner)
    await notDone(fixture, 'blockCard', { ...naming(owner), hotCardStatus: 6 }, '16', 'hotCardStatus')
    expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING', 'CARD_BLOCKING'])
  },
  async '2.3 blockCard keeps where it was asked for; the object must be whole'(fixture) {
    const owner = await fixture.newOwner()
    const cardAcceptorParameters = {
      terminalIdentification: 'T1',
      merchantIdentification: 'M1',
      merchantType: '5999',
    }
    await fixture.issuing.blockCard({ ...naming(owner), hotCardStatus: 6, cardAcceptorParameters })
    const { transactions } = await fixture.issuing.getTransactions({ ...naming(owner), period: {} })
    expect(transactions!.at(-1)).toMatchObject({ terminalId: 'T1', merchantId: 'M1', mcc: 5999 })
    for (const missing of Object.keys(cardAcceptorParameters)) {
      const partly = { ...cardAcceptorParameters, [missing]: undefined }
      const body = { ...naming(owner), hotCardStatus: 6, cardAcceptorParameters: partly }
      await badlyFormed(fixture, 'blockCard', body, missing)
    }
  },
  async '3 strict: blockCard takes 6 alone, only from 0 and only by the number'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    await notDone(fixture, 'blockCard', { ...naming(owner), hotCardStatus: 8 }, '92', 'hotCardStatus must be 6')
    const byId = { cardIdentification: { cardId: owner.cardId }, hotCardStatus: 6 }
    await notDone(fixture, 'blockCard', byId, '92', 'cardNumber')
    expect(await block(fixture, owner)).toEqual({ status: 200, body: processed })
    await notDone(fixture, 'blockCard', { ...naming(owner), hotCardStatus: 6 }, '16', 'must be in hotCardStatus 0')
    fixture.setRules('full')
    const other = await fixture.newOwner()
    await block(fixture, other, 20)
    fixture.setRules('strict')
    await notDone(fixture, 'blockCard', { ...naming(other), hotCardStatus: 6 }, '16', 'must be in hotCardStatus 0')
  },
})

const unblocking = rulesOf({
  async '3 validateCard makes any blocked card valid, and leaves an entry'(fixture) {
    const owner = await fixture.newOwner()
    for (const status of [6, 8, 20]) {
      await block(fixture, owner, status)
      expect(await fixture.send('validateCard', naming(owner))).toEqual({ status: 200, body: processed })
      expect(await statusOf(fixture, owner)).toBe(0)
    }
    expect((await eventsOf(fixture, owner)).slice(-2)).toEqual(['CARD_BLOCKING', 'CARD_VALIDATION'])
    expect(await pays(fixture, owner)).toBe('00')
  },
  async '3 validateCard refuses with 15 a card that is not blocked'(fixture) {
    const owner = await fixture.newOwner()
    await notDone(fixture, 'validateCard', naming(owner), '15', 'active already')
    fixture.setRules('strict')
    await notDone(fixture, 'validateCard', naming(owner), '15', 'active already')
    expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING'])
  },
  async '3 changeCardStatus to 0 makes a blocked card valid and leaves an entry of type card status change'(fixture) {
    const owner = await fixture.newOwner()
    await block(fixture, owner)
    const answer = await fixture.send('changeCardStatus', { ...naming(owner), hotCardStatus: 0 })
    expect(answer).toEqual({ status: 200, body: processed })
    expect(await statusOf(fixture, owner)).toBe(0)
    expect((await eventsOf(fixture, owner)).at(-1)).toBe('CARD_STATUS_CHANGE')
  },
  async '3 changeCardStatus goes between any of the family’s statuses, and refuses others and the same'(fixture) {
    const owner = await fixture.newOwner()
    const change = (hotCardStatus: number) => ({ ...naming(owner), hotCardStatus })
    for (const status of [20, 6, 8, 0]) {
      expect(await fixture.send('changeCardStatus', change(status))).toEqual({ status: 200, body: processed })
      expect(await statusOf(fixture, owner)).toBe(status)
    }
    await notDone(fixture, 'changeCardStatus', change(0), '15', 'active already')
    await notDone(fixture, 'changeCardStatus', change(22), '92', 'hotCardStatus')
    await fixture.issuing.changeCardStatus(change(5))
    await notDone(fixture, 'changeCardStatus', change(5), '16', 'already')
  },
  async '3 strict: changeCardStatus goes from a blocked card to 0 only'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    const change = (hotCardStatus: number) => ({ ...naming(owner), hotCardStatus })
    await notDone(fixture, 'changeCardStatus', change(0), '15', 'active already')
    await notDone(fixture, 'changeCardStatus', change(6), '92', 'hotCardStatus must be 0')
    await block(fixture, owner)
    await notDone(fixture, 'changeCardStatus', change(8), '92', 'hotCardStatus must be 0')
    expect(await statusOf(fixture, owner)).toBe(6)
    expect(await fixture.send('changeCardStatus', change(0))).toEqual({ status: 200, body: processed })
  },
  async '4.4 cardStatusInquiry answers the hotCardStatus and nothing else'(fixture) {
    const owner = await fixture.newOwner()
    expect(await fixture.send('cardStatusInquiry', naming(owner))).toEqual({
      status: 200,
      body: { hotCardStatus: 0 },
    })
  },
  async '2.7 cardBlockingDate is when the card was first blocked, and goes with the block'(fixture) {
    const owner = await fixture.newOwner()
    const dateOf = async () => (await fixture.issuing.getCardData(naming(owner))).cardData!.cardBlockingDate
    const at = new Date(fixture.clock.now()).toISOString().replace(/\.\d+Z/, '+00:00')
    await block(fixture, owner, 20)
    fixture.clock.advance(60_000)
    await block(fixture, owner, 6)
    expect(await dateOf()).toBe(at)
    await fixture.issuing.validateCard(naming(owner))
    expect(await dateOf()).toBeUndefined()
  },
})

const strictNaming = rulesOf({
  async '2.2 strict: a card is named by cardNumber or cardId only'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    const masked = { cardNumberMask: `400000******${owner.cardNumber.slice(-4)}`, phoneNumber: owner.phone }
    await notDone(fixture, 'validateCard', { cardIdentification: masked }, '92', 'cardNumber or cardId')
    const byId = { cardIdentification: { cardId: owner.cardId } }
    expect(await fixture.send('cardStatusInquiry', byId)).toEqual({ status: 200, body: { hotCardStatus: 0 } })
  },
})

const blocked = () => ({ hotCardStatus: 6 })

/** The states of cards (3). */
export const cardStateRules: readonly Rule[] = [
  ...blocking,
  ...unblocking,
  ...strictNaming,
  ...namingRules({ operation: 'blockCard', finders: ['number', 'id'], rest: blocked }),
  ...namingRules({ operation: 'validateCard', finders: ['number', 'id', 'holder', 'phone'] }),
  ...namingRules({ operation: 'changeCardStatus', finders: ['number', 'id'], rest: blocked }),
  ...namingRules({
    operation: 'cardStatusInquiry',
    finders: ['number', 'id', 'holder', 'phone'],
    status: 422,
  }),
]
