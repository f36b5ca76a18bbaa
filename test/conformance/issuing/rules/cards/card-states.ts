import { expect } from 'vitest'
import { eventsOf, pays } from '../../card-history.ts'
import { namingRules } from '../../naming.ts'
import { badlyFormed, notDone } from '../../refused.ts'
import type { Owner, Stage } from '../../stage.ts'
import type { Rule } from '../rule.ts'

const processed = {
  responseCode: '00',
  processingCode: expect.stringMatching(/^\d{6}$/) as string,
  systemTraceAuditNumber: expect.any(Number) as number,
  localTransactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
}

const naming = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })
const block = (stage: Stage, owner: Owner, hotCardStatus = 6) =>
  stage.send('blockCard', { ...naming(owner), hotCardStatus })
const statusOf = async ({ issuing }: Stage, owner: Owner) =>
  (await issuing.cardStatusInquiry(naming(owner))).hotCardStatus

const blocking: readonly Rule[] = [
  [
    '3 blockCard with 6 blocks a card, tells how it was processed and leaves an entry of type card blocking',
    async (stage) => {
      const owner = await stage.newOwner()
      expect(await block(stage, owner)).toEqual({ status: 200, body: processed })
      expect(await statusOf(stage, owner)).toBe(6)
      expect(await eventsOf(stage, owner)).toEqual(['CARD_ISSUING', 'CARD_BLOCKING'])
      expect(await pays(stage, owner)).toBe('41')
    },
  ],
  [
    '3 blockCard takes any hotCardStatus that the family has but 0',
    async (stage) => {
      const owner = await stage.newOwner()
      for (const status of [1, 5, 7, 8, 20, 21]) {
        expect(await block(stage, owner, status)).toMatchObject({ body: { responseCode: '00' } })
        expect(await statusOf(stage, owner)).toBe(status)
      }
    },
  ],
  [
    '3 blockCard changes nothing where it refuses: 0, a status that there is none of, the same again',
    async (stage) => {
      const owner = await stage.newOwner()
      for (const hotCardStatus of [0, 22, 99])
        await notDone(stage, 'blockCard', { ...naming(owner), hotCardStatus }, '92', 'hotCardStatus')
      await block(stage, owner)
      await notDone(stage, 'blockCard', { ...naming(owner), hotCardStatus: 6 }, '16', 'hotCardStatus')
      expect(await eventsOf(stage, owner)).toEqual(['CARD_ISSUING', 'CARD_BLOCKING'])
    },
  ],
  [
    '4.4 blockCard needs a hotCardStatus that is a number, and a card',
    async (stage) => {
      const owner = await stage.newOwner()
      for (const wrong of [
        {},
        { hotCardStatus: 'six' },
        { hotCardStatus: 6.5 },
        { hotCardStatus: -1 },
        { hotCardStatus: 100 },
      ])
        await badlyFormed(stage, 'blockCard', { ...naming(owner), ...wrong }, 'hotCardStatus')
      await badlyFormed(stage, 'blockCard', { hotCardStatus: 6 }, 'cardIdentification')
    },
  ],
  [
    '2.3 blockCard keeps where it was asked for; the object must be whole',
    async (stage) => {
      const owner = await stage.newOwner()
      const cardAcceptorParameters = {
        terminalIdentification: 'T1',
        merchantIdentification: 'M1',
        merchantType: '5999',
      }
      await stage.issuing.blockCard({ ...naming(owner), hotCardStatus: 6, cardAcceptorParameters })
      const { transactions } = await stage.issuing.getTransactions({ ...naming(owner), period: {} })
      expect(transactions.at(-1)).toMatchObject({ terminalId: 'T1', merchantId: 'M1', mcc: 5999 })
      for (const missing of Object.keys(cardAcceptorParameters)) {
        const partly = { ...cardAcceptorParameters, [missing]: undefined }
        const body = { ...naming(owner), hotCardStatus: 6, cardAcceptorParameters: partly }
        await badlyFormed(stage, 'blockCard', body, missing)
      }
    },
  ],
  [
    '3 strict: blockCard takes 6 alone, only from 0 and only by the number',
    async (stage) => {
      const owner = await stage.newOwner()
      stage.setRules('strict')
      await notDone(stage, 'blockCard', { ...naming(owner), hotCardStatus: 8 }, '92', 'hotCardStatus must be 6')
      const byId = { cardIdentification: { cardId: owner.cardId }, hotCardStatus: 6 }
      await notDone(stage, 'blockCard', byId, '92', 'cardNumber')
      expect(await block(stage, owner)).toEqual({ status: 200, body: processed })
      await notDone(stage, 'blockCard', { ...naming(owner), hotCardStatus: 6 }, '16', 'must be in hotCardStatus 0')
      stage.setRules('full')
      const other = await stage.newOwner()
      await block(stage, other, 20)
      stage.setRules('strict')
      await notDone(stage, 'blockCard', { ...naming(other), hotCardStatus: 6 }, '16', 'must be in hotCardStatus 0')
    },
  ],
]

const unblocking: readonly Rule[] = [
  [
    '3 validateCard makes any blocked card valid, and leaves an entry',
    async (stage) => {
      const owner = await stage.newOwner()
      for (const status of [6, 8, 20]) {
        await block(stage, owner, status)
        expect(await stage.send('validateCard', naming(owner))).toEqual({ status: 200, body: processed })
        expect(await statusOf(stage, owner)).toBe(0)
      }
      expect((await eventsOf(stage, owner)).slice(-2)).toEqual(['CARD_BLOCKING', 'CARD_VALIDATION'])
      expect(await pays(stage, owner)).toBe('00')
    },
  ],
  [
    '3 validateCard refuses with 15 a card that is not blocked',
    async (stage) => {
      const owner = await stage.newOwner()
      await notDone(stage, 'validateCard', naming(owner), '15', 'active already')
      stage.setRules('strict')
      await notDone(stage, 'validateCard', naming(owner), '15', 'active already')
      expect(await eventsOf(stage, owner)).toEqual(['CARD_ISSUING'])
    },
  ],
  [
    '3 changeCardStatus to 0 makes a blocked card valid and leaves an entry of type card status change',
    async (stage) => {
      const owner = await stage.newOwner()
      await block(stage, owner)
      const answer = await stage.send('changeCardStatus', { ...naming(owner), hotCardStatus: 0 })
      expect(answer).toEqual({ status: 200, body: processed })
      expect(await statusOf(stage, owner)).toBe(0)
      expect((await eventsOf(stage, owner)).at(-1)).toBe('CARD_STATUS_CHANGE')
    },
  ],
  [
    '3 changeCardStatus goes between any of the family’s statuses, and refuses others and the same',
    async (stage) => {
      const owner = await stage.newOwner()
      const change = (hotCardStatus: number) => ({ ...naming(owner), hotCardStatus })
      for (const status of [20, 6, 8, 0]) {
        expect(await stage.send('changeCardStatus', change(status))).toEqual({ status: 200, body: processed })
        expect(await statusOf(stage, owner)).toBe(status)
      }
      await notDone(stage, 'changeCardStatus', change(0), '15', 'active already')
      await notDone(stage, 'changeCardStatus', change(22), '92', 'hotCardStatus')
      await stage.issuing.changeCardStatus(change(5))
      await notDone(stage, 'changeCardStatus', change(5), '16', 'already')
    },
  ],
  [
    '3 strict: changeCardStatus goes from a blocked card to 0 only',
    async (stage) => {
      const owner = await stage.newOwner()
      stage.setRules('strict')
      const change = (hotCardStatus: number) => ({ ...naming(owner), hotCardStatus })
      await notDone(stage, 'changeCardStatus', change(0), '15', 'active already')
      await notDone(stage, 'changeCardStatus', change(6), '92', 'hotCardStatus must be 0')
      await block(stage, owner)
      await notDone(stage, 'changeCardStatus', change(8), '92', 'hotCardStatus must be 0')
      expect(await statusOf(stage, owner)).toBe(6)
      expect(await stage.send('changeCardStatus', change(0))).toEqual({ status: 200, body: processed })
    },
  ],
  [
    '4.4 cardStatusInquiry answers the hotCardStatus and nothing else',
    async (stage) => {
      const owner = await stage.newOwner()
      expect(await stage.send('cardStatusInquiry', naming(owner))).toEqual({ status: 200, body: { hotCardStatus: 0 } })
    },
  ],
  [
    '2.7 cardBlockingDate is when the card was first blocked, and goes with the block',
    async (stage) => {
      const owner = await stage.newOwner()
      const dateOf = async () => (await stage.issuing.getCardData(naming(owner))).cardData.cardBlockingDate
      const at = new Date(stage.clock.now()).toISOString().replace(/\.\d+Z/, '+00:00')
      await block(stage, owner, 20)
      stage.clock.advance(60_000)
      await block(stage, owner, 6)
      expect(await dateOf()).toBe(at)
      await stage.issuing.validateCard(naming(owner))
      expect(await dateOf()).toBeUndefined()
    },
  ],
]

const strictNaming: readonly Rule[] = [
  [
    '2.2 strict: a card is named by cardNumber or cardId only',
    async (stage) => {
      const owner = await stage.newOwner()
      stage.setRules('strict')
      const masked = { cardNumberMask: `400000******${owner.cardNumber.slice(-4)}`, phoneNumber: owner.phone }
      await notDone(stage, 'validateCard', { cardIdentification: masked }, '92', 'cardNumber or cardId')
      const byId = { cardIdentification: { cardId: owner.cardId } }
      expect(await stage.send('cardStatusInquiry', byId)).toEqual({ status: 200, body: { hotCardStatus: 0 } })
    },
  ],
]

const blocked = () => ({ hotCardStatus: 6 })

/** The states of cards (3). */
export const cardStateRules: readonly Rule[] = [
  ...blocking,
  ...unblocking,
  ...strictNaming,
  ...namingRules({ operation: 'blockCard', ways: ['number', 'id'], rest: blocked }),
  ...namingRules({ operation: 'validateCard', ways: ['number', 'id', 'holder', 'phone'] }),
  ...namingRules({ operation: 'changeCardStatus', ways: ['number', 'id'], rest: blocked }),
  ...namingRules({
    operation: 'cardStatusInquiry',
    ways: ['number', 'id', 'holder', 'phone'],
    status: 422,
  }),
]
