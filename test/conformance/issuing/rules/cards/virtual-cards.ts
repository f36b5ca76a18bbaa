import { expect } from 'vitest'
import { eventsOf, pays } from '../../card-history.ts'
import { badlyFormed, declined } from '../../refused.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import { rulesOf, type Rule } from '../rule.ts'

const BIN = '400000'

interface Change {
  readonly virtual?: object
  readonly rest?: object
}

const issuing = ({ accountNumber }: Owner, { virtual = {}, rest = {} }: Change = {}): Record<string, unknown> => ({
  cardIdentification: { cardNumber: `${BIN}0000000000` },
  virtualCardIdentification: { expDate: '203412', productType: '5C', ...virtual },
  amount: 0,
  currency: 978,
  accountNumber,
  ...rest,
})

type Report = Readonly<Record<string, string>>

async function issue(fixture: Fixture, owner: Owner, change?: Change): Promise<Report> {
  const { status, body } = await fixture.send('createVirtualCard', issuing(owner, change))
  expect(status).toBe(200)
  return (body as { virtualCardIdentification: Report }).virtualCardIdentification
}

let numbers = 0
/** A new number with a right check digit. */
function freshNumber(): string {
  const payload = `${BIN}77${String(++numbers).padStart(7, '0')}`
  const sum = [...payload].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * 2
    return total + (at % 2 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${payload}${(10 - (sum % 10)) % 10}`
}

const refusals: readonly (readonly [what: string, change: Change, responseCode: string, field: string])[] = [
  [
    'another issuer’s number',
    { rest: { cardIdentification: { cardNumber: '5000000000000000' } } },
    '92',
    'cardIdentification.cardNumber',
  ],
  [
    'a number that is not the issuer’s and ten zeros',
    { rest: { cardIdentification: { cardNumber: '400000000000000' } } },
    '92',
    'cardIdentification.cardNumber',
  ],
  ['another product', { virtual: { productType: '5D' } }, '92', 'productType'],
  ['an expiry in the past', { virtual: { expDate: '202912' } }, '92', 'expDate'],
  ['a currency that there is none of', { rest: { currency: 1 } }, '92', 'currency'],
  ['an unknown account', { rest: { accountNumber: 'nobody' } }, '14', 'accountNumber'],
  ['a number of another issuer', { virtual: { cardNumber: '4111111111111111' } }, '92', 'cardNumber'],
  ['a number with a wrong check digit', { virtual: { cardNumber: '4000007700000001' } }, '92', 'check digit'],
  ['a number of another length', { virtual: { cardNumber: '400000770000000' } }, '92', '16 digits'],
  ['a mask without its number', { virtual: { cardNumberMask: '400000******0000' } }, '92', 'cardNumberMask'],
]

/** What only a closer look at the value finds; the other wrong values are generated. */
const malformed: readonly (readonly [field: string, change: Change])[] = [
  ['virtualCardIdentification.expDate', { virtual: { expDate: '203413' } }],
  ['virtualCardIdentification.cvv2', { virtual: { cvv2: '12' } }],
  ['cardIdentification', { rest: { cardIdentification: { cardId: 'x' } } }],
]

const answering = rulesOf({
  async '4.4 createVirtualCard with WS answers all parameters of the new card'(fixture) {
    const owner = await fixture.newOwner()
    const result = await issue(fixture, owner, { rest: { deliveryMethod: 'WS' } })
    expect(result).toEqual({
      cardNumber: expect.stringMatching(/^400000\d{10}$/),
      cardNumberMask: `${result['cardNumber']!.slice(0, 6)}******${result['cardNumber']!.slice(-4)}`,
      cardId: expect.stringMatching(/^.{1,36}$/),
      expDate: '203412',
      productType: '5C',
      cvv2: expect.stringMatching(/^\d{3}$/),
    })
    const card = { ...owner, cardNumber: result['cardNumber']! }
    expect(await eventsOf(fixture, card)).toEqual(['CARD_ISSUING'])
    expect(await pays(fixture, card, { cvv2: result['cvv2'], expDate: '203412' })).toBe('00')
  },
  async '4.4 strict: createVirtualCard returns cardNumber, cardId, expDate and productType'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    expect(Object.keys(await issue(fixture, owner)).toSorted()).toEqual([
      'cardId',
      'cardNumber',
      'expDate',
      'productType',
    ])
  },
  async '4.4 createVirtualCard with HALF_AND_HALF answers a mask, and an SMS carries the CVV2 and the rest of the number'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const result = await issue(fixture, owner, { rest: { deliveryMethod: 'HALF_AND_HALF' } })
    expect(result).toEqual({
      cardId: expect.any(String),
      cardNumberMask: expect.stringMatching(/^400000\*+\d{4}$/),
      expDate: '203412',
      productType: '5C',
    })
    const [message] = fixture.phones.inboxOf(owner.phone)
    const [, hidden, cvv2] = /hides: (\d+), CVC2: (\d{3})$/.exec(message!.text)!
    const [start, end] = result['cardNumberMask']!.split(/\*+/)
    const card = { ...owner, cardNumber: `${start}${hidden}${end}` }
    expect(await pays(fixture, card, { cvv2 })).toBe('00')
  },
  async 'sandbox createVirtualCard with HALF_AND_HALF issues nothing to a customer without a phone'(fixture) {
    const parameters = [
      { name: 'customer_number' as const, value: `nophone${++numbers}` },
      { name: 'surname' as const, value: 'Doe' },
      { name: 'firstName' as const, value: 'Jo' },
    ]
    const owner = await fixture.newOwner()
    const { customerNumber, accountNumber } = await fixture.issuing.registerCustomer({
      productName: 'CRCU1001',
      parameters,
    })
    const body = issuing({ ...owner, accountNumber: accountNumber! }, { rest: { deliveryMethod: 'HALF_AND_HALF' } })
    await declined(fixture, 'createVirtualCard', body, '92', 'phone')
    const list = await fixture.issuing.getCardListByOwner({ cardIdentification: { customerId: customerNumber } })
    expect(list.cards).toEqual([])
  },
  async '4.4 createVirtualCard takes the number, identifier, bar code and CVV2 that are asked for'(fixture) {
    const owner = await fixture.newOwner()
    const cardNumber = freshNumber()
    const wanted = { cardNumber, cardId: `id-${cardNumber}`, barCode: `bar-${cardNumber}`, cvv2: '777' }
    const mask = `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
    expect(await issue(fixture, owner, { virtual: { ...wanted, cardNumberMask: mask } })).toMatchObject(wanted)
    const card = { ...owner, cardNumber }
    expect([await pays(fixture, card, { cvv2: '777' }), await pays(fixture, card, { cvv2: '778' })]).toEqual([
      '00',
      'AB',
    ])
    const byBarCode = { cardIdentification: { barCode: wanted.barCode } }
    expect(await fixture.issuing.cardStatusInquiry(byBarCode)).toEqual({ hotCardStatus: 0 })
  },
  async '4.4 createVirtualCard gives nothing twice: AA'(fixture) {
    const owner = await fixture.newOwner()
    const cardNumber = freshNumber()
    const wanted = { cardNumber, cardId: `id-${cardNumber}`, barCode: `bar-${cardNumber}` }
    await issue(fixture, owner, { virtual: wanted })
    for (const [field, value] of Object.entries(wanted))
      await declined(fixture, 'createVirtualCard', issuing(owner, { virtual: { [field]: value } }), 'AA', field)
    const again = issuing(owner, { virtual: { cardNumber: freshNumber(), cardNumberMask: '400000******9999' } })
    await declined(fixture, 'createVirtualCard', again, '92', 'cardNumberMask')
  },
  async '4.4 createVirtualCard with an amount makes it the default limit of the new card'(fixture) {
    const owner = await fixture.newOwner()
    const result = await issue(fixture, owner, { rest: { amount: 250 } })
    const card = { ...owner, cardNumber: result['cardNumber']! }
    const { limits } = await fixture.issuing.getCardLimits({ cardIdentification: { cardNumber: card.cardNumber } })
    expect(limits!.find(({ name }) => name === 'CARD_TOTAL')).toMatchObject({ value: 250, currentValue: 0 })
    expect([await pays(fixture, card), await pays(fixture, card), await pays(fixture, card)]).toEqual([
      '00',
      '00',
      '61',
    ])
  },
  async '4.4 createVirtualCard puts personalData on the card, strictly the customer’s name'(fixture) {
    const owner = await fixture.newOwner()
    const personal = { rest: { personalData: { firstName: 'Ann', lastName: 'Roe' } } }
    const nameOn = async ({ cardId }: Report): Promise<string | undefined> =>
      (await fixture.issuing.getCardData({ cardIdentification: { cardId: cardId! } })).cardData!.embossedName
    expect(await nameOn(await issue(fixture, owner, personal))).toBe('ANN ROE')
    fixture.setRules('strict')
    expect(await nameOn(await issue(fixture, owner, personal))).toBe('DOE JO')
  },
})

const written = rulesOf({
  async '4.4 createVirtualCard takes an expiry from the present month on, to whose end the card pays'(fixture) {
    const owner = await fixture.newOwner()
    const now = new Date(fixture.clock.now())
    const month = (ahead: number): string =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7).replace('-', '')
    await declined(fixture, 'createVirtualCard', issuing(owner, { virtual: { expDate: month(-1) } }), '92', 'expDate')
    const card = await issue(fixture, owner, { virtual: { expDate: month(0) } })
    expect(card).toMatchObject({ expDate: month(0) })
    fixture.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - 1 - fixture.clock.now())
    expect(await pays(fixture, { ...owner, cardNumber: card['cardNumber']! })).toBe('00')
    fixture.clock.advance(1)
    expect(await pays(fixture, { ...owner, cardNumber: card['cardNumber']! })).toBe('33')
  },
  async '4.4 createVirtualCard issues nothing on an account that is not active'(fixture) {
    const owner = await fixture.newOwner()
    await fixture.issuing.changeAccountStatus({ accountNumber: owner.accountNumber, accountStatus: 2 })
    await declined(fixture, 'createVirtualCard', issuing(owner), '36', 'accountNumber')
  },
  async '4.4 createVirtualCard refuses fields of a wrong form, by name'(fixture) {
    const owner = await fixture.newOwner()
    for (const [field, change] of malformed)
      await badlyFormed(fixture, 'createVirtualCard', issuing(owner, change), field)
  },
  async '8 strict: the amount of a new virtual card is 0, its currency 978, and its delivery WS'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    for (const [field, value] of Object.entries({ amount: 1, currency: 840, deliveryMethod: 'HALF_AND_HALF' }))
      await declined(fixture, 'createVirtualCard', issuing(owner, { rest: { [field]: value } }), '92', field)
    expect(await issue(fixture, owner)).toMatchObject({ productType: '5C' })
  },
})

const refusing: readonly Rule[] = [
  ...refusals.map(([what, change, responseCode, field]): Rule => [
    `4.4 createVirtualCard refuses ${what}`,
    async (fixture) => {
      const owner = await fixture.newOwner()
      await declined(fixture, 'createVirtualCard', issuing(owner, change), responseCode, field)
    },
  ]),
  ...written,
]

/** createVirtualCard (4.4). */
export const virtualCardRules: readonly Rule[] = [...answering, ...refusing]
