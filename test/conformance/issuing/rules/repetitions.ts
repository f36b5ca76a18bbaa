import { expect } from 'vitest'
import { afterwards, available, debitOf, historyOf, spending } from '../money-moves.ts'
import { rulesOf } from './rule.ts'

let names = 0
const newName = (): string => `asked-${++names}`

/** Rules of requests about money that are repeated, late, or whose answer is lost. */
export const repetitionRules = rulesOf({
  async 'sandbox: debitCard with a uniqueReferenceNumber is answered as the first time, and takes nothing more'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const uniqueReferenceNumber = newName()
    const ask = (amount = 100) => fixture.issuing.debitCard(debitOf(owner, amount, { uniqueReferenceNumber }))
    const taken = await spending(fixture, owner, async () => {
      const first = await ask()
      expect(first).toMatchObject({ responseCode: '00', uniqueReferenceNumber })
      fixture.clock.advance(5000)
      expect(await ask()).toEqual(first)
      expect(await ask(101)).toMatchObject({
        responseCode: '94',
        message: expect.stringMatching(/^uniqueReferenceNumber /),
      })
    })
    expect(taken).toBe(100)
  },
  async 'sandbox: a hold is no repetition of a debit, nor a debit of a hold: 94'(fixture) {
    const owner = await fixture.newOwner()
    for (const preAuthorization of [false, true]) {
      const uniqueReferenceNumber = newName()
      const ask = (hold: boolean) =>
        fixture.issuing.debitCard(debitOf(owner, 100, { preAuthorization: hold, uniqueReferenceNumber }))
      expect(await ask(preAuthorization)).toMatchObject({ responseCode: '00' })
      expect(await ask(!preAuthorization)).toMatchObject({ responseCode: '94' })
    }
  },
  async 'sandbox: reversal and completion with a uniqueReferenceNumber are answered as the first time, and move nothing more'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const before = await available(fixture, owner)
    const hold = await fixture.issuing.debitCard(debitOf(owner, 1000, { preAuthorization: true }))
    for (const [operation, amount, left] of [
      ['completion', 600, 600],
      ['reversal', 200, 400],
      ['reversal', 200, 200],
    ] as const) {
      const request = { ...afterwards(owner, hold, amount), uniqueReferenceNumber: newName() }
      const first = await fixture.issuing[operation](request)
      expect(first).toMatchObject({ responseCode: '00' })
      expect(await fixture.issuing[operation](request)).toEqual(first)
      expect(await fixture.issuing[operation]({ ...request, amount: amount + 1 })).toMatchObject({
        responseCode: '94',
      })
      expect(before - (await available(fixture, owner))).toBe(left)
    }
  },
  async 'sandbox: reversalAdvice undoes a debit or a hold whose answer never came, once'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    for (const preAuthorization of [false, true]) {
      const uniqueReferenceNumber = newName()
      const advise = ({ cardNumber } = owner) =>
        fixture.issuing.reversalAdvice({ cardIdentification: { cardNumber }, uniqueReferenceNumber })
      const taken = await spending(fixture, owner, async () => {
        await fixture.issuing.debitCard(debitOf(owner, 700, { preAuthorization, uniqueReferenceNumber }))
        expect(await advise(other)).toMatchObject({ responseCode: '94' })
        for (let time = 0; time < 2; time++) expect(await advise()).toEqual({ responseCode: '00' })
      })
      expect(taken).toBe(0)
    }
    expect(await historyOf(fixture, owner, 'REVERSAL')).toHaveLength(2)
  },
  async 'sandbox: reversalAdvice of a completion or a reversal is refused with 94, and nothing goes back'(fixture) {
    const owner = await fixture.newOwner()
    const { cardNumber } = owner
    const hold = await fixture.issuing.debitCard(debitOf(owner, 1000, { preAuthorization: true }))
    for (const operation of ['reversal', 'completion'] as const) {
      const uniqueReferenceNumber = newName()
      await fixture.issuing[operation]({ ...afterwards(owner, hold, 100), uniqueReferenceNumber })
      const before = await available(fixture, owner)
      const advice = { cardIdentification: { cardNumber }, uniqueReferenceNumber }
      expect(await fixture.issuing.reversalAdvice(advice)).toMatchObject({ responseCode: '94' })
      expect(await available(fixture, owner)).toBe(before)
    }
  },
  async 'sandbox: a debit that comes after its reversalAdvice is refused with 94'(fixture) {
    const owner = await fixture.newOwner()
    const uniqueReferenceNumber = newName()
    const { cardNumber } = owner
    const request = { cardIdentification: { cardNumber }, uniqueReferenceNumber }
    expect(await fixture.issuing.reversalAdvice(request)).toEqual({ responseCode: '00' })
    const late = () => fixture.issuing.debitCard(debitOf(owner, 700, { uniqueReferenceNumber }))
    expect(await spending(fixture, owner, async () => expect(await late()).toMatchObject({ responseCode: '94' }))).toBe(
      0,
    )
    expect(await fixture.issuing.reversalAdvice(request)).toEqual({ responseCode: '00' })
    expect(await historyOf(fixture, owner, 'REVERSAL_ADVICE')).toHaveLength(1)
  },
})
