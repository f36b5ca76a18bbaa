import { expect } from 'vitest'
import { acceptor, debited } from '../paying.ts'
import { declined } from '../refused.ts'
import type { Owner, Fixture } from '../fixture.ts'
import { rulesOf, type Rule } from './rule.ts'

const done = { status: 200, body: { responseCode: '00' } }
const [ACTIVE, NO_DEBITS, BLOCKED, CLOSED] = [0, 1, 2, 3] as const

/** Spends the whole balance of a new owner's account. */
async function emptied({ issuing }: Fixture, { cardNumber }: Owner): Promise<void> {
  const debit = { cardIdentification: { cardNumber }, amount: 10_000_00, currency: 978 }
  expect(await issuing.debitCard(debit)).toMatchObject({ responseCode: '00' })
}

const statuses = rulesOf({
  async '4.2 changeAccountStatus answers responseCode alone'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    expect(await fixture.send('changeAccountStatus', { accountNumber, accountStatus: BLOCKED })).toEqual(done)
  },
  async '4.2 changeAccountStatusInFe answers processing data'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    const request = { accountNumber, accountStatus: BLOCKED, cardAcceptorParameters: acceptor('5411') }
    expect(await fixture.send('changeAccountStatusInFe', request)).toEqual({
      status: 200,
      body: {
        responseCode: '00',
        processingCode: '960000',
        systemTraceAuditNumber: expect.any(Number),
        localTransactionDate: new Date(fixture.clock.now()).toISOString().replace('.000Z', '+00:00'),
      },
    })
  },
  async 'sandbox either way of setting the status of an account is in force at once: only an active one pays'(fixture) {
    for (const operation of ['changeAccountStatus', 'changeAccountStatusInFe'] as const)
      for (const accountStatus of [NO_DEBITS, BLOCKED] as const) {
        const owner = await fixture.newOwner()
        const { accountNumber } = owner
        await fixture.issuing[operation]({ accountNumber, accountStatus })
        expect(await debited(fixture, owner)).toBe('36')
        await fixture.issuing[operation]({ accountNumber, accountStatus: ACTIVE })
        expect(await debited(fixture, owner)).toBe('00')
      }
  },
  async 'sandbox an account is closed without money only, and for good'(fixture) {
    const owner = await fixture.newOwner()
    const close = { accountNumber: owner.accountNumber, accountStatus: CLOSED }
    expect(await fixture.issuing.changeAccountStatus(close)).toMatchObject({ responseCode: '12' })
    expect(await fixture.issuing.changeAccountStatusInFe(close)).toMatchObject({ responseCode: '12' })
    await emptied(fixture, owner)
    expect(await fixture.issuing.changeAccountStatus(close)).toMatchObject({ responseCode: '00' })
    expect(await debited(fixture, owner)).toBe('36')
    const open = { ...close, accountStatus: ACTIVE }
    expect(await fixture.issuing.changeAccountStatus(open)).toMatchObject({ responseCode: '36' })
  },
  async 'sandbox an account on which money is held is not closed, though nothing can be spent from it'(fixture) {
    const { accountNumber, cardNumber } = await fixture.newOwner()
    const debit = { cardIdentification: { cardNumber }, amount: 10_000_00, currency: 978, preAuthorization: true }
    await fixture.issuing.debitCard(debit)
    const close = { accountNumber, accountStatus: CLOSED }
    expect(await fixture.issuing.changeAccountStatus(close)).toMatchObject({ responseCode: '12' })
  },
  async '4.2 the status of an unknown account is 14'(fixture) {
    for (const operation of ['changeAccountStatus', 'changeAccountStatusInFe'] as const) {
      const unknown = await fixture.issuing[operation]({ accountNumber: 'none', accountStatus: ACTIVE })
      expect(unknown).toMatchObject({ responseCode: '14', message: expect.stringContaining('accountNumber') })
    }
  },
})

const data = rulesOf({
  async '2.6 getAccountData returns every card that spends from the account, further accounts and other customers’ cards too'(
    fixture,
  ) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const { cardNumber, expDate } = owner
    const { accountNumber, customerNumber: customerId } = other
    await fixture.issuing.bindCardToAccount({
      cardIdentification: { cardNumber, expDate },
      accountNumber,
      accountType: 'ACCOUNT_TYPE_SAVING',
      customerId,
    })
    const { accountData } = await fixture.issuing.getAccountData({ accountNumber })
    expect(accountData!.cards.map(({ cardId }) => cardId)).toEqual([other.cardId, owner.cardId])
    expect(accountData!.defaultAccount).toBe(false)
  },
  async '2.6 getAccountData returns an account and its cards, every field of them, the card number masked'(fixture) {
    const { accountNumber, customerNumber, cardId, cardNumber, expDate } = await fixture.newOwner()
    const { status, body } = await fixture.send('getAccountData', { accountNumber })
    expect(status).toBe(200)
    expect(body).toEqual({
      accountData: {
        number: accountNumber,
        currency: 978,
        currencyAlphaCode: 'EUR',
        balance: 10_000_00,
        creditLimit: 0,
        customerId: customerNumber,
        defaultAccount: true,
        accountType: 0,
        cards: [
          {
            cardNumberMask: `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`,
            expiryDate: expDate,
            cardId,
            hotCardStatus: 0,
            hotCardStatusDescription: 'Valid card',
            cardTypeName: expect.any(String),
            embossedName: 'DOE JO',
            customerId: customerNumber,
            personId: expect.any(String),
            pinDenialCounter: 0,
            plasticNumber: 1,
            cardIsPrimary: true,
            cardBindToCustomer: true,
            customerIsCardholder: true,
          },
        ],
      },
    })
  },
  async '4.2 getAccountData returns the full card number only when it is asked to'(fixture) {
    const { accountNumber, cardNumber } = await fixture.newOwner()
    const numberIn = async (returnCardNumber: boolean) =>
      (await fixture.issuing.getAccountData({ accountNumber, returnCardNumber })).accountData!.cards[0]!.cardNumber
    expect(await numberIn(true)).toBe(cardNumber)
    expect(await numberIn(false)).toBeUndefined()
  },
  async '2.6 the balance of an account is what may be spent: holds are off it, and what is given back is on it again'(
    fixture,
  ) {
    const { accountNumber, cardNumber } = await fixture.newOwner()
    const hold = { cardIdentification: { cardNumber }, amount: 400, currency: 978, preAuthorization: true }
    const { rrn } = await fixture.issuing.debitCard(hold)
    const balance = async () => (await fixture.issuing.getAccountData({ accountNumber })).accountData!.balance
    expect(await balance()).toBe(10_000_00 - 400)
    await fixture.issuing.reversal({
      cardIdentification: { cardNumber },
      amount: 400,
      currency: 978,
      processingCode: '000000',
      systemTraceAuditNumber: 1,
      transactionDate: '2030-05-01T12:00:00',
      rrn,
    })
    expect(await balance()).toBe(10_000_00)
  },
  async '2.7 strict: cardIsPrimary, cardBindToCustomer and customerIsCardholder are always false, defaultAccount true'(
    fixture,
  ) {
    const { accountNumber } = await fixture.newOwner()
    fixture.setRules('strict')
    const { accountData } = await fixture.issuing.getAccountData({ accountNumber })
    expect(accountData!.defaultAccount).toBe(true)
    const all = { cardIsPrimary: false, cardBindToCustomer: false, customerIsCardholder: false }
    expect(accountData!.cards).toMatchObject([all])
  },
  async '2.1 getAccountData takes the account number as a JSON number, and answers it as text'(fixture) {
    const { accountNumber } = await fixture.newOwner()
    const answer = await fixture.send('getAccountData', { accountNumber: Number(accountNumber) })
    expect(answer).toMatchObject({ status: 200, body: { accountData: { number: accountNumber } } })
  },
  async '4.2 getAccountData refuses an unknown account'(fixture) {
    await declined(fixture, 'getAccountData', { accountNumber: '409780' }, '14', 'accountNumber')
  },
})

/** Accounts (4.2). */
export const accountRules: readonly Rule[] = [...statuses, ...data]
