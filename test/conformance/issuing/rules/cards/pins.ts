import { expect } from 'vitest'
import { eventsOf, pays } from '../../card-history.ts'
import { namingRules } from '../../naming.ts'
import { badlyFormed, notDone } from '../../refused.ts'
import type { Owner, Stage } from '../../stage.ts'
import { masterKey, opened, pinBlock, pinFieldOf, PUBLISHED_PIN_KEY, sealed } from '../../terminal.ts'
import type { Rule } from '../rule.ts'

const byNumber = ({ cardNumber }: Owner) => ({ cardIdentification: { cardNumber } })
const done = { status: 200, body: { responseCode: '00' } }

const changing = (owner: Owner, pin: string, key = PUBLISHED_PIN_KEY) => ({
  ...byNumber(owner),
  newPinData: pinBlock(key, pin, owner.cardNumber),
})
const change = (stage: Stage, owner: Owner, pin = '1234') => stage.send('changePin', changing(owner, pin))

/** The responseCode of presenting a PIN. */
async function present(stage: Stage, owner: Owner, pin: string): Promise<string> {
  const pinData = pinBlock(PUBLISHED_PIN_KEY, pin, owner.cardNumber)
  const { body } = await stage.send('verifyPin', { ...byNumber(owner), pinData })
  return (body as { responseCode: string }).responseCode
}

const denialsOf = async ({ issuing }: Stage, owner: Owner) =>
  (await issuing.getCardData(byNumber(owner))).cardData.pinDenialCounter

const acceptorOf = (terminalIdentification: string) => ({
  cardAcceptorParameters: { terminalIdentification, merchantIdentification: 'PIN', merchantType: '6011' },
})

let terminals = 0

/** A terminal with a key of its own for PIN, in the clear. */
async function newTerminal({ issuing }: Stage): Promise<{ number: string; key: string }> {
  const number = `P${++terminals}`
  const asked = { terminalNumber: number, hostId: 3, keyType: 'ENKTTMKP', keyLength: 'ENKL_0032' } as const
  const { keyValue } = await issuing.generateKey(asked)
  return { number, key: opened(masterKey(3), keyValue!) }
}

const pins: readonly Rule[] = [
  [
    '4.4 changePin takes a PIN in an ISO 9564 format 0 block, and the read operation answers it in such a block',
    async (stage) => {
      const owner = await stage.newOwner()
      expect(await change(stage, owner)).toEqual(done)
      const { body } = await stage.send('getPin', byNumber(owner))
      expect(body).toEqual({ responseCode: '00', encryptedPinValue: [expect.stringMatching(/^[0-9A-F]{16}$/)] })
      const [block] = (body as { encryptedPinValue: string[] }).encryptedPinValue
      expect(pinFieldOf(PUBLISHED_PIN_KEY, block!, owner.cardNumber)).toBe('041234FFFFFFFFFF')
      expect((await eventsOf(stage, owner)).at(-1)).toBe('PIN_CHANGE')
    },
  ],
  [
    'sandbox changePin and the read operation use the terminal’s own key for PIN',
    async (stage) => {
      const owner = await stage.newOwner()
      const { number, key } = await newTerminal(stage)
      const asked = { ...changing(owner, '987654', key), ...acceptorOf(number) }
      expect(await stage.send('changePin', asked)).toEqual(done)
      expect(await present(stage, owner, '987654')).toBe('00')
      const { encryptedPinValue } = await stage.issuing.getPin({ ...byNumber(owner), ...acceptorOf(number) })
      expect(pinFieldOf(key, encryptedPinValue![0]!, owner.cardNumber)).toBe('06987654FFFFFFFF')
      const underAnother = { ...changing(owner, '1111'), ...acceptorOf(number) }
      await notDone(stage, 'changePin', underAnother, '92', 'newPinData')
    },
  ],
  [
    'sandbox changePin takes PINs of 4 to 12 digits',
    async (stage) => {
      const owner = await stage.newOwner()
      for (const pin of ['0000', '123456789012']) expect(await change(stage, owner, pin)).toEqual(done)
      for (const pin of ['123', '1234567890123'])
        await notDone(stage, 'changePin', changing(owner, pin), '92', '4 to 12')
      expect(await present(stage, owner, '123456789012')).toBe('00')
    },
  ],
  [
    'sandbox changePin refuses a block of another card, of another format, or of nonsense',
    async (stage) => {
      const [owner, other] = [await stage.newOwner(), await stage.newOwner()]
      const { newPinData } = changing(other, '123456')
      await notDone(stage, 'changePin', { ...byNumber(owner), newPinData }, '92', 'newPinData')
      const format1 = sealed(PUBLISHED_PIN_KEY, '141234FFFFFFFFFF')
      await notDone(stage, 'changePin', { ...byNumber(owner), newPinData: format1 }, '92', 'newPinData')
      for (const wrong of [undefined, '', 'XYZ', '0'.repeat(15), '0'.repeat(17), { a: 1 }])
        await badlyFormed(stage, 'changePin', { ...byNumber(owner), newPinData: wrong }, 'newPinData')
      await notDone(stage, 'getPin', byNumber(owner), 'A8', 'no PIN')
    },
  ],
  [
    '4.4 resetPinCounter forgets the wrong PINs, makes the card valid again, and tells how it was processed',
    async (stage) => {
      const owner = await stage.newOwner()
      await change(stage, owner)
      for (const code of ['55', '55', '75']) expect(await present(stage, owner, '9999')).toBe(code)
      expect(await denialsOf(stage, owner)).toBe(3)
      expect(await pays(stage, owner)).toBe('75')
      expect(await stage.send('resetPinCounter', byNumber(owner))).toEqual({
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
      expect([await denialsOf(stage, owner), await pays(stage, owner)]).toEqual([0, '00'])
      expect(await present(stage, owner, '1234')).toBe('00')
    },
  ],
  [
    '4.4 resetPinCounter leaves a card blocked that wrong PINs have not blocked',
    async (stage) => {
      const owner = await stage.newOwner()
      await stage.issuing.blockCard({ ...byNumber(owner), hotCardStatus: 6 })
      expect(await stage.issuing.resetPinCounter(byNumber(owner))).toMatchObject({ responseCode: '00' })
      expect(await stage.issuing.cardStatusInquiry(byNumber(owner))).toEqual({ hotCardStatus: 6 })
    },
  ],
]

const verifying: readonly Rule[] = [
  [
    'sandbox verifyPin counts wrong PINs in a row, and the third blocks the card with 13',
    async (stage) => {
      const owner = await stage.newOwner()
      await change(stage, owner)
      const at = new Date(stage.clock.now()).toISOString().replace(/\.\d+Z/, '+00:00')
      expect([await present(stage, owner, '9999'), await present(stage, owner, '9999')]).toEqual(['55', '55'])
      expect(await present(stage, owner, '1234')).toBe('00')
      expect(await denialsOf(stage, owner)).toBe(0)
      for (const code of ['55', '55', '75', '75']) expect(await present(stage, owner, '9999')).toBe(code)
      expect(await present(stage, owner, '1234')).toBe('75')
      const { cardData } = await stage.issuing.getCardData(byNumber(owner))
      expect(cardData).toMatchObject({ hotCardStatus: 13, pinDenialCounter: 3, lastWrongPinDate: at })
    },
  ],
  [
    'sandbox verifyPin: changePin forgets the wrong PINs, but lets no blocked card pay',
    async (stage) => {
      const owner = await stage.newOwner()
      await change(stage, owner)
      await present(stage, owner, '9999')
      await change(stage, owner, '5678')
      expect(await denialsOf(stage, owner)).toBe(0)
      for (let tries = 0; tries < 3; tries++) await present(stage, owner, '9999')
      await change(stage, owner)
      expect([await denialsOf(stage, owner), await pays(stage, owner)]).toEqual([3, '75'])
    },
  ],
  [
    'sandbox verifyPin counts nothing that is no PIN, and tells of a card without one',
    async (stage) => {
      const owner = await stage.newOwner()
      const pinData = sealed(PUBLISHED_PIN_KEY, '141234FFFFFFFFFF')
      await notDone(stage, 'verifyPin', { ...byNumber(owner), pinData }, '92', 'pinData')
      expect(await present(stage, owner, '1234')).toBe('A8')
      expect(await denialsOf(stage, owner)).toBe(0)
    },
  ],
]

const mask = ({ cardNumber }: Owner): string => `${cardNumber.slice(0, 6)}**${cardNumber.slice(-4)}`
const generate = async (stage: Stage, owner: Owner, rest: object = {}, named: object = {}) => {
  const cardIdentification = { cardNumber: owner.cardNumber, ...named }
  const { status, body } = await stage.send('generateCVC2', { cardIdentification, ...rest })
  expect(status).toBe(200)
  return body as { readonly cvc2?: string }
}
const textsTo = ({ phones }: Stage, phone: string): string[] => phones.inboxOf(phone).map(({ text }) => text)

const cvcs: readonly Rule[] = [
  [
    '4.4 generateCVC2 with WS, or no deliveryMethod, answers the CVC2 that payments are checked by',
    async (stage) => {
      const owner = await stage.newOwner()
      const answer = await generate(stage, owner, { deliveryMethod: 'WS' })
      expect(answer).toEqual({
        responseCode: '00',
        cardNumberMask: mask(owner),
        cardNumber: owner.cardNumber,
        cvc2: expect.stringMatching(/^\d{3}$/),
      })
      expect(await generate(stage, owner)).toEqual(answer)
      const wrong = answer.cvc2 === '000' ? '001' : '000'
      expect([await pays(stage, owner, { cvv2: answer.cvc2 }), await pays(stage, owner, { cvv2: wrong })]).toEqual([
        '00',
        'AB',
      ])
      expect((await eventsOf(stage, owner)).at(-1)).toBe('CVC2_GENERATION')
    },
  ],
  [
    '4.4 generateCVC2 with SMS sends the CVC2 to the phone that is given, and answers the mask alone',
    async (stage) => {
      const owner = await stage.newOwner()
      const { cvc2 } = await generate(stage, owner)
      const phoneNumber = `3752988${String(++terminals).padStart(5, '0')}`
      const answer = await generate(stage, owner, { deliveryMethod: 'SMS' }, { phoneNumber })
      expect(answer).toEqual({ responseCode: '00', cardNumberMask: mask(owner) })
      expect(textsTo(stage, phoneNumber)).toEqual([expect.stringContaining(`: ${cvc2}`)])
      expect(textsTo(stage, owner.phone)).toEqual([])
    },
  ],
  [
    '4.4 generateCVC2 with SMS needs phoneNumber in cardIdentification',
    async (stage) => {
      const { cardNumber } = await stage.newOwner()
      const body = { cardIdentification: { cardNumber }, deliveryMethod: 'SMS' }
      await badlyFormed(stage, 'generateCVC2', body, 'cardIdentification.phoneNumber')
    },
  ],
  [
    '4.4 generateCVC2 with HALF_AND_HALF answers the mask, and an SMS carries the CVC2 and the rest of the number',
    async (stage) => {
      const owner = await stage.newOwner()
      const { cvc2 } = await generate(stage, owner)
      const answer = await generate(stage, owner, { deliveryMethod: 'HALF_AND_HALF' })
      expect(answer).toEqual({ responseCode: '00', cardNumberMask: mask(owner) })
      const [text] = textsTo(stage, owner.phone)
      expect(text).toContain(`${owner.cardNumber.slice(6, -4)}, CVC2: ${cvc2}`)
      expect(text).not.toContain(owner.cardNumber)
    },
  ],
  [
    'sandbox generateCVC2 with WS_ENCRYPTED answers the CVC2 in a format 0 block under the key for PIN',
    async (stage) => {
      const owner = await stage.newOwner()
      const { cvc2: clear } = await generate(stage, owner)
      const { number, key } = await newTerminal(stage)
      const published = await generate(stage, owner, { deliveryMethod: 'WS_ENCRYPTED' })
      const own = await generate(stage, owner, { deliveryMethod: 'WS_ENCRYPTED', ...acceptorOf(number) })
      const field = `03${clear}`.padEnd(16, 'F')
      expect(pinFieldOf(PUBLISHED_PIN_KEY, published.cvc2!, owner.cardNumber)).toBe(field)
      expect(pinFieldOf(key, own.cvc2!, owner.cardNumber)).toBe(field)
      expect(published).not.toHaveProperty('cardNumber')
    },
  ],
  [
    '4.4 generateCVC2 with NONE tells nothing and sends nothing',
    async (stage) => {
      const owner = await stage.newOwner()
      const answer = await generate(stage, owner, { deliveryMethod: 'NONE' })
      expect(answer).toEqual({ responseCode: '00', cardNumberMask: mask(owner) })
      expect(textsTo(stage, owner.phone)).toEqual([])
    },
  ],
  [
    '4.4 generateCVC2 refuses a deliveryMethod that there is none of',
    async (stage) => {
      const owner = await stage.newOwner()
      await badlyFormed(stage, 'generateCVC2', { ...byNumber(owner), deliveryMethod: 'FAX' }, 'deliveryMethod')
    },
  ],
]

/** PIN and CVC2 (4.4). */
export const pinRules: readonly Rule[] = [
  ...pins,
  ...verifying,
  ...cvcs,
  ...namingRules({
    operation: 'changePin',
    ways: ['number', 'id'],
    rest: (owner) => ({ newPinData: changing(owner, '1234').newPinData }),
  }),
  ...namingRules({ operation: 'getPin', ways: ['number', 'id'] }),
  ...namingRules({ operation: 'resetPinCounter', ways: ['number', 'id'] }),
  ...namingRules({ operation: 'generateCVC2', ways: ['number', 'id', 'holder', 'phone'] }),
]
