import { expect } from 'vitest'
import { DAY } from '#contract/time/periods.ts'
import type { Long } from '#server-contract/issuing/fields.ts'
import { afterwards, debitOf, EURO, historyOf, newShop, transferOf } from '../money-moves.ts'
import type { Owner, Fixture } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const listed = async ({ issuing }: Fixture, { cardNumber }: Owner, period: object): Promise<number[]> =>
  (await issuing.getTransactions({ cardIdentification: { cardNumber }, period }))
    .transactions!.filter(({ transactionType }) => transactionType === 'PURCHASE')
    .map(({ amount }) => amount)

/** Rules of a card's history. */
export const historyRules = rulesOf({
  async '2.8 getTransactions returns every field of a debit'(fixture) {
    const owner = await fixture.newOwner()
    const shop = newShop()
    const fee = { feeType: 'ACQUIRER', feeValue: 7 }
    const debited = await fixture.issuing.debitCard(debitOf(owner, 1234, { cardAcceptorParameters: shop, fee }))
    expect(await historyOf(fixture, owner, 'PURCHASE')).toEqual([
      {
        authorizationDate: debited.localTransactionDate,
        transactionType: 'PURCHASE',
        operationDirection: 'DEBIT',
        amount: 1234,
        currency: EURO,
        amountInAccountCurrency: 1234,
        utrnno: expect.any(Number),
        reversal: false,
        transactionDescription: 'A shop',
        feeDirection: 'DEBIT',
        acquireFeeAmount: 7,
        feIssuerFeeAmount: 0,
        mcc: 5499,
        merchantCountry: 'CY',
        merchantCity: 'Limassol',
        merchantName: 'A shop',
        merchantId: shop.merchantIdentification,
        terminalAddress: 'Limassol, CY',
        terminalId: shop.terminalIdentification,
        authorizationIdResponse: debited.authorizationIdResponse,
        requestAmount: 1234,
        internalResponseCode: 0,
      },
    ])
  },
  async '2.8 the back office writes a debit off at the next midnight in UTC, and numbers it'(fixture) {
    const owner = await fixture.newOwner()
    await fixture.issuing.debitCard(debitOf(owner))
    const midnight = Math.floor(fixture.clock.now() / DAY) * DAY + DAY
    fixture.clock.advance(midnight - 1 - fixture.clock.now())
    expect((await historyOf(fixture, owner, 'PURCHASE'))[0]).not.toHaveProperty('boUtrnno')
    fixture.clock.advance(1)
    expect(await historyOf(fixture, owner, 'PURCHASE')).toMatchObject([
      { boUtrnno: expect.any(Number), boWriteOffDate: `${dayOf(midnight)}T00:00:00+00:00`, boIssuerFeeAmount: 0 },
    ])
  },
  async '2.8 refused debits are returned with their responseCode, as of numbers only'(fixture) {
    const owner = await fixture.newOwner()
    await fixture.issuing.debitCard(debitOf(owner, 99_999_999))
    const wrong = { cardNumber: owner.cardNumber, expDate: '203411' }
    await fixture.issuing.debitCard(debitOf(owner, 1, { cardIdentification: wrong }))
    const codes = (await historyOf(fixture, owner, 'PURCHASE')).map(({ internalResponseCode }) => internalResponseCode)
    expect(codes).toEqual([61, 14])
    fixture.clock.advance(2 * DAY)
    for (const one of await historyOf(fixture, owner, 'PURCHASE')) expect(one).not.toHaveProperty('boUtrnno')
  },
  async 'sandbox: internalResponseCode reads a responseCode with a letter in base 36'(fixture) {
    const tested = { ...(await fixture.newOwner()), cardNumber: '4444555511113333' }
    const wrong = { cardNumber: tested.cardNumber, cvv2: '321' }
    expect(await fixture.issuing.debitCard(debitOf(tested, 1, { cardIdentification: wrong }))).toMatchObject({
      responseCode: 'AB',
    })
    expect((await historyOf(fixture, tested, 'PURCHASE')).at(-1)).toMatchObject({ internalResponseCode: 371 })
  },
  async '4.4 getTransactions lists a period, newest last, both days included'(fixture) {
    const owner = await fixture.newOwner()
    const first = fixture.clock.now()
    for (const amount of [1, 2, 3, 4]) {
      await fixture.issuing.debitCard(debitOf(owner, amount))
      fixture.clock.advance(DAY)
    }
    const [day1, day2, day3] = [dayOf(first), dayOf(first + DAY), dayOf(first + 2 * DAY)]
    expect(await listed(fixture, owner, {})).toEqual([1, 2, 3, 4])
    expect(await listed(fixture, owner, { startDate: day2, endDate: day3 })).toEqual([2, 3])
    expect(await listed(fixture, owner, { start: day2, end: day3 })).toEqual([2, 3])
    expect(await listed(fixture, owner, { startDate: day2 })).toEqual([2, 3, 4])
    expect(await listed(fixture, owner, { endDate: day1 })).toEqual([1])
    expect(await listed(fixture, owner, { startDate: '2000-01-01', endDate: '2000-12-31' })).toEqual([])
    const exact = new Date(first + DAY).toISOString()
    expect(await listed(fixture, owner, { startDate: exact, endDate: exact })).toEqual([2])
  },
  async '4.4 getTransactions refuses a period that is missing, twofold, turned round or not of this calendar'(fixture) {
    const { cardNumber } = await fixture.newOwner()
    for (const [period, rule] of [
      [undefined, /^period is required/],
      [
        { startDate: '2030-05-02', endDate: '2030-05-01' },
        /^period must be a period that does not end before it starts$/,
      ],
      [{ startDate: '2030-05-01', start: '2030-05-01' }, /^period /],
      [{ startDate: '2030-02-30' }, /^period\.startDate /],
      [{ start: '01.05.2030' }, /^period\.start /],
    ] as const)
      expect(await fixture.send('getTransactions', { cardIdentification: { cardNumber }, period })).toMatchObject({
        status: 400,
        body: { responseCode: '30', message: expect.stringMatching(rule) },
      })
  },
  async '4.4 getTransactions and getTransactionCurrencies answer a card that is not known with HTTP 422 and 14'(
    fixture,
  ) {
    for (const [operation, rest] of [
      ['getTransactions', { period: {} }],
      ['getTransactionCurrencies', {}],
    ] as const)
      expect(await fixture.send(operation, { cardIdentification: { cardId: 'nobody' }, ...rest })).toEqual({
        status: 422,
        body: { responseCode: '14', message: expect.stringMatching(/^cardIdentification /) },
      })
    const { cardNumber } = await fixture.newOwner()
    expect(await fixture.send('getTransactionCurrencies', { cardIdentification: { cardNumber } })).toMatchObject({
      status: 400,
    })
  },
  async '2.8 a reversal is an entry of its own, and its debit has the date on which it was reversed wholly'(fixture) {
    const owner = await fixture.newOwner()
    const debited = await fixture.issuing.debitCard(debitOf(owner, 100))
    fixture.clock.advance(60_000)
    await fixture.issuing.reversal(afterwards(owner, debited, 40))
    expect((await historyOf(fixture, owner, 'PURCHASE'))[0]).not.toHaveProperty('reversalDate')
    fixture.clock.advance(60_000)
    await fixture.issuing.reversal(afterwards(owner, debited, 60))
    const reversalDate = new Date(fixture.clock.now()).toISOString().replace('.000Z', '+00:00')
    expect(await historyOf(fixture, owner, 'PURCHASE')).toMatchObject([{ reversal: false, reversalDate }])
    expect(await historyOf(fixture, owner, 'REVERSAL')).toMatchObject([
      { reversal: true, operationDirection: 'CREDIT', amount: 40 },
      { reversal: true, operationDirection: 'CREDIT', amount: 60, reversalDate },
    ])
  },
  async '4.4 getTransactionDetails reads one transaction, or what gave it back'(fixture) {
    const owner = await fixture.newOwner()
    const debited = await fixture.issuing.debitCard(debitOf(owner, 100))
    const [debit] = await historyOf(fixture, owner, 'PURCHASE')
    const details = async (utrnno: Long, reversal?: boolean) =>
      (await fixture.issuing.getTransactionDetails({ utrnno, ...(reversal !== undefined && { reversal }) })).transaction
    const refused = { status: 422, body: { responseCode: 'A8', message: expect.stringMatching(/^utrnno /) } }
    expect(await details(debit!.utrnno)).toEqual(debit)
    expect(await details(debit!.utrnno, false)).toEqual(debit)
    expect(await fixture.send('getTransactionDetails', { utrnno: debit!.utrnno, reversal: true })).toEqual(refused)
    for (const amount of [40, 60]) await fixture.issuing.reversal(afterwards(owner, debited, amount))
    const [, back] = await historyOf(fixture, owner, 'REVERSAL')
    expect(back).toMatchObject({ amount: 60 })
    expect(await details(debit!.utrnno, true)).toEqual(back)
    expect(await details(back!.utrnno, true)).toEqual(back)
    expect(await fixture.send('getTransactionDetails', { utrnno: back!.utrnno, reversal: false })).toEqual(refused)
    expect(await fixture.send('getTransactionDetails', { utrnno: 999_999_999 })).toEqual(refused)
  },
  async '4.4 getTransactionCurrencies lists the currencies that money of the card has moved in'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const currencies = async ({ cardId }: Owner) =>
      (await fixture.issuing.getTransactionCurrencies({ cardIdentification: { cardId } })).currencies
    expect(await currencies(owner)).toEqual([])
    for (const currency of [978, 392, 978]) await fixture.issuing.debitCard(debitOf(owner, 10, { currency }))
    await fixture.issuing.p2PTransfer(transferOf(owner, other))
    expect(await fixture.issuing.debitCard(debitOf(owner, 99_999_999, { currency: 840 }))).toMatchObject({
      responseCode: '61',
    })
    expect(await currencies(owner)).toEqual([392, 978])
    expect(await currencies(other)).toEqual([978])
  },
})
