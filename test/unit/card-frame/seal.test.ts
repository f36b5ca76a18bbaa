import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { PaymentSender, type PaymentSenderContext } from '#card-frame/payment-sender.ts'
import { plainText, seal, timestamp } from '#card-frame/proxy-client/seal.ts'

const card = { pan: '5555555555555599', cvc: '123', expiry: '203412', orderId: 'b6cbb2de-0000-7777-aaaa-0123456789ab' }
const stamp = { now: Date.UTC(2030, 5, 1, 10, 20, 30), offset: -180, uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

let keys: ReadonlyMap<number, ReturnType<typeof keyOf>>
beforeAll(() => {
  keys = new Map([2048, 3072].map((bits) => [bits, keyOf(bits)]))
})

/** RSAES-PKCS1-v1_5 decrypted by hand (RFC 8017, 7.2.2): 00 02, at least 8 bytes that are not 0, 00, the message. */
function open(token: string, key: string): { text: string; padding: Buffer } {
  const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(token, 'base64'))
  const end = block.indexOf(0, 2)
  expect([block[0], block[1]]).toEqual([0, 2])
  expect(end).toBeGreaterThanOrEqual(10)
  return { text: block.subarray(end + 1).toString('utf8'), padding: block.subarray(2, end) }
}

test.each([2048, 3072])('a token sealed with a key of %i bits opens to the six fields', async (bits) => {
  const { publicKey, privateKey } = keys.get(bits)!
  const token = await seal(card, stamp, publicKey)
  expect(token).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  expect(Buffer.from(token, 'base64')).toHaveLength(bits / 8)
  expect(open(token, privateKey).text).toBe(
    '2030-06-01T13:20:30+03:00/3f2504e0-4f89-41d3-9a0c-0305e82c3301/5555555555555599/123/203412/b6cbb2de-0000-7777-aaaa-0123456789ab',
  )
})

test('a key in one line, as the gateway sends it, will do', async () => {
  const { publicKey, privateKey } = keys.get(2048)!
  const token = await seal({ ...card, cvc: '' }, stamp, publicKey.replaceAll('\n', ''))
  expect(open(token, privateKey).text).toContain('/5555555555555599//203412/')
})

test('two tokens of the same card differ in all of their padding', async () => {
  const { publicKey, privateKey } = keys.get(2048)!
  const tokens = await Promise.all([seal(card, stamp, publicKey), seal(card, stamp, publicKey)])
  const [one, two] = tokens.map((token) => open(token, privateKey).padding)
  const same = one!.filter((byte, at) => byte === two![at]).length
  expect(same).toBeLessThan(one!.length / 4)
})

test('the time carries the offset of the shopper', () => {
  expect(timestamp(stamp.now, 0)).toBe('2030-06-01T10:20:30+00:00')
  expect(timestamp(stamp.now, 210)).toBe('2030-06-01T06:50:30-03:30')
  expect(timestamp(stamp.now, -345)).toBe('2030-06-01T16:05:30+05:45')
  expect(plainText(card, stamp).split('/')).toHaveLength(6)
})

const moment = '2030-06-01T13:20:30+03:00/3f2504e0-4f89-41d3-9a0c-0305e82c3301'

test.each([
  ['a stored card', { cvc: '123', orderId: 'order-1', bindingId: 'binding-1' }, '//123//order-1/binding-1'],
  ['a stored card without a code', { cvc: '', orderId: 'order-1', bindingId: 'binding-1' }, '////order-1/binding-1'],
  ['a card without a code', { ...card, cvc: '', orderId: 'order-1' }, '/5555555555555599//203412/order-1'],
  ['a card given by telephone', { pan: card.pan, cvc: '', expiry: card.expiry }, '/5555555555555599//203412'],
])('%s leaves the fields empty that it does not have', (_, what, fields) => {
  expect(plainText(what, stamp)).toBe(moment + fields)
})

test.each([
  ['the proxy’s time, where a clock is two days late', Date.UTC(2030, 5, 3), '2030-06-03T00:00:05+00:00'],
  ['the shopper’s time, where an older proxy sends none', undefined, '2030-06-01T00:00:05+00:00'],
])('a card is sealed with %s', async (_, now, sealedAt) => {
  const { publicKey, privateKey } = keys.get(2048)!
  const facts = { orderNumber: 'A-1', amount: 4990, currency: '978' }
  const sent: string[] = []
  const clock = { at: Date.UTC(2030, 5, 1), now: () => clock.at }
  const sender = new PaymentSender({
    api: {
      prepare: async () => ({ state: 'open', ...facts, orderId: card.orderId }),
      pay: async ({ seToken }: { seToken: string }) => {
        sent.push(seToken)
        return { state: 'paid', ...facts }
      },
    },
    checkout: { channel: 'web', sealingKey: publicKey, now, ...facts },
    clock,
    network: { isDown: () => false },
    random: { uuid: () => stamp.uuid },
    browser: () => ({ timeZoneOffset: '0' }),
    seal,
  } as unknown as PaymentSenderContext)
  clock.at += 5000
  await sender.pay({ sealed: card, open: {} } as unknown as Parameters<PaymentSender['pay']>[0])
  expect(open(sent[0]!, privateKey).text.split('/')[0]).toBe(sealedAt)
})
