import { expect } from 'vitest'
import { eventsOf, pays } from '../card-history.ts'
import { namingRules } from '../naming.ts'
import { badlyFormed, notDone } from '../refused.ts'
import type { Owner, Fixture } from '../fixture.ts'
import { rulesOf, type Rule } from './rule.ts'

const byNumber = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })

const binding = (owner: Owner, accountNumber: string, change: object = {}) => ({
  cardIdentification: { cardNumber: owner.cardNumber, expDate: owner.expDate },
  accountNumber,
  accountType: 'ACCOUNT_TYPE_SAVING',
  ...change,
})
const done = { status: 200, body: { responseCode: '00' } }

const accountsOf = async (fixture: Fixture, owner: Owner) =>
  (await fixture.issuing.getCardData(byNumber(owner))).cardData!.accounts!

const bindings = rulesOf({
  async '4.4 bindCardToAccount opens an account that is not there, in accountCurrency, and binds the card to it'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const opened = `${owner.customerNumber}-USD`
    expect(await fixture.send('bindCardToAccount', binding(owner, opened, { accountCurrency: 840 }))).toEqual(done)
    const accounts = await accountsOf(fixture, owner)
    expect(accounts).toHaveLength(2)
    expect(accounts[0]).toMatchObject({ number: owner.accountNumber, defaultAccount: true })
    expect(accounts[1]).toMatchObject({
      number: opened,
      currency: 840,
      balance: 0,
      defaultAccount: false,
      accountType: 10,
    })
    expect(await eventsOf(fixture, owner)).toEqual(['CARD_ISSUING', 'CARD_BINDING'])
  },
  async '4.4 bindCardToAccount with ACCOUNT_TYPE_DEFAULT makes the account the one that the card spends from'(fixture) {
    const owner = await fixture.newOwner()
    const change = { accountCurrency: 978, accountType: 'ACCOUNT_TYPE_DEFAULT' }
    expect(await fixture.send('bindCardToAccount', binding(owner, `${owner.customerNumber}-D`, change))).toEqual(done)
    expect((await accountsOf(fixture, owner)).map(({ number }) => number)[1]).toBe(owner.accountNumber)
    expect(await pays(fixture, owner)).toBe('51')
  },
  async 'sandbox bindCardToAccount opens an ACCOUNT_TYPE_CREDIT with a credit limit, down to which alone it may be spent'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const opened = `${owner.customerNumber}-CREDIT`
    const change = { accountCurrency: 978, accountType: 'ACCOUNT_TYPE_CREDIT' }
    expect(await fixture.send('bindCardToAccount', binding(owner, opened, change))).toEqual(done)
    expect((await accountsOf(fixture, owner))[1]).toMatchObject({ balance: 1000_00, creditLimit: 1000_00 })
    const { virtualCardIdentification } = await fixture.issuing.createVirtualCard({
      cardIdentification: { cardNumber: '4000000000000000' },
      virtualCardIdentification: { expDate: owner.expDate, productType: '5C' },
      amount: 0,
      currency: 978,
      accountNumber: opened,
    })
    const onCredit = { ...owner, cardNumber: virtualCardIdentification!.cardNumber! }
    expect(await pays(fixture, onCredit, {}, { amount: 1000_01 })).toBe('51')
    expect(await pays(fixture, onCredit, {}, { amount: 1000_00 })).toBe('00')
    expect(await pays(fixture, onCredit, {}, { amount: 1 })).toBe('51')
    const { accounts } = await fixture.issuing.getCustomerInfo({
      customerNumber: owner.customerNumber,
      accountNumber: opened,
    })
    expect(accounts).toMatchObject([
      {
        product: { productNumber: 'CREDIT', productName: 'Credit account' },
        balances: expect.arrayContaining([
          { type: 'POSTED', value: -1000_00 },
          { type: 'CREDIT_LIMIT', value: 1000_00 },
        ]) as unknown,
      },
    ])
  },
  async '4.4 bindCardToAccount refuses with AG an account of the card'(fixture) {
    const owner = await fixture.newOwner()
    await notDone(fixture, 'bindCardToAccount', binding(owner, owner.accountNumber), 'AG', 'accountNumber')
  },
  async '4.4 bindCardToAccount needs accountCurrency for a new account, and of one that is there the right one'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const opened = `${owner.customerNumber}-N`
    await notDone(fixture, 'bindCardToAccount', binding(owner, opened), '14', 'accountCurrency')
    const wrong = { accountCurrency: 1 }
    await notDone(fixture, 'bindCardToAccount', binding(owner, opened, wrong), '92', 'accountCurrency')
    const { accountNumber } = await register(fixture, owner)
    const other = binding(owner, accountNumber!, { accountCurrency: 840 })
    await notDone(fixture, 'bindCardToAccount', other, '92', 'accountCurrency')
    expect(await accountsOf(fixture, owner)).toHaveLength(1)
    expect(await fixture.send('bindCardToAccount', binding(owner, accountNumber!))).toEqual(done)
  },
  async '4.4 bindCardToAccount binds another customer’s account only where customerId says so'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const foreign = binding(owner, other.accountNumber)
    await notDone(fixture, 'bindCardToAccount', foreign, 'AD', 'accountNumber')
    await notDone(fixture, 'bindCardToAccount', { ...foreign, customerId: 'nobody' }, 'AD', 'customerId')
    const own = { ...binding(owner, owner.accountNumber.replace(/^4/, '5')), accountCurrency: 978 }
    expect(await fixture.send('bindCardToAccount', { ...own, customerId: other.customerNumber })).toEqual(done)
    expect((await accountsOf(fixture, owner))[1]).toMatchObject({ customerId: other.customerNumber })
    expect(await fixture.send('bindCardToAccount', { ...foreign, customerId: other.customerNumber })).toEqual(done)
  },
  async '4.4 bindCardToAccount puts personalData on the card, of the names that are given'(fixture) {
    const owner = await fixture.newOwner()
    const change = { accountCurrency: 978, personalData: { firstName: 'Ann', lastName: 'Roe' } }
    expect(await fixture.send('bindCardToAccount', binding(owner, `${owner.customerNumber}-P`, change))).toEqual(done)
    expect((await fixture.issuing.getCardData(byNumber(owner))).cardData!.embossedName).toBe('ANN ROE')
    const next = { accountCurrency: 978, personalData: { lastName: 'Poe' } }
    expect(await fixture.send('bindCardToAccount', binding(owner, `${owner.customerNumber}-Q`, next))).toEqual(done)
    expect((await fixture.issuing.getCardData(byNumber(owner))).cardData!.embossedName).toBe('POE')
  },
  async '4.4 bindCardToAccount refuses a wrong or a missing expDate'(fixture) {
    const owner = await fixture.newOwner()
    const named = (cardIdentification: object) => binding(owner, 'x', { accountCurrency: 978, cardIdentification })
    const { cardNumber } = owner
    await notDone(fixture, 'bindCardToAccount', named({ cardNumber, expDate: '203411' }), '14', 'expDate')
    await badlyFormed(fixture, 'bindCardToAccount', named({ cardNumber }), 'cardIdentification')
  },
  async '4.4 bindCardToAccount refuses with 36 a closed account'(fixture) {
    const owner = await fixture.newOwner()
    const closed = `${owner.customerNumber}-CLOSED`
    await fixture.send('bindCardToAccount', binding(owner, closed, { accountCurrency: 978 }))
    await fixture.issuing.changeAccountStatus({ accountNumber: closed, accountStatus: 3 })
    const { virtualCardIdentification: second } = await fixture.issuing.createVirtualCard({
      cardIdentification: { cardNumber: '4000000000000000' },
      virtualCardIdentification: { expDate: owner.expDate, productType: '5C' },
      amount: 0,
      currency: 978,
      accountNumber: owner.accountNumber,
    })
    const body = binding({ ...owner, cardNumber: second!.cardNumber! }, closed)
    await notDone(fixture, 'bindCardToAccount', body, '36', 'accountNumber')
  },
  async 'sandbox bindCardToAccount opens no account under a name of the bank’s own'(fixture) {
    const owner = await fixture.newOwner()
    const body = binding(owner, 'bank:settlement:978', { accountCurrency: 978 })
    await notDone(fixture, 'bindCardToAccount', body, '92', 'accountNumber')
  },
  async '8 strict: bindCardToAccount opens no second account for a customer'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    const body = binding(owner, `${owner.customerNumber}-S`, { accountCurrency: 978 })
    await notDone(fixture, 'bindCardToAccount', body, 'A9', 'accountNumber')
  },
})

/** Registers another account of the owner's. */
const register = ({ issuing }: Fixture, { customerNumber }: Owner) =>
  issuing.registerCustomer({
    productName: 'CRCU1001',
    parameters: [
      { name: 'customer_number', value: customerNumber },
      { name: 'surname', value: 'Doe' },
      { name: 'firstName', value: 'Jo' },
    ],
  })

let bound = 0

/** bindCardToAccount (4.4). */
export const bindingRules: readonly Rule[] = [
  ...bindings,
  ...namingRules({
    operation: 'bindCardToAccount',
    finders: ['number'],
    rest: () => ({ accountNumber: `bound-${++bound}`, accountType: 'ACCOUNT_TYPE_SAVING', accountCurrency: 978 }),
    also: ({ expDate }) => ({ expDate }),
  }),
]
