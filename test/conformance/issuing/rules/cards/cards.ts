import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect } from 'vitest'
import { namingRules } from '../../naming.ts'
import { badlyFormed, declined } from '../../refused.ts'
import type { Owner } from '../../fixture.ts'
import { rulesOf, type Rule } from '../rule.ts'

const byNumber = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })

/** The card data that the document's sandbox returns. */
const strictly = (owner: Owner) => ({
  cardNumber: owner.cardNumber,
  cardNumberMask: `${owner.cardNumber.slice(0, 6)}******${owner.cardNumber.slice(-4)}`,
  expiryDate: '203412',
  cardId: owner.cardId,
  hotCardStatus: 0,
  hotCardStatusDescription: 'Valid card',
  cardTypeName: '5C',
  embossedName: 'DOE JO',
  customerId: owner.customerNumber,
  personId: owner.customerNumber,
  pinDenialCounter: 0,
  plasticNumber: 1,
  cardholderMobilePhoneNumber: owner.phone,
  cardIsPrimary: false,
  cardBindToCustomer: false,
  customerIsCardholder: false,
  accounts: [
    {
      number: owner.accountNumber,
      currency: 978,
      currencyAlphaCode: 'EUR',
      balance: 10_000_00,
      creditLimit: 0,
      customerId: owner.customerNumber,
      defaultAccount: true,
      accountType: 0,
    },
  ],
})

const fully = (owner: Owner) => ({
  ...strictly(owner),
  cardIsPrimary: true,
  cardBindToCustomer: true,
  customerIsCardholder: true,
  formattedExpiryDate: '12/34',
  customerName: 'Doe Jo',
  email: `${owner.customerNumber}@shop.example`,
  cardContractId: owner.accountNumber,
  cardPlasticId: `${owner.cardId}-1`,
  cardPlasticDescription: expect.any(String) as string,
  cardCreationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
  directDebitAccount: owner.accountNumber,
  customParameters: [],
})

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyForms = {
  PEM: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  'base64 of SubjectPublicKeyInfo': publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  'base64 of PKCS #1': publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
}
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey

const written = rulesOf({
  async '2.7 getCardData returns every field of a card'(fixture) {
    const owner = await fixture.newOwner()
    expect(await fixture.send('getCardData', byNumber(owner))).toEqual({
      status: 200,
      body: { cardData: fully(owner) },
    })
  },
  async '2.7 strict: getCardData returns some fields, three of which are false, and one account'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    const answer = await fixture.send('getCardData', byNumber(owner))
    expect(answer).toEqual({ status: 200, body: { cardData: strictly(owner) } })
  },
  async '4.4 getCardData refuses a key that is no RSA key'(fixture) {
    const owner = await fixture.newOwner()
    const wrong = ['nonsense', elliptic.export({ type: 'spki', format: 'pem' }) as string]
    for (const rsaPublicKey of wrong)
      await declined(fixture, 'getCardData', { ...byNumber(owner), rsaPublicKey }, '92', 'rsaPublicKey')
    await badlyFormed(fixture, 'getCardData', { ...byNumber(owner), rsaPublicKey: '' }, 'rsaPublicKey')
  },
  async '4.4 strict: getCardData takes no RSA key'(fixture) {
    const owner = await fixture.newOwner()
    fixture.setRules('strict')
    const request = { ...byNumber(owner), rsaPublicKey: keyForms.PEM }
    await declined(fixture, 'getCardData', request, '92', 'rsaPublicKey')
  },
  async '4.4 getCardListByOwner lists the cards of a customer, a phone or an e-mail, as getCardData returns them'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const email = `${owner.customerNumber}@SHOP.example`
    for (const cardIdentification of [
      { customerId: owner.customerNumber },
      { phoneNumber: `+${owner.phone}` },
      { email },
    ])
      expect(await fixture.send('getCardListByOwner', { cardIdentification })).toEqual({
        status: 200,
        body: { cards: [fully(owner)] },
      })
  },
  async '4.4 getCardListByOwner lists none for a phone or an e-mail that nobody has; a customer must be known'(
    fixture,
  ) {
    for (const cardIdentification of [{ phoneNumber: '375290000000' }, { email: 'nobody@shop.example' }])
      expect(await fixture.issuing.getCardListByOwner({ cardIdentification })).toEqual({ cards: [] })
    const nobody = { cardIdentification: { customerId: 'nobody' } }
    await declined(fixture, 'getCardListByOwner', nobody, 'AD', 'customerId')
  },
  async '4.4 getCardListByOwner refuses an owner who is not named, or named in two ways'(fixture) {
    const { customerNumber, phone, cardNumber } = await fixture.newOwner()
    for (const cardIdentification of [{}, { cardNumber }, { customerId: customerNumber, phoneNumber: phone }])
      await badlyFormed(fixture, 'getCardListByOwner', { cardIdentification }, 'cardIdentification')
  },
  async '4.4 getCardFees lists the fees that payments are charged, in percent'(fixture) {
    const { cardNumber } = await fixture.newOwner()
    const { fees } = await fixture.issuing.getCardFees({ cardNumber })
    expect(fees).toContainEqual({ feeType: 'P2P_TRANSFER', feeValue: 0.5 })
    expect(await fixture.send('getCardFees', { cardNumber: Number(cardNumber) })).toEqual({
      status: 200,
      body: { fees },
    })
  },
  async '4.4 getCardFees refuses a card that is unknown, not named, or no number'(fixture) {
    await declined(fixture, 'getCardFees', { cardNumber: '4000009999999999' }, '14', 'cardNumber')
    for (const cardNumber of [undefined, 'x', '1', '1'.repeat(20)])
      await badlyFormed(fixture, 'getCardFees', { cardNumber }, 'cardNumber')
  },
  async '4.4 getTransactionSchemeAdditions lists the schemes of the card’s product, or of one template'(fixture) {
    const { cardId } = await fixture.newOwner()
    const ask = async (rest: object) =>
      (await fixture.issuing.getTransactionSchemeAdditions({ cardIdentification: { cardId }, ...rest }))
        .transactionSchemeAdditions
    const all = await ask({})
    expect(all!.map(({ domain }) => domain)).toEqual(['ECOMMERCE', 'POS', 'P2P'])
    expect(all![0]).toEqual({
      id: 101,
      domain: 'ECOMMERCE',
      countryGroup: 0,
      mccGroup: 0,
      transactionType: 0,
      posDataCode: expect.stringMatching(/^[\d*]{12}$/),
    })
    expect(await ask({ templateSchemeId: 2 })).toEqual(all!.slice(2))
    expect(await ask({ templateSchemeId: 3 })).toEqual([])
  },
})

const reading: readonly Rule[] = [
  ...Object.entries(keyForms).map(([form, rsaPublicKey]): Rule => [
    `4.4 getCardData with an RSA key as ${form} answers the number encrypted, and not in the clear`,
    async (fixture) => {
      const owner = await fixture.newOwner()
      const { cardData } = await fixture.issuing.getCardData({ ...byNumber(owner), rsaPublicKey })
      const encryptedCardNumber = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) as string
      expect(cardData).toEqual({ ...fully(owner), cardNumber: cardData!.encryptedCardNumber, encryptedCardNumber })
      const sealed = Buffer.from(cardData!.encryptedCardNumber!, 'base64')
      // Node no longer decrypts PKCS #1 v1.5, or returns random text for an error; the raw block shows the padding.
      const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sealed)
      expect(block.subarray(0, 2)).toEqual(Buffer.from([0, 2]))
      expect(block.subarray(block.indexOf(0, 2) + 1).toString()).toBe(owner.cardNumber)
    },
  ]),
  ...written,
]

/** The requests about cards (4.4). */
export const cardRules: readonly Rule[] = [
  ...reading,
  ...namingRules({ operation: 'getCardData', finders: ['number', 'id'], status: 422 }),
  ...namingRules({ operation: 'getTransactionSchemeAdditions', finders: ['id'], status: 422 }),
]
