import { expect } from 'vitest'
import { afterwards, available, debitOf, historyOf, spending } from '../money-moves.ts'
import type { Rule } from './rule.ts'

let names = 0
const newName = (): string => `asked-${++names}`

/** Rules of requests about money that come twice, late, or without anybody hearing the answer. */
export const repetitionRules: readonly Rule[] = [
  [
    'sandbox: debitCard with a uniqueReferenceNumber is answered as the first time, and takes nothing more',
    async (stage) => {
      const owner = await stage.newOwner()
      const uniqueReferenceNumber = newName()
      const ask = (amount = 100) => stage.issuing.debitCard(debitOf(owner, amount, { uniqueReferenceNumber }))
      const taken = await spending(stage, owner, async () => {
        const first = await ask()
        expect(first).toMatchObject({ responseCode: '00', uniqueReferenceNumber })
        stage.clock.advance(5000)
        expect(await ask()).toEqual(first)
        expect(await ask(101)).toMatchObject({
          responseCode: '94',
          message: expect.stringMatching(/^uniqueReferenceNumber /),
        })
      })
      expect(taken).toBe(100)
    },
  ],
  [
    'sandbox: a hold is no repetition of a debit, nor a debit of a hold: 94',
    async (stage) => {
      const owner = await stage.newOwner()
      for (const preAuthorization of [false, true]) {
        const uniqueReferenceNumber = newName()
        const ask = (hold: boolean) =>
          stage.issuing.debitCard(debitOf(owner, 100, { preAuthorization: hold, uniqueReferenceNumber }))
        expect(await ask(preAuthorization)).toMatchObject({ responseCode: '00' })
        expect(await ask(!preAuthorization)).toMatchObject({ responseCode: '94' })
      }
    },
  ],
  [
    'sandbox: reversal and completion with a uniqueReferenceNumber are answered as the first time, and move nothing more',
    async (stage) => {
      const owner = await stage.newOwner()
      const before = await available(stage, owner)
      const hold = await stage.issuing.debitCard(debitOf(owner, 1000, { preAuthorization: true }))
      for (const [operation, amount, left] of [
        ['completion', 600, 600],
        ['reversal', 200, 400],
        ['reversal', 200, 200],
      ] as const) {
        const asked = { ...afterwards(owner, hold, amount), uniqueReferenceNumber: newName() }
        const first = await stage.issuing[operation](asked)
        expect(first).toMatchObject({ responseCode: '00' })
        expect(await stage.issuing[operation](asked)).toEqual(first)
        expect(await stage.issuing[operation]({ ...asked, amount: amount + 1 })).toMatchObject({ responseCode: '94' })
        expect(before - (await available(stage, owner))).toBe(left)
      }
    },
  ],
  [
    'sandbox: reversalAdvice undoes a debit or a hold whose answer never came, once',
    async (stage) => {
      const [owner, other] = [await stage.newOwner(), await stage.newOwner()]
      for (const preAuthorization of [false, true]) {
        const uniqueReferenceNumber = newName()
        const advise = ({ cardNumber } = owner) =>
          stage.issuing.reversalAdvice({ cardIdentification: { cardNumber }, uniqueReferenceNumber })
        const taken = await spending(stage, owner, async () => {
          await stage.issuing.debitCard(debitOf(owner, 700, { preAuthorization, uniqueReferenceNumber }))
          expect(await advise(other)).toMatchObject({ responseCode: '94' })
          for (let time = 0; time < 2; time++) expect(await advise()).toEqual({ responseCode: '00' })
        })
        expect(taken).toBe(0)
      }
      expect(await historyOf(stage, owner, 'REVERSAL')).toHaveLength(2)
    },
  ],
  [
    'sandbox: reversalAdvice of a completion or a reversal is refused with 94, and nothing goes back',
    async (stage) => {
      const owner = await stage.newOwner()
      const { cardNumber } = owner
      const hold = await stage.issuing.debitCard(debitOf(owner, 1000, { preAuthorization: true }))
      for (const operation of ['reversal', 'completion'] as const) {
        const uniqueReferenceNumber = newName()
        await stage.issuing[operation]({ ...afterwards(owner, hold, 100), uniqueReferenceNumber })
        const before = await available(stage, owner)
        const advice = { cardIdentification: { cardNumber }, uniqueReferenceNumber }
        expect(await stage.issuing.reversalAdvice(advice)).toMatchObject({ responseCode: '94' })
        expect(await available(stage, owner)).toBe(before)
      }
    },
  ],
  [
    'sandbox: a debit that comes after its reversalAdvice is refused with 94',
    async (stage) => {
      const owner = await stage.newOwner()
      const uniqueReferenceNumber = newName()
      const { cardNumber } = owner
      const asked = { cardIdentification: { cardNumber }, uniqueReferenceNumber }
      expect(await stage.issuing.reversalAdvice(asked)).toEqual({ responseCode: '00' })
      const late = () => stage.issuing.debitCard(debitOf(owner, 700, { uniqueReferenceNumber }))
      expect(await spending(stage, owner, async () => expect(await late()).toMatchObject({ responseCode: '94' }))).toBe(
        0,
      )
      expect(await stage.issuing.reversalAdvice(asked)).toEqual({ responseCode: '00' })
      expect(await historyOf(stage, owner, 'REVERSAL_ADVICE')).toHaveLength(1)
    },
  ],
]
