import { expect } from 'vitest'
import { eventsOf, pays } from '../../card-history.ts'
import { namingRules } from '../../naming.ts'
import { badlyFormed, notDone } from '../../refused.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import type { Rule } from '../rule.ts'

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

const blocking: readonly Rule[] = [
  [
    '3 blockCard with 6 blocks a card, returns how it was processed and leaves an entry of type card blocking',
    async (fixture) => {
      const owner = await fixture.newOwner()
      expect(await block(fixture, owner)).toEqual({ status: 200, body: processed })
      expect(await statusOf(fixture, owner)).toBe(6)
      expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING', 'CARD_BLOCKING'])
      expect(await pays(fixture, owner)).toBe('04')
      const { cardData } = await fixture.issuing.getCardData(naming(owner))
      expect(cardData!.hotCardStatusDescription).toBe('Blocked, to be captured')
    },
  ],
  [
    '3 blockCard takes any hotCardStatus that the family has but 0',
    async (fixture) => {
      const owner = await fixture.newOwner()
      for (const status of [1, 5, 7, 8, 20, 21]) {
        expect(await block(fixture, owner, status)).toMatchObject({ body: { responseCode: '00' } })
        expect(await statusOf(fixture, owner)).toBe(status)
      }
    },
  ],
  [
    '3 blockCard changes nothing where it refuses: 0, a status that there is none of, the same again',
    async (fixture) => {
      const owner = await fixture.newOwner()
      for (const hotCardStatus of [0, 22, 99])
        await notDone(fixture, 'blockCard', { ...naming(owner), hotCardStatus }, '92', 'hotCardStatus')
      await block(fixture, owner)
      await notDone(fixture, 'blockCard', { ...naming(owner), hotCardStatus: 6 }, '16', 'hotCardStatus')
      expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING', 'CARD_BLOCKING'])
    },
  ],
  [
    '2.3 blockCard keeps where it was asked for; the object must be whole',
    async (fixture) => {
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
  ],
  [
    '3 strict: blockCard takes 6 alone, only from 0 and only by the number',
    async (fixture) => {
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
  ],
]

const unblocking: readonly Rule[] = [
  [
    '3 validateCard makes any blocked card valid, and leaves an entry',
    async (fixture) => {
      const owner = await fixture.newOwner()
      for (const status of [6, 8, 20]) {
        await block(fixture, owner, status)
        expect(await fixture.send('validateCard', naming(owner))).toEqual({ status: 200, body: processed })
        expect(await statusOf(fixture, owner)).toBe(0)
      }
      expect((await eventsOf(fixture, owner)).slice(-2)).toEqual(['CARD_BLOCKING', 'CARD_VALIDATION'])
      expect(await pays(fixture, owner)).toBe('00')
    },
  ],
  [
    '3 validateCard refuses with 15 a card that is not blocked',
    async (fixture) => {
      const owner = await fixture.newOwner()
      await notDone(fixture, 'validateCard', naming(owner), '15', 'active already')
      fixture.setRules('strict')
      await notDone(fixture, 'validateCard', naming(owner), '15', 'active already')
      expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING'])
    },
  ],
  [
    '3 changeCardStatus to 0 makes a blocked card valid and leaves an entry of type card status change',
    async (fixture) => {
      const owner = await fixture.newOwner()
      await block(fixture, owner)
      const answer = await fixture.send('changeCardStatus', { ...naming(owner), hotCardStatus: 0 })
      expect(answer).toEqual({ status: 200, body: processed })
      expect(await statusOf(fixture, owner)).toBe(0)
      expect((await eventsOf(fixture, owner)).at(-1)).toBe('CARD_STATUS_CHANGE')
    },
  ],
  [
    '3 changeCardStatus goes between any of the family’s statuses, and refuses others and the same',
    async (fixture) => {
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
  ],
  [
    '3 strict: changeCardStatus goes from a blocked card to 0 only',
    async (fixture) => {
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
  ],
  [
    '4.4 cardStatusInquiry answers the hotCardStatus and nothing else',
    async (fixture) => {
      const owner = await fixture.newOwner()
      expect(await fixture.send('cardStatusInquiry', naming(owner))).toEqual({
        status: 200,
        body: { hotCardStatus: 0 },
      })
    },
  ],
  [
    '2.7 cardBlockingDate is when the card was first blocked, and goes with the block',
    async (fixture) => {
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
  ],
]

const strictNaming: readonly Rule[] = [
  [
    '2.2 strict: a card is named by cardNumber or cardId only',
    async (fixture) => {
      const owner = await fixture.newOwner()
      fixture.setRules('strict')
      const masked = { cardNumberMask: `400000******${owner.cardNumber.slice(-4)}`, phoneNumber: owner.phone }
      await notDone(fixture, 'validateCard', { cardIdentification: masked }, '92', 'cardNumber or cardId')
      const byId = { cardIdentification: { cardId: owner.cardId } }
      expect(await fixture.send('cardStatusInquiry', byId)).toEqual({ status: 200, body: { hotCardStatus: 0 } })
    },
  ],
]

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
