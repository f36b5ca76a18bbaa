import { expect } from 'vitest'
import type { Debit } from '#server-contract/issuing/debits.ts'
import { afterwards, available, debitOf, EURO, historyOf, newShop, spending } from '../money-moves.ts'
import { rulesOf } from './rule.ts'

const YEN = 392
const DINAR = 48
const whole = 1_000_000

/** Rules of debitCard, and of what can happen to a debit or a hold afterwards. */
export const debitRules = rulesOf({
  async '4.4 debitCard takes the amount from the account, and answers by what it is found again'(fixture) {
    const owner = await fixture.newOwner()
    const taken = await spending(fixture, owner, async () => {
      expect(await fixture.issuing.debitCard(debitOf(owner, 1234))).toEqual({
        responseCode: '00',
        processingCode: '000000',
        systemTraceAuditNumber: expect.any(Number),
        localTransactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        rrn: expect.stringMatching(/^\d{12}$/),
        authorizationIdResponse: expect.stringMatching(/^\d{6}$/),
      })
    })
    expect(taken).toBe(1234)
  },
  async '4.4 debitCard takes a card by each of its names'(fixture) {
    const owner = await fixture.newOwner()
    const { cardNumber, cardId, phone } = owner
    const cardNumberMask = `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
    const { cardData } = await fixture.issuing.getCardData({ cardIdentification: { cardId } })
    for (const cardIdentification of [
      { cardNumber },
      { cardId },
      { cardNumberMask, phoneNumber: phone },
      { cardNumberMask, cardholderId: cardData!.personId! },
    ])
      expect(await fixture.issuing.debitCard(debitOf(owner, 1, { cardIdentification }))).toMatchObject({
        responseCode: '00',
      })
    expect(await historyOf(fixture, owner, 'PURCHASE')).toHaveLength(4)
  },
  async '2.2 debitCard refuses a card that is named by too little, twice, or not at all'(fixture) {
    const owner = await fixture.newOwner()
    const { cardNumber, cardId, phone } = owner
    const cardNumberMask = `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
    for (const cardIdentification of [
      {},
      { cardNumberMask },
      { phoneNumber: phone },
      { expDate: '203412' },
      { cardNumber, cardId },
      { cardLastDigitMask: cardNumber.slice(-4) },
    ])
      expect(await fixture.send('debitCard', { cardIdentification, amount: 1, currency: EURO })).toEqual({
        status: 400,
        body: { responseCode: '30', message: expect.stringMatching(/^cardIdentification must be (?:named|given)/) },
      })
    expect(await historyOf(fixture, owner, 'PURCHASE')).toEqual([])
  },
  async '2.2 debitCard answers 14 where no card is so named, or its expDate is another'(fixture) {
    const owner = await fixture.newOwner()
    for (const cardIdentification of [
      { cardNumber: '4000009999999999' },
      { cardId: 'nobody' },
      { cardNumberMask: '999999**9999', phoneNumber: owner.phone },
      { cardNumber: owner.cardNumber, expDate: '203411' },
    ])
      expect(await fixture.issuing.debitCard(debitOf(owner, 1, { cardIdentification }))).toMatchObject({
        responseCode: '14',
      })
    expect(await available(fixture, owner)).toBe(whole)
  },
  async '4.4 debitCard with preAuthorization holds: the money may not be spent, nothing is written off'(fixture) {
    const owner = await fixture.newOwner()
    const hold = () => fixture.issuing.debitCard(debitOf(owner, whole - 1, { preAuthorization: true }))
    expect(await spending(fixture, owner, hold)).toBe(whole - 1)
    expect(await fixture.issuing.debitCard(debitOf(owner, 2))).toMatchObject({ responseCode: '51' })
    fixture.clock.advance(2 * 86_400_000)
    const [held] = await historyOf(fixture, owner, 'PRE_AUTHORIZATION')
    expect(held).not.toHaveProperty('boWriteOffDate')
    expect(await available(fixture, owner)).toBe(1)
  },
  async 'family: completion debits a part of a hold and frees the rest, once'(fixture) {
    const owner = await fixture.newOwner()
    const hold = await fixture.issuing.debitCard(debitOf(owner, 1000, { preAuthorization: true }))
    expect(await fixture.issuing.completion(afterwards(owner, hold, 600))).toMatchObject({ responseCode: '00' })
    expect(await available(fixture, owner)).toBe(whole - 600)
    expect(await fixture.issuing.completion(afterwards(owner, hold, 1))).toMatchObject({ responseCode: '12' })
    expect(await fixture.issuing.reversal(afterwards(owner, hold, 601))).toMatchObject({ responseCode: '95' })
    expect(await fixture.issuing.reversal(afterwards(owner, hold, 600))).toMatchObject({ responseCode: '00' })
    expect(await available(fixture, owner)).toBe(whole)
    expect(await fixture.issuing.reversal(afterwards(owner, hold, 1))).toMatchObject({ responseCode: '79' })
  },
  async 'family: what is left of a hold that was given back in part can be completed'(fixture) {
    const owner = await fixture.newOwner()
    const hold = await fixture.issuing.debitCard(debitOf(owner, 1000, { preAuthorization: true }))
    await fixture.issuing.reversal(afterwards(owner, hold, 300))
    expect(await available(fixture, owner)).toBe(whole - 700)
    expect(await fixture.issuing.completion(afterwards(owner, hold, 701))).toMatchObject({ responseCode: '95' })
    expect(await fixture.issuing.completion(afterwards(owner, hold, 0))).toMatchObject({ responseCode: '13' })
    expect(await fixture.issuing.completion(afterwards(owner, hold, 700))).toMatchObject({ responseCode: '00' })
    expect(await available(fixture, owner)).toBe(whole - 700)
  },
  async '4.4 debitCard takes the fee on top, as feeValue or as feeAmount, never as both'(fixture) {
    const owner = await fixture.newOwner()
    for (const amounts of [{ feeValue: 25 }, { feeAmount: 25 }]) {
      const debit = debitOf(owner, 1000, { fee: { feeType: 'ACQUIRER', ...amounts } })
      const pay = async () => expect(await fixture.issuing.debitCard(debit)).toMatchObject({ acquirerFeeAmount: 25 })
      expect(await spending(fixture, owner, pay)).toBe(1025)
    }
    const both: Debit = debitOf(owner, 1, { fee: { feeType: 'ACQUIRER', feeValue: 1, feeAmount: 1 } })
    expect(await fixture.send('debitCard', both)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^fee\.feeValue must be given exactly once/) },
    })
  },
  async 'sandbox: a fee needs its money too, is taken at completion, and goes back with the last part'(fixture) {
    const owner = await fixture.newOwner()
    const fee = { feeType: 'ACQUIRER', feeValue: 50 }
    expect(await fixture.issuing.debitCard(debitOf(owner, whole - 49, { fee }))).toMatchObject({ responseCode: '51' })
    const hold = await fixture.issuing.debitCard(debitOf(owner, 1000, { fee, preAuthorization: true }))
    expect(await available(fixture, owner)).toBe(whole - 1050)
    await fixture.issuing.completion(afterwards(owner, hold, 600))
    expect(await available(fixture, owner)).toBe(whole - 650)
    await fixture.issuing.reversal(afterwards(owner, hold, 599))
    expect(await available(fixture, owner)).toBe(whole - 51)
    await fixture.issuing.reversal(afterwards(owner, hold, 1))
    expect(await available(fixture, owner)).toBe(whole)
  },
  async 'sandbox: a payment in another currency costs one percent, returned as issuerFeeAmount'(fixture) {
    const owner = await fixture.newOwner()
    const pay = async () =>
      expect(await fixture.issuing.debitCard(debitOf(owner, 1000, { currency: YEN }))).toMatchObject({
        issuerFeeAmount: 1000,
      })
    expect(await spending(fixture, owner, pay)).toBe(100_000 + 1000)
    expect(await historyOf(fixture, owner, 'PURCHASE')).toMatchObject([
      {
        amount: 1000,
        currency: YEN,
        amountInAccountCurrency: 100_000,
        feIssuerFeeAmount: 1000,
        feeDirection: 'DEBIT',
      },
    ])
  },
  async 'sandbox: parts given back in another currency make up the whole however each would be rounded'(fixture) {
    const owner = await fixture.newOwner()
    const debited = await fixture.issuing.debitCard(debitOf(owner, 1005, { currency: DINAR }))
    expect(await available(fixture, owner)).toBe(whole - 101 - 1)
    for (const amount of [4, 4, 4, 3, 990])
      expect(await fixture.issuing.reversal(afterwards(owner, debited, amount, DINAR))).toMatchObject({
        responseCode: '00',
      })
    expect(await available(fixture, owner)).toBe(whole)
  },
  async 'sandbox: of a hold in another currency only what was debited goes back, however it would be rounded'(fixture) {
    const owner = await fixture.newOwner()
    const hold = await fixture.issuing.debitCard(debitOf(owner, 1004, { currency: DINAR, preAuthorization: true }))
    await fixture.issuing.reversal(afterwards(owner, hold, 5, DINAR))
    await fixture.issuing.completion(afterwards(owner, hold, 999, DINAR))
    expect(await available(fixture, owner)).toBe(whole - 99 - 1)
    await fixture.issuing.reversal(afterwards(owner, hold, 999, DINAR))
    expect(await available(fixture, owner)).toBe(whole)
  },
  async '2.1 debitCard answers 92 for a currency that ISO 4217 does not know'(fixture) {
    const owner = await fixture.newOwner()
    expect(await fixture.issuing.debitCard(debitOf(owner, 1, { currency: 1 }))).toMatchObject({
      responseCode: '92',
      message: expect.stringMatching(/^currency /),
    })
  },
  async '4.4 debitCard takes the result of 3-D Secure'(fixture) {
    const owner = await fixture.newOwner()
    const tds = { xid: 'xid', cavv: 'cavv', ucaf: 'ucaf', authenticationIndicator: 'TDS_PERFORMED' } as const
    expect(await fixture.issuing.debitCard(debitOf(owner, 1, { tds }))).toMatchObject({ responseCode: '00' })
    expect(JSON.stringify(await historyOf(fixture, owner))).not.toContain('cavv')
  },
  async 'sandbox: debits at once never overdraw'(fixture) {
    const owner = await fixture.newOwner()
    const request = Array.from({ length: 12 }, () => fixture.issuing.debitCard(debitOf(owner, whole / 10)))
    const codes = (await Promise.all(request)).map(({ responseCode }) => responseCode).toSorted()
    expect(codes).toEqual([...Array<string>(10).fill('00'), '51', '51'])
    expect(await available(fixture, owner)).toBe(0)
  },
  async '2.3 debitCard records in the history where it was accepted, under strict rules too: to them it is no card operation'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const cardAcceptorParameters = newShop()
    await fixture.issuing.debitCard(debitOf(owner, 1, { cardAcceptorParameters }))
    fixture.setRules('strict')
    await fixture.issuing.debitCard(debitOf(owner, 2, { cardAcceptorParameters }))
    const where = {
      merchantId: cardAcceptorParameters.merchantIdentification,
      terminalId: '10000001',
      mcc: 5499,
      merchantName: 'A shop',
      merchantCity: 'Limassol',
      merchantCountry: 'CY',
      transactionDescription: 'A shop',
    }
    expect(await historyOf(fixture, owner, 'PURCHASE')).toMatchObject([where, where])
    const merchantId = cardAcceptorParameters.merchantIdentification
    const ofMerchant = { merchantId, institutionId: '1', period: {} }
    expect((await fixture.issuing.getMerchantTransactions(ofMerchant)).transactions).toHaveLength(2)
  },
  async '8 strict: an account pays only the merchants that its list of categories lets it'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    await fixture.issuing.setAllowedMccList({ accountNumber: owner.accountNumber, mccList: [5411] })
    const pay = (merchantType: string) =>
      fixture.issuing.debitCard(debitOf(owner, 1, { cardAcceptorParameters: { ...newShop(), merchantType } }))
    expect(await pay('5411')).toMatchObject({ responseCode: '00' })
    expect(await pay('5499')).toMatchObject({ responseCode: '57' })
  },
  async '2.3 strict: operations on a card do not use where they are done'(fixture) {
    const owner = await fixture.newOwner()
    const reset = async () => {
      const { cardNumber } = owner
      await fixture.issuing.resetPinCounter({ cardIdentification: { cardNumber }, cardAcceptorParameters: newShop() })
      return (await historyOf(fixture, owner, 'PIN_COUNTER_RESET')).at(-1)
    }
    expect(await reset()).toHaveProperty('merchantId')
    fixture.setRules('strict')
    expect(await reset()).not.toHaveProperty('merchantId')
  },
})
