import { expect } from 'vitest'
import { declined, notDone } from '../../refused.ts'
import type { Owner, Fixture } from '../../fixture.ts'
import { masterKey, opened, pinBlock, sealed } from '../../terminal.ts'
import { rulesOf, type Rule } from '../rule.ts'

const HOST = 12
const clear = 'C8E0A47CB5D06E3BF1E3916EA2D5F84A'
const triple = `${clear}7A8C9B5D6E4F3B29`

const generation = (change: object = {}) => ({
  hostId: HOST,
  keyType: 'ENKTTMKP',
  keyLength: 'ENKL_0032',
  ...change,
})

const setting = (change: object = {}) => ({
  terminalNumber: 'K1',
  hostId: HOST,
  keyType: 'ENKTTMKP',
  inputKeyPrefix: 'X',
  key: sealed(masterKey(HOST), clear),
  newKeyPrefix: 'U',
  ...change,
})
const zerosUnder = (key: string): string => sealed(key, '0'.repeat(16))
const set = async (fixture: Fixture, change: object = {}) =>
  expect(await fixture.send('setKey', setting(change))).toEqual({ status: 200, body: {} })

let terminals = 0
const newNumber = (): string => `KEY${++terminals}`

/** Whether the issuer decrypts a terminal's PIN blocks with that key. */
async function reads(
  fixture: Fixture,
  terminalIdentification: string,
  key: string,
  owner: Owner,
  merchantIdentification = 'KEYS',
): Promise<boolean> {
  const { body } = await fixture.send('changePin', {
    cardIdentification: { cardNumber: owner.cardNumber },
    newPinData: pinBlock(key, '123456', owner.cardNumber),
    cardAcceptorParameters: { terminalIdentification, merchantIdentification, merchantType: '6011' },
  })
  return (body as { responseCode: string }).responseCode === '00'
}

const written = rulesOf({
  async '4.3 generateKey makes another key each time'(fixture) {
    const made = async () =>
      ((await fixture.send('generateKey', generation())).body as { checkValue: string }).checkValue
    expect(new Set([await made(), await made(), await made()]).size).toBe(3)
  },
  async '4.3 generateKey gives a terminal that is named the key at once, in the place of the one before'(fixture) {
    const [owner, number] = [await fixture.newOwner(), newNumber()]
    const keys: string[] = []
    for (let round = 0; round < 2; round++) {
      const { body } = await fixture.send('generateKey', generation({ terminalNumber: number, merchantNumber: 'KEYS' }))
      keys.push(opened(masterKey(HOST), (body as { keyValue: string }).keyValue))
    }
    expect(await reads(fixture, number, keys[1]!, owner)).toBe(true)
    expect(await reads(fixture, number, keys[0]!, owner)).toBe(false)
  },
  async '4.3 generateKey takes what the example sends beside the table'(fixture) {
    const body = generation({
      terminalId: 5001,
      keyType: 'ENKTIKEY',
      keySerialNumber: 'FFFF9876543210E00000',
      dukptId: 1,
    })
    expect(await fixture.send('generateKey', body)).toMatchObject({ status: 200 })
  },
  async '4.3 generateKey makes a key of any type: its String is no list, as that of setKey is'(fixture) {
    const body = generation({ terminalNumber: newNumber(), keyType: 'ENKTZPK' })
    expect(await fixture.send('generateKey', body)).toMatchObject({ status: 200 })
  },
})

const generating: readonly Rule[] = [
  ...(['ENKL_0016', 'ENKL_0032', 'ENKL_0048'] as const).map((keyLength): Rule => [
    `4.3 generateKey with ${keyLength} answers a new key under the master key, and its check value`,
    async (fixture) => {
      const digits = Number(keyLength.slice(-2))
      const { status, body } = await fixture.send('generateKey', generation({ keyLength }))
      const hexadecimal = expect.stringMatching(new RegExp(`^[0-9A-F]{${digits}}$`)) as string
      const checkValue = expect.stringMatching(/^[0-9A-F]{6}$/) as string
      expect({ status, body }).toEqual({
        status: 200,
        body: { keyValue: hexadecimal, checkValue, lmkHsmKeyValue: hexadecimal },
      })
      const result = body as Record<string, string>
      const key = opened(masterKey(HOST), result['keyValue']!)
      expect(zerosUnder(key.length === 16 ? key.repeat(3) : key)).toMatch(new RegExp(`^${result['checkValue']}`))
      for (const byte of Buffer.from(key, 'hex')) expect(byte.toString(2).replaceAll('0', '').length % 2).toBe(1)
      expect(result['lmkHsmKeyValue']).not.toBe(result['keyValue'])
    },
  ]),
  ...written,
]

const written2 = rulesOf({
  async '4.3 setKey answers an empty object, and PIN blocks of the terminal are read by the key'(fixture) {
    const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
    await set(fixture, { terminalNumber, keyCheckValue: zerosUnder(clear).slice(0, 6) })
    expect(await reads(fixture, terminalNumber, clear, owner)).toBe(true)
    const pinData = pinBlock(clear, '123456', owner.cardNumber)
    const request = { cardIdentification: { cardNumber: owner.cardNumber }, pinData }
    await notDone(fixture, 'verifyPin', request, '92', 'pinData')
  },
  async '4.3 setKey without inputKeyPrefix takes each part plainly, a single one too'(fixture) {
    const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
    await set(fixture, {
      terminalNumber,
      inputKeyPrefix: undefined,
      key: sealed(masterKey(HOST), clear.slice(0, 16)),
    })
    expect(await reads(fixture, terminalNumber, clear.slice(0, 16).repeat(2), owner)).toBe(true)
  },
  async '4.3 setKey names a terminal by terminalId too; other kinds of keys leave PIN blocks alone'(fixture) {
    const owner = await fixture.newOwner()
    await set(fixture, { terminalNumber: undefined, terminalId: 700_100 })
    expect(await reads(fixture, '700100', clear, owner)).toBe(true)
    await set(fixture, { terminalNumber: 'K-OTHER', keyType: 'ENKTTAK' })
    expect(await reads(fixture, 'K-OTHER', clear, owner)).toBe(false)
  },
  async '4.3 setKey: a merchant’s key is for its own terminal of that number, and goes before one of no merchant'(
    fixture,
  ) {
    const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
    const [one, two, any] = [clear, triple.slice(16), `${clear.slice(16)}${clear.slice(0, 16)}`] as const
    const install = (key: string, change: object = {}) =>
      set(fixture, { terminalNumber, key: sealed(masterKey(HOST), key), ...change })
    await install(one, { merchantNumber: 'M1' })
    expect(await reads(fixture, terminalNumber, one, owner, 'M2')).toBe(false)
    await install(two, { merchantNumber: 'M2' })
    await install(any)
    for (const [merchant, key] of Object.entries({ M1: one, M2: two, M3: any }))
      for (const other of [one, two, any])
        expect(await reads(fixture, terminalNumber, other, owner, merchant), `${merchant} ${other}`).toBe(other === key)
  },
  async '4.3 setKey refuses a wrong check value and the wrong master key, and installs nothing'(fixture) {
    const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
    await declined(fixture, 'setKey', setting({ terminalNumber, keyCheckValue: '000000' }), 'A3', 'keyCheckValue')
    const kcv = zerosUnder(clear).slice(0, 6)
    const elsewhere = setting({ terminalNumber, keyCheckValue: kcv, hostId: HOST + 1 })
    await declined(fixture, 'setKey', elsewhere, 'A3', 'keyCheckValue')
    const even = setting({ terminalNumber, key: sealed(masterKey(HOST), '00'.repeat(16)) })
    await declined(fixture, 'setKey', even, 'A3', 'parity')
    expect(await reads(fixture, terminalNumber, clear, owner)).toBe(false)
  },
  async '4.3 setKey refuses a key that is not as long as its prefix says, or longer than the new one keeps'(fixture) {
    await declined(fixture, 'setKey', setting({ inputKeyPrefix: 'T' }), 'A3', 'inputKeyPrefix')
    const long = { inputKeyPrefix: 'Y', key: sealed(masterKey(HOST), triple) }
    await declined(fixture, 'setKey', setting({ ...long, newKeyPrefix: 'X' }), 'A3', 'newKeyPrefix')
  },
  async '4.3 setKey without a terminal is for every terminal, of the merchant if it names one, that has none of its own'(
    fixture,
  ) {
    const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
    expect(await fixture.send('setKey', setting({ terminalNumber: undefined, keyType: 'ENKTTAK' }))).toEqual({
      status: 200,
      body: {},
    })
    await set(fixture, { terminalNumber: undefined, merchantNumber: 'CHAIN' })
    expect(await reads(fixture, terminalNumber, clear, owner, 'CHAIN')).toBe(true)
    expect(await reads(fixture, terminalNumber, clear, owner, 'OTHER')).toBe(false)
    await set(fixture, { terminalNumber, key: sealed(masterKey(HOST), triple.slice(16)) })
    expect(await reads(fixture, terminalNumber, clear, owner, 'CHAIN')).toBe(false)
  },
  async '4.3 setKey takes a key that begins with its prefix, which may not be another than inputKeyPrefix'(fixture) {
    const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
    for (const [prefix, key] of Object.entries({ U: clear, T: triple, X: clear, Y: triple }) as [
      'T' | 'U' | 'X' | 'Y',
      string,
    ][]) {
      const withPrefix = { terminalNumber, key: `${prefix}${under(prefix, key)}`, newKeyPrefix: 'T' }
      await set(fixture, { ...withPrefix, inputKeyPrefix: undefined })
      expect(await reads(fixture, terminalNumber, key, owner)).toBe(true)
      await set(fixture, { ...withPrefix, inputKeyPrefix: prefix })
      const other = prefix === 'X' ? 'Y' : 'X'
      await declined(fixture, 'setKey', setting({ ...withPrefix, inputKeyPrefix: other }), 'A3', 'key begins with')
    }
  },
})

const installing: readonly Rule[] = [
  ...(['U', 'T', 'X', 'Y'] as const).flatMap((prefix) =>
    (['U', 'T', 'X', 'Y'] as const)
      .filter((kept) => !('TY'.includes(prefix) && 'UX'.includes(kept)))
      .map((kept): Rule => [
        `4.3 setKey takes a key with the prefix ${prefix} and keeps it with ${kept}`,
        async (fixture) => {
          const [owner, terminalNumber] = [await fixture.newOwner(), newNumber()]
          const key = 'UX'.includes(prefix) ? clear : triple
          await set(fixture, { terminalNumber, inputKeyPrefix: prefix, key: under(prefix, key), newKeyPrefix: kept })
          expect(await reads(fixture, terminalNumber, key, owner)).toBe(true)
        },
      ]),
  ),
  ...written2,
]

const variants = { U: [0xa6, 0x5a], T: [0x6a, 0xde, 0x2b], X: [0, 0], Y: [0, 0, 0] } as const

/** Encrypts a key under the host's master key, in the scheme of the prefix. */
function under(prefix: keyof typeof variants, key: string): string {
  return variants[prefix]
    .map((variant, at) => {
      const master = Buffer.from(masterKey(HOST), 'hex')
      master[8]! ^= variant
      return sealed(master.toString('hex'), key.slice(at * 16, (at + 1) * 16))
    })
    .join('')
}

/** The keys of terminals (4.3). */
export const keyRules: readonly Rule[] = [...generating, ...installing]
