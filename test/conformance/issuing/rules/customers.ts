import { expect } from 'vitest'
import { badlyFormed, declined } from '../refused.ts'
import type { Fixture } from '../fixture.ts'
import { rulesOf, type Rule } from './rule.ts'

let registered = 0
const newNumber = (): string => `R${++registered}`

const needed = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  customer_number: newNumber(),
  surname: 'Roe',
  firstName: 'Max',
  ...change,
})

const registration = (fields: Readonly<Record<string, unknown>>): object => ({
  productName: 'CRCU1001',
  parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
})

const register = (
  { send }: Fixture,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ status: number; body: unknown }> => send('registerCustomer', registration(fields))

/** All 18 names of the template. */
const everything = {
  institutionId: '9001',
  agent_number: '12',
  product_id: '7',
  start_date: '2030-05-01',
  service_id_acc: '3',
  secondName: 'Ann',
  email: 'max@shop.example',
  mobile_phone: '+375291112233',
  country_code: '112',
  region: 'Minsk',
  city: 'Minsk',
  street: 'First',
  house: '1',
  apartament: '2',
  postal_code: '220000',
}

const wrongValues: readonly (readonly [name: string, value: unknown])[] = [
  ['institutionId', 'one'],
  ['start_date', '2030-02-30'],
  ['email', 'nobody'],
  ['mobile_phone', 'call me'],
  ['customer_number', 'x'.repeat(37)],
]

const registering = rulesOf({
  async '4.1 registerCustomer answers the requested number and a new account, and nothing else'(fixture) {
    const fields = needed(everything)
    expect(await register(fixture, fields)).toEqual({
      status: 200,
      body: { customerNumber: fields['customer_number'], accountNumber: expect.stringMatching(/^40978\d{10}$/) },
    })
  },
  async 'sandbox registerCustomer puts 10 000.00 EUR on the account, with which a card can pay'(fixture) {
    const { customerNumber, cardNumber } = await fixture.newOwner()
    const { accounts } = await fixture.issuing.getCustomerInfo({ customerNumber })
    expect(accounts![0]!.balances![0]).toEqual({ type: 'AVAILABLE', value: 10_000_00 })
    const debit = { cardIdentification: { cardNumber }, amount: 10_000_00, currency: 978 }
    expect(await fixture.issuing.debitCard(debit)).toMatchObject({ responseCode: '00' })
  },
  async '2.1 registerCustomer takes numbers for texts, and the number is answered as text'(fixture) {
    const number = 7_000_000 + ++registered
    const fields = needed({ customer_number: number, postal_code: 220000, mobile_phone: 375291112233 })
    expect(await register(fixture, fields)).toMatchObject({ status: 200, body: { customerNumber: String(number) } })
  },
  async '4.1 registerCustomer takes its list nested as the examples nest theirs'(fixture) {
    const fields = needed()
    const { parameters } = registration(fields) as { parameters: unknown }
    const answer = await fixture.send('registerCustomer', {
      productName: 'CRCU1001',
      parameters: { parameter: parameters },
    })
    expect(answer).toMatchObject({ status: 200, body: { customerNumber: fields['customer_number'] } })
  },
  async 'sandbox registerCustomer needs a number, a surname and a first name, and each name once'(fixture) {
    for (const name of ['customer_number', 'surname', 'firstName']) {
      const { [name]: _, ...rest } = needed()
      await badlyFormed(fixture, 'registerCustomer', registration(rest), name)
    }
    const { parameters } = registration(needed()) as { parameters: unknown[] }
    const twice = { productName: 'CRCU1001', parameters: [...parameters, parameters[1]] }
    await badlyFormed(fixture, 'registerCustomer', twice, 'surname once')
  },
  async 'sandbox registerCustomer takes no value that its name cannot have'(fixture) {
    for (const [name, value] of wrongValues)
      await badlyFormed(fixture, 'registerCustomer', registration(needed({ [name]: value })), name)
  },
  async 'sandbox registerCustomer opens the same customer one more account, and nobody else gets its number'(fixture) {
    const fields = needed()
    const [first, second] = [await register(fixture, fields), await register(fixture, { ...fields, city: 'Brest' })]
    const accounts = [first, second].map(({ body }) => (body as { accountNumber: string }).accountNumber)
    expect(new Set(accounts).size).toBe(2)
    const result = await fixture.issuing.getCustomerInfo({ customerNumber: String(fields['customer_number']) })
    expect(result.accounts!.map(({ accountNumber }) => accountNumber)).toEqual(accounts)
    await declined(fixture, 'registerCustomer', registration({ ...fields, surname: 'Moe' }), 'AA', 'customer_number')
  },
  async '8 strict: one account per customer can be created'(fixture) {
    fixture.setRules('strict')
    const fields = needed()
    expect(await register(fixture, fields)).toMatchObject({ status: 200 })
    await declined(fixture, 'registerCustomer', registration(fields), 'AA', 'customer_number')
  },
})

const reading = rulesOf({
  async '2.5 getCustomerInfo returns every field of a customer'(fixture) {
    const { customerNumber, accountNumber, cardNumber } = await fixture.newOwner()
    const hold = { cardIdentification: { cardNumber }, amount: 300, currency: 978, preAuthorization: true }
    await fixture.issuing.debitCard({ ...hold, amount: 1000, preAuthorization: false })
    await fixture.issuing.debitCard(hold)
    expect(await fixture.send('getCustomerInfo', { customerNumber })).toEqual({
      status: 200,
      body: {
        customerNumber,
        customerName: 'Doe Jo',
        limits: [
          { limitName: 'ACCOUNT_DAILY_AMOUNT', limitType: 'AMOUNT', value: 100_000_00, currentValue: 1300 },
          { limitName: 'ACCOUNT_MONTHLY_AMOUNT', limitType: 'AMOUNT', value: 1_000_000_00, currentValue: 1300 },
        ],
        accounts: [
          {
            accountNumber,
            accountType: 'ACCOUNT_TYPE_DEFAULT',
            product: { productNumber: 'CURRENT', productName: 'Current account' },
            balances: [
              { type: 'AVAILABLE', value: 10_000_00 - 1300 },
              { type: 'POSTED', value: 10_000_00 - 1000 },
              { type: 'HELD', value: 300 },
              { type: 'CREDIT_LIMIT', value: 0 },
            ],
          },
        ],
      },
    })
  },
  async '4.1 getCustomerInfo returns one account when it is named, which must be the customer’s'(fixture) {
    const [{ customerNumber, accountNumber }, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const again = { customer_number: customerNumber, surname: 'Doe', firstName: 'Jo' }
    expect(await register(fixture, again)).toMatchObject({ status: 200 })
    const result = await fixture.issuing.getCustomerInfo({ customerNumber, accountNumber })
    expect(result.accounts!.map((account) => account.accountNumber)).toEqual([accountNumber])
    expect((await fixture.issuing.getCustomerInfo({ customerNumber })).accounts).toHaveLength(2)
    const foreign = { customerNumber, accountNumber: other.accountNumber }
    await declined(fixture, 'getCustomerInfo', foreign, '14', 'accountNumber')
  },
  async '4.1 getCustomerInfo refuses a customer that is not known'(fixture) {
    await declined(fixture, 'getCustomerInfo', { customerNumber: 'nobody' }, 'AD', 'customerNumber')
  },
  async '4.1 isCustomerExist answers whether there is a customer of that number'(fixture) {
    const { customerNumber } = await fixture.newOwner()
    expect(await fixture.send('isCustomerExist', { customerNumber })).toEqual({ status: 200, body: { result: true } })
    expect(await fixture.issuing.isCustomerExist({ customerNumber: 'nobody' })).toEqual({ result: false })
    expect(await fixture.issuing.isCustomerExist({ customerNumber: '__proto__' })).toEqual({ result: false })
  },
  async '4.1 isCustomerExist looks in the institution that is named; without one at registration it is 1'(fixture) {
    const { customerNumber } = await fixture.newOwner()
    const exists = async (number: string, institutionId: number): Promise<boolean> =>
      (await fixture.issuing.isCustomerExist({ customerNumber: number, institutionId })).result!
    expect([await exists(customerNumber, 1), await exists(customerNumber, 2)]).toEqual([true, false])
    const abroad = needed({ institutionId: '0002' })
    await register(fixture, abroad)
    const number = String(abroad['customer_number'])
    expect([await exists(number, 1), await exists(number, 2)]).toEqual([false, true])
  },
})

/** Customers (4.1). */
export const customerRules: readonly Rule[] = [...registering, ...reading]
