import { expect } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { maskOf } from '../../naming.ts'
import { badlyFormed } from '../../refused.ts'
import { castOf, rightRequests, type Name } from '../../right-requests.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import { rulesOf, type Rule } from '../rule.ts'

const usual = 'number, id, bar code, mask and holder, mask and phone'

/** The ways to identify a card in each operation, as documented (4.3, 4.4); where none is shown, number or id. */
const accepted: Readonly<Record<string, string>> = {
  serviceAction: 'number, bar code, mask and phone',
  blockCard: 'number, id',
  validateCard: 'number, id, mask and holder, mask and phone',
  bindCardToAccount: 'number',
  getCardLimits: 'number, id',
  addCardLimitException: usual,
  changeCardLimit: 'number, id',
  getPin: 'number, id',
  changePin: 'number, id',
  resetPinCounter: 'number, id',
  generateCVC2: usual,
  setGeoRestrictions: 'number, id',
  getGeoRestrictions: 'number, id',
  cardStatusInquiry: usual,
  changeCardStatus: 'number, id',
  createVirtualCard: 'number',
  getCardData: 'number, id',
  getCardListByOwner: 'customer, phone, e-mail',
  getTransactionSchemeAdditions: 'id',
  debitCard: usual,
  p2PTransfer: 'number',
  getTransactions: 'number, id',
  getTransactionCurrencies: 'id',
}

/** Every identifier of a card that some operation accepts, and the single fields of 2.2 that none does. */
const findersTo = (owner: Owner) => ({
  number: { cardNumber: owner.cardNumber },
  id: { cardId: owner.cardId },
  'bar code': { barCode: `bar-${owner.cardId}` },
  'mask and holder': { cardNumberMask: maskOf(owner), cardholderId: owner.customerNumber },
  'mask and phone': { cardNumberMask: maskOf(owner), phoneNumber: owner.phone },
  customer: { customerId: owner.customerNumber },
  phone: { phoneNumber: owner.phone },
  'e-mail': { email: `${owner.customerNumber}@shop.example` },
  mask: { cardNumberMask: maskOf(owner) },
  holder: { cardholderId: owner.customerNumber },
  'last digits': { cardLastDigitMask: owner.cardNumber.slice(-4) },
  'mask and e-mail': { cardNumberMask: maskOf(owner), email: `${owner.customerNumber}@shop.example` },
  'mask and customer': { cardNumberMask: maskOf(owner), customerId: owner.customerNumber },
  'last digits and phone': { cardLastDigitMask: owner.cardNumber.slice(-4), phoneNumber: owner.phone },
  'encrypted number': { encryptedCardNumber: 'AAAA' },
  'customer number': { customerNumber: owner.customerNumber },
  'external id': { externalCardId: owner.cardId },
  token: { token: 'a-token' },
  'expiry alone': {},
  'number and id': { cardNumber: owner.cardNumber, cardId: owner.cardId },
  'number and bar code': { cardNumber: owner.cardNumber, barCode: 'x' },
  'number and customer': { cardNumber: owner.cardNumber, customerId: owner.customerNumber },
  'mask, holder and number': {
    cardNumberMask: maskOf(owner),
    cardholderId: owner.customerNumber,
    cardNumber: owner.cardNumber,
  },
})
type Path = keyof ReturnType<typeof findersTo>

const fieldOf = (name: Name): string => (name === 'p2PTransfer' ? 'sourceCardIdentification' : 'cardIdentification')

/** Fields that the operation needs with every identifier. */
const besides: Readonly<Record<string, (owner: Owner) => object>> = {
  serviceAction: ({ expDate }) => ({ expDate }),
  bindCardToAccount: ({ expDate }) => ({ expDate }),
  p2PTransfer: ({ expDate }) => ({ expDate }),
}

/** An owner whose card has a bar code. */
async function barCoded({ issuing, ...fixture }: Fixture): Promise<Owner> {
  const owner = await fixture.newOwner()
  const cardId = `card-of-${owner.customerNumber}`
  const { virtualCardIdentification: card } = await issuing.createVirtualCard({
    cardIdentification: { cardNumber: '4000000000000000' },
    virtualCardIdentification: { expDate: owner.expDate, productType: '5C', cardId, barCode: `bar-${cardId}` },
    amount: 0,
    currency: 978,
    accountNumber: owner.accountNumber,
  })
  return { ...owner, cardNumber: card!.cardNumber!, cardId }
}

const matrix = (name: Name): Rule => [
  `2.2 ${name} takes a card that is named by ${accepted[name]}, and by nothing else`,
  async (fixture) => {
    const cast = { ...(await castOf(fixture)), owner: await barCoded(fixture) }
    const { owner } = cast
    const body = rightRequests[name](cast)
    for (const [screen, named] of Object.entries(findersTo(owner)) as [Path, object][]) {
      const request = { ...body, [fieldOf(name)]: { ...besides[name]?.(owner), ...named } }
      if (!accepted[name]!.split(', ').includes(screen)) {
        await badlyFormed(fixture, name, request, fieldOf(name))
        continue
      }
      const answer = await fixture.send(name, request)
      expect([screen, answer.status, JSON.stringify(answer.body)]).toEqual([
        screen,
        expect.any(Number),
        expect.not.stringMatching(/names no card|named by|given with/),
      ])
      expect(answer.status).not.toBe(400)
    }
  },
]

/** Issues two cards of one owner with the same mask; their numbers differ in hidden digits. */
async function twins({ issuing, ...fixture }: Fixture): Promise<Owner> {
  const owner = await fixture.newOwner()
  const serial = owner.customerNumber.slice(1)
  for (const cardNumber of same(serial))
    await issuing.createVirtualCard({
      cardIdentification: { cardNumber: '4000000000000000' },
      virtualCardIdentification: { expDate: owner.expDate, productType: '5C', cardNumber },
      amount: 0,
      currency: 978,
      accountNumber: owner.accountNumber,
    })
  return { ...owner, cardNumber: same(serial)[0]! }
}

/** Moving 1 between two digits of equal weight leaves the check digit as it is. */
const same = (serial: string): readonly string[] =>
  ['10', '01'].map((moved) => withCheckDigit(`400000${serial.slice(-3)}${moved[0]}0${moved[1]}999`))

const withCheckDigit = (digits: string): string => {
  const weighed = [...digits].map((digit, at) =>
    at % 2 ? Number(digit) : Number(digit) * 2 - (Number(digit) > 4 ? 9 : 0),
  )
  return `${digits}${(10 - (weighed.reduce((sum, one) => sum + one, 0) % 10)) % 10}`
}

const written = rulesOf({
  '2.2 every operation that takes a cardIdentification is in the table of how it is named'() {
    const named = (Object.keys(issuingApi) as Name[]).filter((name) => fieldOf(name) in issuingApi[name].request.shape)
    expect(named.toSorted()).toEqual(Object.keys(accepted).toSorted())
  },
  async '2.2 a mask that two cards of one holder, or of one phone, have names neither: 14'(fixture) {
    const owner = await twins(fixture)
    for (const second of [{ cardholderId: owner.customerNumber }, { phoneNumber: owner.phone }]) {
      const cardIdentification = { cardNumberMask: maskOf(owner), ...second }
      expect(await fixture.send('cardStatusInquiry', { cardIdentification })).toEqual({
        status: 422,
        body: { responseCode: '14', message: 'cardIdentification names more than one card' },
      })
    }
  },
  async '2.2 what is sent beside two names of a card together, or beside its owner, must be so too'(fixture) {
    const owner = await fixture.newOwner()
    const by = { cardNumberMask: maskOf(owner), cardholderId: owner.customerNumber }
    const ask = (phoneNumber: string) =>
      fixture.send('cardStatusInquiry', { cardIdentification: { ...by, phoneNumber } })
    expect(await ask(owner.phone)).toMatchObject({ status: 200 })
    expect(await ask('375290000000')).toMatchObject({
      status: 422,
      body: { responseCode: '14', message: 'cardIdentification.phoneNumber is not that of the card' },
    })
    const cardIdentification = { customerId: owner.customerNumber, institutionId: '2' }
    expect(await fixture.issuing.getCardListByOwner({ cardIdentification })).toEqual({ cards: [] })
  },
})

const others: readonly Rule[] = [
  ...(
    [
      ['plasticNumber', '14', () => 2],
      ['phoneNumber', '14', () => '375290000000'],
      ['cardTypeCode', '14', () => '6C'],
      ['institutionId', '14', () => '2'],
      ['cardNumberMask', '30', () => '400000******0000'],
      ['expDate', '14', () => '203411'],
      ['cvv2', 'AB', (cvc2: string) => (cvc2 === '000' ? '001' : '000')],
    ] as const
  ).map(([field, responseCode, wrong]): Rule => [
    `2.2 ${field} that is sent beside the number of a card and is not its own is refused with ${responseCode}`,
    async (fixture) => {
      const owner = await fixture.newOwner()
      const { cardNumber } = owner
      const { cvc2 } = await fixture.issuing.generateCVC2({ cardIdentification: { cardNumber }, deliveryMethod: 'WS' })
      const right = {
        plasticNumber: 1,
        phoneNumber: owner.phone,
        cardTypeCode: '5C',
        institutionId: '1',
        expDate: owner.expDate,
        cvv2: cvc2,
      }
      const inquire = (cardIdentification: object) => fixture.send('cardStatusInquiry', { cardIdentification })
      expect(await inquire({ cardNumber, ...right })).toMatchObject({ status: 200, body: { hotCardStatus: 0 } })
      expect(await inquire({ cardNumber, [field]: wrong(cvc2!) })).toMatchObject({
        status: responseCode === '30' ? 400 : 422,
        body: { responseCode, message: expect.stringContaining(responseCode === '30' ? 'named' : field) },
      })
    },
  ]),
  ...written,
]

/** CardIdentification (2.2): each operation with every identifier of a card. */
export const cardNamingRules: readonly Rule[] = [...(Object.keys(accepted) as Name[]).map(matrix), ...others]
