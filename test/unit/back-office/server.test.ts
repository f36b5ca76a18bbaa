import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finders, type Find } from '../../../demo/browser/back-office/finders.ts'
import { pinBlock, PUBLISHED_PIN_KEY } from '../../conformance/issuing/terminal.ts'
import type { Owner } from '../../conformance/issuing/fixture.ts'
import { bin, openBackOffice, type BackOffice } from './back-office.ts'

let backOffice: BackOffice
let owner: Owner
beforeAll(async () => {
  backOffice = await openBackOffice()
  owner = await backOffice.fixture.newOwner()
})
afterAll(() => Promise.all([backOffice.app.close(), backOffice.fixture.close()]))

describe('the finder', () => {
  const find = (screen: Find, given: string) => finders[screen].find(backOffice.ask, bin, given)

  test.each([
    ['cardNumber', 'card', () => owner.cardNumber.replace(/(....)/g, '$1 ')],
    ['cardId', 'card', () => owner.cardId],
  ] as const)('finds a card by its %s, with its account and its owner', async (_, screen, given) => {
    expect(await find(screen, given())).toMatchObject({
      card: { cardNumber: owner.cardNumber },
      account: { number: owner.accountNumber },
      customer: { customerNumber: owner.customerNumber },
    })
  })

  test.each([
    ['customer', () => owner.customerNumber],
    ['account', () => owner.accountNumber],
    ['phone', () => owner.phone],
    ['email', () => `${owner.customerNumber}@shop.example`],
  ] as const)('finds by %s the customer with the accounts and the cards', async (screen, given) => {
    const { cards, ...found } = (await find(screen, given()))!
    expect(found).toMatchObject({
      account: { number: owner.accountNumber },
      customer: { customerNumber: owner.customerNumber, accounts: [{ accountNumber: owner.accountNumber }] },
    })
    expect(found.card).toBeUndefined()
    expect(cards).toMatchObject([{ cardNumber: owner.cardNumber }])
  })

  test.each(Object.keys(finders) as Find[])('by %s finds nothing where there is nothing', async (screen) => {
    expect(await find(screen, '1234567')).toBeUndefined()
  })

  test('knows the payment order that the card last paid into', async () => {
    const cardAcceptorParameters = {
      merchantIdentification: 'shop-of-the-office',
      terminalIdentification: '10000002',
      merchantType: '5499',
    }
    const cardIdentification = { cardNumber: owner.cardNumber }
    await backOffice.fixture.issuing.debitCard({
      cardIdentification,
      amount: 100,
      currency: 978,
      cardAcceptorParameters,
    })
    const { orderId } = (await find('card', owner.cardNumber))!
    expect((await backOffice.ask('getOrderDetails', { orderId })).answer).toMatchObject({
      transactionList: [{ merchantId: 'shop-of-the-office', transactionAmount: 100 }],
    })
  })
})

describe('a PIN', () => {
  const made = (request: object) =>
    backOffice.post('/back-office/pin-block', { cardNumber: owner.cardNumber, ...request })
  const key = '0123456789ABCDEF1032547698BADCFE'

  test('is sealed under the published key, or under the one that is given', async () => {
    const [published, own] = [PUBLISHED_PIN_KEY, key].map((one) => pinBlock(one, '1234', owner.cardNumber))
    expect(await made({ pin: '1234', key: '', hostId: '' })).toEqual({ status: 200, answer: { pinBlock: published } })
    expect(await made({ pin: '1234', key })).toEqual({ status: 200, answer: { pinBlock: own } })
  })

  test('is sealed under a key that came encrypted, set and verified', async () => {
    const cardAcceptorParameters = {
      terminalIdentification: '10000077',
      merchantIdentification: 'shop',
      merchantType: '5499',
    }
    const { answer } = await backOffice.ask('generateKey', {
      terminalNumber: '10000077',
      merchantNumber: 'shop',
      hostId: 7,
      keyType: 'ENKTTMKP',
      keyLength: 'ENKL_0032',
    })
    const { keyValue } = answer as { keyValue: string }
    const block = (await made({ pin: '4321', key: keyValue, hostId: '7' })).answer as { pinBlock: string }
    const cardIdentification = { cardNumber: owner.cardNumber }
    const common = { cardIdentification, cardAcceptorParameters }
    const changed = await backOffice.ask('changePin', { ...common, newPinData: block.pinBlock })
    expect(changed.answer).toMatchObject({ responseCode: '00' })
    const verified = await backOffice.ask('verifyPin', { ...common, pinData: block.pinBlock })
    expect(verified.answer).toMatchObject({ responseCode: '00' })
  })

  test.each([
    [{ pin: '123' }, 'pin must be 4 to 12 digits'],
    [{ pin: '1234', cardNumber: '' }, 'cardNumber must be 12 to 19 digits'],
    [{ pin: '1234', key: 'AB' }, 'key must be 16, 32 or 48 hexadecimal digits'],
    [{ pin: '1234', key, hostId: 'one' }, 'hostId must be up to 9 digits'],
  ])('with %j is refused with the field and the rule', async (request, message) => {
    expect(await made(request)).toEqual({ status: 400, answer: { message } })
  })
})

test('the clock that is put forward is that of the bank', async () => {
  const before = backOffice.fixture.clock.now()
  expect(await backOffice.post('/back-office/clock', { days: 1 })).toEqual({
    status: 200,
    answer: { now: before + 86_400_000 },
  })
  expect((await backOffice.app.inject('/back-office/clock')).json()).toEqual({ now: before + 86_400_000 })
  for (const days of [0, 367, 1.5, '1'])
    expect(await backOffice.post('/back-office/clock', { days })).toMatchObject({
      status: 400,
      answer: { message: expect.stringContaining('days must be') },
    })
})
