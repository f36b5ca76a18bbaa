import { expect } from 'vitest'
import { eventsOf, pays } from '../../card-history.ts'
import { namingRules } from '../../naming.ts'
import { badlyFormed, notDone } from '../../refused.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import {
  masterKey,
  opened,
  pinBlock,
  pinBlockOfFormat4,
  pinFieldOf,
  PUBLISHED_PIN_KEY,
  sealed,
} from '../../terminal.ts'
import { rulesOf, type Rule } from '../rule.ts'

const byNumber = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })
const done = { status: 200, body: { responseCode: '00' } }

const changing = (owner: Owner, pin: string, key = PUBLISHED_PIN_KEY) => ({
  ...byNumber(owner),
  newPinData: pinBlock(key, pin, owner.cardNumber),
})
const change = (fixture: Fixture, owner: Owner, pin = '1234') => fixture.send('changePin', changing(owner, pin))

/** Verifies a PIN and returns the responseCode. */
async function present(fixture: Fixture, owner: Owner, pin: string): Promise<string> {
  const pinData = pinBlock(PUBLISHED_PIN_KEY, pin, owner.cardNumber)
  const { body } = await fixture.send('verifyPin', { ...byNumber(owner), pinData })
  return (body as { responseCode: string }).responseCode
}

const denialsOf = async ({ issuing }: Fixture, owner: Owner) =>
  (await issuing.getCardData(byNumber(owner))).cardData!.pinDenialCounter

const acceptorOf = (terminalIdentification: string) => ({
  cardAcceptorParameters: { terminalIdentification, merchantIdentification: 'PIN', merchantType: '6011' },
})

let terminals = 0

/** A terminal with a PIN key of its own; the key is in the clear. */
async function newTerminal({ issuing }: Fixture): Promise<{ number: string; key: string }> {
  const number = `P${++terminals}`
  const request = { terminalNumber: number, hostId: 3, keyType: 'ENKTTMKP', keyLength: 'ENKL_0032' } as const
  const { keyValue } = await issuing.generateKey(request)
  return { number, key: opened(masterKey(3), keyValue!) }
}

const pins = rulesOf({
  async '4.4 changePin takes a PIN block of 32 hexadecimal digits, ISO 9564 format 4 under AES'(fixture) {
    const owner = await fixture.newOwner()
    const newPinData = pinBlockOfFormat4(PUBLISHED_PIN_KEY, '2468', owner.cardNumber)
    expect(await fixture.send('changePin', { ...byNumber(owner), newPinData })).toEqual(done)
    expect(await present(fixture, owner, '2468')).toBe('00')
    expect(await present(fixture, owner, '2469')).toBe('55')
    const other = pinBlockOfFormat4(PUBLISHED_PIN_KEY, '2468', '4000000000000002')
    await notDone(fixture, 'changePin', { ...byNumber(owner), newPinData: other }, '92', 'no ISO 9564 format 4 block')
  },
  async '4.4 changePin takes a PIN in an ISO 9564 format 0 block, and the read operation answers it in such a block'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    expect(await change(fixture, owner)).toEqual(done)
    const { body } = await fixture.send('getPin', byNumber(owner))
    expect(body).toEqual({ responseCode: '00', encryptedPinValue: [expect.stringMatching(/^[0-9A-F]{16}$/)] })
    const [block] = (body as { encryptedPinValue: string[] }).encryptedPinValue
    expect(pinFieldOf(PUBLISHED_PIN_KEY, block!, owner.cardNumber)).toBe('041234FFFFFFFFFF')
    expect((await eventsOf(fixture, owner)).at(-1)).toBe('PIN_CHANGE')
  },
  async 'sandbox changePin and the read operation use the terminal’s own key for PIN'(fixture) {
    const owner = await fixture.newOwner()
    const { number, key } = await newTerminal(fixture)
    const request = { ...changing(owner, '987654', key), ...acceptorOf(number) }
    expect(await fixture.send('changePin', request)).toEqual(done)
    expect(await present(fixture, owner, '987654')).toBe('00')
    const { encryptedPinValue } = await fixture.issuing.getPin({ ...byNumber(owner), ...acceptorOf(number) })
    expect(pinFieldOf(key, encryptedPinValue![0]!, owner.cardNumber)).toBe('06987654FFFFFFFF')
    const underAnother = { ...changing(owner, '1111'), ...acceptorOf(number) }
    await notDone(fixture, 'changePin', underAnother, '92', 'newPinData')
  },
  async 'sandbox changePin takes PINs of 4 to 12 digits'(fixture) {
    const owner = await fixture.newOwner()
    for (const pin of ['0000', '123456789012']) expect(await change(fixture, owner, pin)).toEqual(done)
    for (const pin of ['123', '1234567890123'])
      await notDone(fixture, 'changePin', changing(owner, pin), '92', '4 to 12')
    expect(await present(fixture, owner, '123456789012')).toBe('00')
  },
  async 'sandbox changePin refuses a block of another card, of another format, or of nonsense'(fixture) {
    const [owner, other] = [await fixture.newOwner(), await fixture.newOwner()]
    const { newPinData } = changing(other, '123456')
    await notDone(fixture, 'changePin', { ...byNumber(owner), newPinData }, '92', 'newPinData')
    const format1 = sealed(PUBLISHED_PIN_KEY, '141234FFFFFFFFFF')
    await notDone(fixture, 'changePin', { ...byNumber(owner), newPinData: format1 }, '92', 'newPinData')
    for (const wrong of ['0'.repeat(15), '0'.repeat(17)])
      await badlyFormed(fixture, 'changePin', { ...byNumber(owner), newPinData: wrong }, 'newPinData')
    await notDone(fixture, 'getPin', byNumber(owner), 'A8', 'no PIN')
  },
  async '4.4 resetPinCounter forgets the wrong PINs, makes the card valid again, and returns how it was processed'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    await change(fixture, owner)
    for (const code of ['55', '55', '75']) expect(await present(fixture, owner, '9999')).toBe(code)
    expect(await denialsOf(fixture, owner)).toBe(3)
    expect(await pays(fixture, owner)).toBe('75')
    expect(await fixture.send('resetPinCounter', byNumber(owner))).toEqual({
      status: 200,
      body: {
        responseCode: '00',
        processingCode: expect.stringMatching(/^\d{6}$/),
        systemTraceAuditNumber: expect.any(Number),
        localTransactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        rrn: expect.stringMatching(/^\d{12}$/),
        authorizationIdResponse: expect.stringMatching(/^\d{6}$/),
      },
    })
    expect([await denialsOf(fixture, owner), await pays(fixture, owner)]).toEqual([0, '00'])
    expect(await present(fixture, owner, '1234')).toBe('00')
  },
  async '4.4 resetPinCounter leaves a card blocked that wrong PINs have not blocked'(fixture) {
    const owner = await fixture.newOwner()
    await fixture.issuing.blockCard({ ...byNumber(owner), hotCardStatus: 6 })
    expect(await fixture.issuing.resetPinCounter(byNumber(owner))).toMatchObject({ responseCode: '00' })
    expect(await fixture.issuing.cardStatusInquiry(byNumber(owner))).toEqual({ hotCardStatus: 6 })
  },
})

const verifying = rulesOf({
  async 'sandbox verifyPin counts wrong PINs in a row, and the third blocks the card with 13'(fixture) {
    const owner = await fixture.newOwner()
    await change(fixture, owner)
    const at = new Date(fixture.clock.now()).toISOString().replace(/\.\d+Z/, '+00:00')
    expect([await present(fixture, owner, '9999'), await present(fixture, owner, '9999')]).toEqual(['55', '55'])
    expect(await present(fixture, owner, '1234')).toBe('00')
    expect(await denialsOf(fixture, owner)).toBe(0)
    for (const code of ['55', '55', '75', '75']) expect(await present(fixture, owner, '9999')).toBe(code)
    expect(await present(fixture, owner, '1234')).toBe('75')
    const { cardData } = await fixture.issuing.getCardData(byNumber(owner))
    expect(cardData).toMatchObject({ hotCardStatus: 13, pinDenialCounter: 3, lastWrongPinDate: at })
  },
  async 'sandbox verifyPin: changePin forgets the wrong PINs, but lets no blocked card pay'(fixture) {
    const owner = await fixture.newOwner()
    await change(fixture, owner)
    await present(fixture, owner, '9999')
    await change(fixture, owner, '5678')
    expect(await denialsOf(fixture, owner)).toBe(0)
    for (let tries = 0; tries < 3; tries++) await present(fixture, owner, '9999')
    await change(fixture, owner)
    expect([await denialsOf(fixture, owner), await pays(fixture, owner)]).toEqual([3, '75'])
  },
  async 'sandbox verifyPin counts nothing that is no PIN, and reports a card without one'(fixture) {
    const owner = await fixture.newOwner()
    const pinData = sealed(PUBLISHED_PIN_KEY, '141234FFFFFFFFFF')
    await notDone(fixture, 'verifyPin', { ...byNumber(owner), pinData }, '92', 'pinData')
    expect(await present(fixture, owner, '1234')).toBe('A8')
    expect(await denialsOf(fixture, owner)).toBe(0)
  },
})

const mask = ({ cardNumber }: Owner): string => `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`
const generate = async (fixture: Fixture, owner: Owner, rest: object = {}, named: object = {}) => {
  const cardIdentification = { cardNumber: owner.cardNumber, ...named }
  const { status, body } = await fixture.send('generateCVC2', { cardIdentification, ...rest })
  expect(status).toBe(200)
  return body as { readonly cvc2?: string }
}
const textsTo = ({ phones }: Fixture, phone: string): string[] => phones.inboxOf(phone).map(({ text }) => text)

const cvcs = rulesOf({
  async '4.4 generateCVC2 with WS, or no deliveryMethod, answers the CVC2 that payments are checked by'(fixture) {
    const owner = await fixture.newOwner()
    const answer = await generate(fixture, owner, { deliveryMethod: 'WS' })
    expect(answer).toEqual({
      responseCode: '00',
      cardNumberMask: mask(owner),
      cardNumber: owner.cardNumber,
      cvc2: expect.stringMatching(/^\d{3}$/),
    })
    expect(await generate(fixture, owner)).toEqual(answer)
    const wrong = answer.cvc2 === '000' ? '001' : '000'
    expect([await pays(fixture, owner, { cvv2: answer.cvc2 }), await pays(fixture, owner, { cvv2: wrong })]).toEqual([
      '00',
      'AB',
    ])
    expect((await eventsOf(fixture, owner)).at(-1)).toBe('CVC2_GENERATION')
  },
  async '4.4 generateCVC2 with SMS sends the CVC2 to the phone that is given, and answers the mask alone'(fixture) {
    const owner = await fixture.newOwner()
    const { cvc2 } = await generate(fixture, owner)
    const phoneNumber = `3752988${String(++terminals).padStart(5, '0')}`
    const answer = await generate(fixture, owner, { deliveryMethod: 'SMS' }, { phoneNumber })
    expect(answer).toEqual({ responseCode: '00', cardNumberMask: mask(owner) })
    expect(textsTo(fixture, phoneNumber)).toEqual([expect.stringContaining(`: ${cvc2}`)])
    expect(textsTo(fixture, owner.phone)).toEqual([])
  },
  async '4.4 generateCVC2 with SMS needs phoneNumber in cardIdentification'(fixture) {
    const { cardNumber } = await fixture.newOwner()
    const body = { cardIdentification: { cardNumber }, deliveryMethod: 'SMS' }
    await badlyFormed(fixture, 'generateCVC2', body, 'cardIdentification.phoneNumber')
  },
  async '4.4 generateCVC2 with HALF_AND_HALF answers the mask, and an SMS carries the CVC2 and the rest of the number'(
    fixture,
  ) {
    const owner = await fixture.newOwner()
    const { cvc2 } = await generate(fixture, owner)
    const answer = await generate(fixture, owner, { deliveryMethod: 'HALF_AND_HALF' })
    expect(answer).toEqual({ responseCode: '00', cardNumberMask: mask(owner) })
    const [text] = textsTo(fixture, owner.phone)
    expect(text).toContain(`${owner.cardNumber.slice(6, -4)}, CVC2: ${cvc2}`)
    expect(text).not.toContain(owner.cardNumber)
  },
  async 'sandbox generateCVC2 with WS_ENCRYPTED answers the CVC2 in a format 0 block under the key for PIN'(fixture) {
    const owner = await fixture.newOwner()
    const { cvc2: clear } = await generate(fixture, owner)
    const { number, key } = await newTerminal(fixture)
    const published = await generate(fixture, owner, { deliveryMethod: 'WS_ENCRYPTED' })
    const own = await generate(fixture, owner, { deliveryMethod: 'WS_ENCRYPTED', ...acceptorOf(number) })
    const field = `03${clear}`.padEnd(16, 'F')
    expect(pinFieldOf(PUBLISHED_PIN_KEY, published.cvc2!, owner.cardNumber)).toBe(field)
    expect(pinFieldOf(key, own.cvc2!, owner.cardNumber)).toBe(field)
    expect(published).not.toHaveProperty('cardNumber')
  },
  async '4.4 generateCVC2 with NONE returns no code and sends nothing'(fixture) {
    const owner = await fixture.newOwner()
    const answer = await generate(fixture, owner, { deliveryMethod: 'NONE' })
    expect(answer).toEqual({ responseCode: '00', cardNumberMask: mask(owner) })
    expect(textsTo(fixture, owner.phone)).toEqual([])
  },
})

/** PIN and CVC2 (4.4). */
export const pinRules: readonly Rule[] = [
  ...pins,
  ...verifying,
  ...cvcs,
  ...namingRules({
    operation: 'changePin',
    finders: ['number', 'id'],
    rest: (owner) => ({ newPinData: changing(owner, '1234').newPinData }),
  }),
  ...namingRules({ operation: 'getPin', finders: ['number', 'id'] }),
  ...namingRules({ operation: 'resetPinCounter', finders: ['number', 'id'] }),
  ...namingRules({ operation: 'generateCVC2', finders: ['number', 'id', 'holder', 'phone'] }),
]
