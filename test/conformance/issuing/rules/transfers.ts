import { expect } from 'vitest'
import { afterwards, available, debitOf, historyOf, transferOf } from '../money-moves.ts'
import type { Owner, Fixture } from '../fixture.ts'
import { rulesOf } from './rule.ts'

const whole = 1_000_000
const pairOf = async (fixture: Fixture): Promise<[Owner, Owner]> => [await fixture.newOwner(), await fixture.newOwner()]
const balances = (fixture: Fixture, owners: readonly Owner[]) =>
  Promise.all(owners.map((one) => available(fixture, one)))

/** Rules of p2PTransfer. */
export const transferRules = rulesOf({
  async '4.4 p2PTransfer moves the amount from card to card, and answers by what it is found again'(fixture) {
    const [from, to] = await pairOf(fixture)
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 20_000))).toEqual({
      responseCode: '00',
      processingCode: '490000',
      systemTraceAuditNumber: expect.any(Number),
      localTransactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      rrn: expect.stringMatching(/^\d{12}$/),
      authorizationIdResponse: expect.stringMatching(/^\d{6}$/),
    })
    expect(await balances(fixture, [from, to])).toEqual([whole - 20_100, whole + 20_000])
    expect(await historyOf(fixture, from, 'P2P_DEBIT')).toMatchObject([
      { operationDirection: 'DEBIT', amount: 20_000, feIssuerFeeAmount: 100, feeDirection: 'DEBIT' },
    ])
    expect(await historyOf(fixture, to, 'P2P_CREDIT')).toMatchObject([
      { operationDirection: 'CREDIT', amount: 20_000, feeDirection: 'NOOP' },
    ])
  },
  async '4.4 p2PTransfer is refused without the money, and nothing moves'(fixture) {
    const [from, to] = await pairOf(fixture)
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to, whole))).toMatchObject({ responseCode: '51' })
    expect(await balances(fixture, [from, to])).toEqual([whole, whole])
    expect(await historyOf(fixture, from, 'P2P_DEBIT')).toMatchObject([{ internalResponseCode: 51 }])
    expect(await historyOf(fixture, to, 'P2P_CREDIT')).toEqual([])
  },
  async '2.2 p2PTransfer names the source by cardNumber with expDate, the destination by cardNumber'(fixture) {
    const [from, to] = await pairOf(fixture)
    const wrong: (readonly [string, object, string])[] = [
      ['sourceCardIdentification', { cardNumber: from.cardNumber }, 'sourceCardIdentification.expDate is required'],
      ['sourceCardIdentification', { expDate: from.expDate }, 'sourceCardIdentification.cardNumber is required'],
      [
        'sourceCardIdentification',
        { cardId: from.cardId, expDate: from.expDate },
        'sourceCardIdentification.cardNumber is required',
      ],
      ['destinationCardIdentification', { cardId: to.cardId }, 'destinationCardIdentification.cardNumber is required'],
      [
        'destinationCardIdentification',
        { cardNumber: to.cardNumber, cardId: to.cardId },
        'destinationCardIdentification must be named in one way only: cardNumber',
      ],
    ]
    for (const [field, value, message] of wrong)
      expect(await fixture.send('p2PTransfer', { ...transferOf(from, to), [field]: value })).toMatchObject({
        status: 400,
        body: { message },
      })
    for (const [field, value] of [
      ['sourceCardIdentification', { cardNumber: '4000009999999999', expDate: '203412' }],
      ['destinationCardIdentification', { cardNumber: '4000009999999999' }],
    ] as const)
      expect(await fixture.issuing.p2PTransfer({ ...transferOf(from, to), [field]: value })).toMatchObject({
        responseCode: '14',
        message: expect.stringMatching(new RegExp(`^${field} `)),
      })
    const expDate = '203411'
    const late = transferOf(from, to, 1, { sourceCardIdentification: { cardNumber: from.cardNumber, expDate } })
    expect(await fixture.issuing.p2PTransfer(late)).toMatchObject({ responseCode: '14' })
    expect(await balances(fixture, [from, to])).toEqual([whole, whole])
  },
  async '4.4 p2PTransfer takes senderName as `Surname, Name` only'(fixture) {
    const [from, to] = await pairOf(fixture)
    for (const senderName of ['Jo Doe', ', Jo', 'Doe,', 'Doe, ', 'Doe, Jo, Jr'])
      expect(
        await fixture.send(
          'p2PTransfer',
          transferOf(from, to, 1, { senderReceiverInfo: { senderName, senderAddress: 'x' } }),
        ),
      ).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^senderReceiverInfo\.senderName must be `Surname, Name`/) },
      })
  },
  async '4.4 p2PTransfer takes an account of either card, and 77 is one that is not'(fixture) {
    const [from, to] = await pairOf(fixture)
    const named = { sourceAccountNumber: from.accountNumber, destinationAccountNumber: to.accountNumber }
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 1, named))).toMatchObject({ responseCode: '00' })
    for (const field of ['sourceAccountNumber', 'destinationAccountNumber'] as const) {
      const other = { [field]: (field === 'sourceAccountNumber' ? to : from).accountNumber }
      expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 1, other))).toMatchObject({
        responseCode: '77',
        message: expect.stringMatching(new RegExp(`^${field} `)),
      })
    }
  },
  async 'sandbox: p2PTransfer to the account that pays is 12'(fixture) {
    const from = await fixture.newOwner()
    expect(await fixture.issuing.p2PTransfer(transferOf(from, from))).toMatchObject({ responseCode: '12' })
    expect(await available(fixture, from)).toBe(whole)
  },
  async '4.2 setAllowedBeneficiaries: p2PTransfer pays only cards and accounts of the list, others are 57'(fixture) {
    const [from, to] = await pairOf(fixture)
    const { accountNumber } = from
    const allow = (...beneficiaries: string[]) =>
      fixture.issuing.setAllowedBeneficiaries({ accountNumber, beneficiaries })
    for (const [list, responseCode] of [
      [['4000009999999999'], '57'],
      [[to.cardNumber], '00'],
      [[to.accountNumber], '00'],
      [[], '00'],
    ] as const) {
      await allow(...list)
      expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 1))).toMatchObject({ responseCode })
    }
    expect(await available(fixture, to)).toBe(whole + 3)
  },
  async '3 p2PTransfer checks the state of both cards'(fixture) {
    const [from, to] = await pairOf(fixture)
    await fixture.issuing.blockCard({ cardIdentification: { cardNumber: to.cardNumber }, hotCardStatus: 6 })
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to))).toMatchObject({
      responseCode: '04',
      message: expect.stringContaining('destinationCardIdentification'),
    })
    expect(await fixture.issuing.p2PTransfer(transferOf(to, from))).toMatchObject({ responseCode: '04' })
    expect(await balances(fixture, [from, to])).toEqual([whole, whole])
  },
  async '4.4 p2PTransfer with originalTransactionParameters only returns the result of the original'(fixture) {
    const [from, to] = await pairOf(fixture)
    const done = await fixture.issuing.p2PTransfer(transferOf(from, to, 500))
    const { systemTraceAuditNumber, localTransactionDate, rrn } = done
    const original = { systemTraceAuditNumber, localTransactionDate, rrn }
    const ask = (change: object, amount = 500) =>
      fixture.issuing.p2PTransfer(
        transferOf(from, to, amount, { originalTransactionParameters: { ...original, ...change } }),
      )
    const before = await balances(fixture, [from, to])
    fixture.clock.advance(5000)
    expect(await ask({})).toEqual(done)
    expect(await ask({ localTransactionDate: localTransactionDate.replace('+00:00', 'Z') })).toEqual(done)
    expect(await ask({ rrn: '000000000000' })).toMatchObject({ responseCode: '78' })
    expect(await ask({ systemTraceAuditNumber: 999_999 })).toMatchObject({ responseCode: '78' })
    expect(await ask({ localTransactionDate: '2020-01-01' })).toMatchObject({ responseCode: '78' })
    expect(await ask({}, 501)).toMatchObject({ responseCode: '78' })
    expect(await balances(fixture, [from, to])).toEqual(before)
    expect(await historyOf(fixture, from, 'P2P_DEBIT')).toHaveLength(1)
  },
  async '4.4 p2PTransfer returns a refused original as refused'(fixture) {
    const [from, to] = await pairOf(fixture)
    const { systemTraceAuditNumber, localTransactionDate, rrn } = await fixture.issuing.p2PTransfer(
      transferOf(from, to, whole),
    )
    const originalTransactionParameters = { systemTraceAuditNumber, localTransactionDate, rrn }
    expect(
      await fixture.issuing.p2PTransfer(transferOf(from, to, whole, { originalTransactionParameters })),
    ).toMatchObject({ responseCode: '51', rrn })
  },
  async 'sandbox: p2PTransfer with preAuthorization holds, and pays at completion'(fixture) {
    const [from, to] = await pairOf(fixture)
    const hold = await fixture.issuing.p2PTransfer(transferOf(from, to, 20_000, { preAuthorization: true }))
    expect(await balances(fixture, [from, to])).toEqual([whole - 20_100, whole])
    expect(await fixture.issuing.completion(afterwards(from, hold, 15_000))).toMatchObject({ responseCode: '00' })
    expect(await balances(fixture, [from, to])).toEqual([whole - 15_100, whole + 15_000])
    expect(await historyOf(fixture, to, 'P2P_CREDIT')).toMatchObject([{ amount: 15_000 }])
  },
  async 'sandbox: a hold for a card that was blocked meanwhile is not paid, and stays a hold'(fixture) {
    const [from, to] = await pairOf(fixture)
    const hold = await fixture.issuing.p2PTransfer(transferOf(from, to, 200, { preAuthorization: true }))
    await fixture.issuing.blockCard({ cardIdentification: { cardNumber: to.cardNumber }, hotCardStatus: 6 })
    const before = await balances(fixture, [from, to])
    expect(await fixture.issuing.completion(afterwards(from, hold, 200))).toMatchObject({ responseCode: '04' })
    expect(await balances(fixture, [from, to])).toEqual(before)
    expect(await fixture.issuing.reversal(afterwards(from, hold, 200))).toMatchObject({ responseCode: '00' })
    expect(await balances(fixture, [from, to])).toEqual([whole, whole])
  },
  async 'family: a transfer goes back in parts, as far as who got it still has the money'(fixture) {
    const [from, to] = await pairOf(fixture)
    const done = await fixture.issuing.p2PTransfer(transferOf(from, to, 20_000))
    expect(await fixture.issuing.reversal(afterwards(from, done, 5000))).toMatchObject({ responseCode: '00' })
    expect(await balances(fixture, [from, to])).toEqual([whole - 15_100, whole + 15_000])
    await fixture.issuing.debitCard(debitOf(to, whole + 10_000))
    expect(await fixture.issuing.reversal(afterwards(from, done, 15_000))).toMatchObject({ responseCode: '51' })
    expect(await balances(fixture, [from, to])).toEqual([whole - 15_100, 5000])
    expect(await fixture.issuing.reversal(afterwards(from, done, 5000))).toMatchObject({ responseCode: '00' })
    expect(await balances(fixture, [from, to])).toEqual([whole - 10_100, 0])
  },
  async '8 strict: p2PTransfer takes euros and uses the mandatory fields only'(fixture) {
    const [from, to] = await pairOf(fixture)
    fixture.setRules('strict')
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 1, { currency: 840 }))).toMatchObject({
      responseCode: '92',
      message: expect.stringMatching(/^currency must be 978/),
    })
    const optional = { preAuthorization: true, sourceAccountNumber: to.accountNumber }
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 1000, optional))).toMatchObject({
      responseCode: '00',
    })
    expect(await balances(fixture, [from, to])).toEqual([whole - 1005, whole + 1000])
  },
  async '8 strict: p2PTransfer refuses a status check, which without its field would move the money again'(fixture) {
    const [from, to] = await pairOf(fixture)
    fixture.setRules('strict')
    const { systemTraceAuditNumber, localTransactionDate, rrn } = await fixture.issuing.p2PTransfer(
      transferOf(from, to, 1000),
    )
    const before = await balances(fixture, [from, to])
    const originalTransactionParameters = { systemTraceAuditNumber, localTransactionDate, rrn }
    expect(
      await fixture.issuing.p2PTransfer(transferOf(from, to, 1000, { originalTransactionParameters })),
    ).toMatchObject({ responseCode: '92', message: expect.stringMatching(/^originalTransactionParameters /) })
    expect(await balances(fixture, [from, to])).toEqual(before)
  },
  async '4.4 p2PTransfer takes any text as pointOfServiceConditionCode'(fixture) {
    const [from, to] = await pairOf(fixture)
    const any = { pointOfServiceConditionCode: 'Any text: ünïcode, and longer than a code would be' }
    expect(await fixture.issuing.p2PTransfer(transferOf(from, to, 1, any))).toMatchObject({ responseCode: '00' })
  },
})
