import { copyFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { fileStore, type FileStore } from '#sandbox/store/file-store.ts'
import { fakeClock } from '../../../support/clock.ts'
import { requested, cardLike, hopIn } from '../acs/stand.ts'
import { folder } from './folder.ts'
import { openWhole, order, pay, quiet, statusOf, type Whole } from './sandbox.ts'

const path = folder()
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

let files = 0
const stored = (file = path(`data-${(files += 1)}`)): { file: string; store: FileStore } => {
  const store = fileStore(file)
  return { file, store }
}

/** A sandbox with a file store; `killed` returns a copy of it, as it would be after a kill at that moment. */
async function lasting(statuses: readonly number[] = []) {
  const clock = fakeClock()
  const { file, store } = stored()
  const first = await opened(store, clock, statuses)
  const killed = async (after: readonly number[] = []): Promise<Whole> => {
    const copy = path(`data-${(files += 1)}`)
    copyFileSync(file, copy)
    return opened(stored(copy).store, fakeClock(clock.now()), after)
  }
  return { first, killed }
}

async function opened(store: FileStore, clock: ReturnType<typeof fakeClock>, statuses: readonly number[]) {
  const whole = await openWhole(store, clock, statuses)
  open.push({ close: async () => whole.close() }, store)
  return whole
}

const plain = cardLike({ threeDs: 'none', outcome: 'paid' })
const challenging = cardLike({ threeDs: 'challenge', outcome: 'paid' })

test('a hold outlives the sandbox: it can be completed, refunded, and its number is taken', async () => {
  const { first, killed } = await lasting()
  const id = await order(first, true, 'held')
  await pay(first, id, plain)
  const second = await killed()
  expect(await statusOf(second, id)).toBe(1)
  expect(await second.ask.deposit({ ...second.by, orderId: id, amount: 1000 })).toMatchObject({ errorCode: '0' })
  expect(await second.ask.refund({ ...second.by, orderId: id, amount: 1000 })).toMatchObject({ errorCode: '0' })
  expect(await statusOf(second, id)).toBe(4)
  await expect(order(second, false, 'held')).rejects.toThrow(/./)
  expect(await statusOf(first, id)).toBe(1)
})

test('the sealing key is the same, and another without a file', async () => {
  const { first, killed } = await lasting()
  const keyOf = async ({ ask }: Whole) => (await ask.sealingKeys({})).keys[0]!
  const key = await keyOf(first)
  expect(await keyOf(await killed())).toEqual(key)
  expect(await keyOf((await lasting()).first)).not.toEqual(key)
})

test.each([
  ['3-D Secure 2', challenging],
  ['3-D Secure 1', cardLike({ threeDs: 'redirect' })],
])('a challenge under way can be finished: %s', async (_, card) => {
  const { first, killed } = await lasting()
  const id = await order(first)
  const { acsUrl, packedCReq, paReq, termUrl } = await pay(first, id, card)
  const fields = packedCReq ? { creq: packedCReq } : { PaReq: paReq!, MD: id, TermUrl: termUrl! }
  const { code, challenge } = requested(await first.post(acsUrl!, fields))
  await first.post('http://acs.test/3ds/answer', { challenge, code: 'x' })
  const second = await killed()
  expect(await statusOf(second, id)).toBe(5)
  const again = await second.post(acsUrl!, fields)
  expect(requested(again)).toEqual({ code, challenge })
  const wrong = await second.post('http://acs.test/3ds/answer', { challenge, code: 'x' })
  expect(wrong.body).toContain('Tries left:\u00a01')
  const { action, fields: back } = hopIn(await second.post('http://acs.test/3ds/answer', { challenge, code }))
  expect((await second.post(action, back)).statusCode).toBe(303)
  expect(await statusOf(second, id)).toBe(2)

  const late = await second.post('http://acs.test/3ds/answer', { challenge, code })
  expect(hopIn(late)).toEqual({ action, fields: back })
})

test('a challenge that is decided leads to the same end after a restart, and its result is sent once', async () => {
  const { first, killed } = await lasting()
  const id = await order(first)
  const { acsUrl, packedCReq } = await pay(first, id, challenging)
  const { code, challenge } = requested(await first.post(acsUrl!, { creq: packedCReq! }))
  const end = hopIn(await first.post('http://acs.test/3ds/answer', { challenge, code }))
  await first.post(end.action, end.fields)
  const second = await killed()
  expect(hopIn(await second.post('http://acs.test/3ds/answer', { challenge, code: 'x' }))).toEqual(end)
  expect((await second.post(end.action, end.fields)).statusCode).toBe(303)
  expect(await statusOf(second, id)).toBe(2)
})

test('a payment that the issuer was asked for when the sandbox ended is pending, and is not asked for again', async () => {
  const { first, killed } = await lasting()
  const id = await order(first)
  const { acsUrl, packedCReq } = await pay(first, id, challenging)
  const { code, challenge } = requested(await first.post(acsUrl!, { creq: packedCReq! }))
  const { action, fields } = hopIn(await first.post('http://acs.test/3ds/answer', { challenge, code }))
  const second = await killed()
  expect((await second.post(action, fields)).statusCode).toBe(303)
  expect(await second.ask.getOrderStatusExtended({ ...second.by, orderId: id })).toMatchObject({
    orderStatus: 7,
    actionCode: -30001,
  })
  expect((await second.steer('GET', '/timeline.json')).body).not.toContain('debitCard')
})

test('a challenge whose time is up meanwhile ends at the start', async () => {
  const { first, killed } = await lasting()
  const id = await order(first)
  await pay(first, id, challenging)
  await first.clock.pass(599_000)
  const second = await killed()
  expect(await statusOf(second, id)).toBe(5)
  await second.clock.pass(1000)
  await quiet()
  expect(await statusOf(second, id)).toBe(6)
})

test('a callback that is queued is sent, as often as it would have been, and one that is taken is not', async () => {
  const { first, killed } = await lasting([500, 200])
  const unsent = await order(first)
  await pay(first, unsent, plain)
  const taken = await order(first)
  await pay(first, taken, plain)
  await quiet()
  expect(first.came.map(({ fields }) => fields['mdOrder'])).toEqual([unsent, taken])
  await first.clock.pass(10_000)
  const second = await killed([500])
  const start = second.clock.now()
  await second.clock.pass(19_999)
  expect(second.came).toEqual([])
  for (let turns = 0; turns < 10; turns += 1) {
    await second.clock.pass(10_000)
    await quiet()
  }
  expect(second.came.map(({ at, fields }) => [at - start, fields['mdOrder']])).toEqual([
    [20_000, unsent],
    [80_000, unsent],
  ])
  expect(second.came[0]!.fields).toEqual(first.came[0]!.fields)
})

test('a callback that is held for the next to overtake it is still overtaken', async () => {
  const { first, killed } = await lasting()
  first.switches.set({ callbacks: 'reordered' })
  const id = await order(first, true)
  await pay(first, id, plain)
  await quiet()
  expect(first.came).toEqual([])
  const second = await killed()
  expect(second.switches.read().callbacks).toBe('reordered')
  await second.ask.deposit({ ...second.by, orderId: id, amount: 0 })
  await quiet()
  expect(second.came.map(({ fields }) => fields['operation'])).toEqual(['deposited', 'approved'])
})

test('a callback that another has overtaken waits for that one, also after a restart', async () => {
  const { first, killed } = await lasting([500])
  first.switches.set({ callbacks: 'reordered' })
  const id = await order(first, true)
  await pay(first, id, plain)
  await first.ask.deposit({ ...first.by, orderId: id, amount: 0 })
  await quiet()
  const second = await killed()
  await quiet()
  expect([first.came.length, second.came.length]).toEqual([1, 0])
  await second.clock.pass(30_000)
  await quiet()
  expect(second.came.map(({ fields }) => fields['operation'])).toEqual(['deposited', 'approved'])
})

test('a callback whose answer was waited for at closing stays queued as before', async () => {
  const { file, store } = stored()
  const first = await openWhole(store, fakeClock(), [0])
  const id = await order(first)
  await pay(first, id, plain)
  await quiet()
  expect(first.came).toHaveLength(1)
  await first.close()
  await quiet()
  store.close()
  const second = await opened(stored(file).store, fakeClock(), [])
  await quiet()
  expect(second.came).toEqual(first.came)
})

test('stored cards, switches, the clock and wallet tokens are remembered', async () => {
  const { first, killed } = await lasting()
  const { ask, by } = first
  const request = { ...by, orderNumber: 'storing', amount: 1, returnUrl: 'http://shop.test/back', clientId: 'ann' }
  const { orderId } = await ask.register({ ...request, features: ['FORCE_CREATE_BINDING'] })
  await pay(first, orderId!, plain)
  const google = first.wallets.googlePayToken({ card: plain, merchant: by.userName, authMethod: 'CRYPTOGRAM_3DS' })
  const apple = await first.wallets.applePayToken({ card: plain, amount: 100, currency: '978' })
  const applePay = {
    merchant: by.userName,
    clientId: 'ann',
    orderNumber: 'apple',
    paymentToken: packPaymentToken(apple),
  }
  const googlePay = {
    merchant: by.userName,
    clientId: 'ann',
    amount: 100,
    currencyCode: '978',
    paymentToken: packPaymentToken(google),
  }
  const paying = { ip: '127.0.0.1', returnUrl: 'http://shop.test/back' }
  expect(await ask.walletBPayment({ ...googlePay, ...paying, orderNumber: 'google' })).toMatchObject({ success: true })
  await first.steer('POST', '/scenario', { statusDelay: 5 })
  await first.steer('POST', '/scenario/orders/N', { declineWith: 116 })
  await first.steer('POST', '/clock', { forwardMs: 1000 })

  const second = await killed()
  const { bindings } = await second.ask.getBindings({ ...by, clientId: 'ann' })
  expect(bindings).toMatchObject([{ maskedPan: '444455**3333' }])
  const twice = await second.ask.walletBPayment({ ...googlePay, ...paying, orderNumber: 'again' })
  expect(twice).toMatchObject({ success: false })
  expect(await second.ask.walletAPayment({ ...applePay, ...paying })).toMatchObject({ success: true })
  expect(second.switches.read('N-2')).toMatchObject({ statusDelay: 5, declineWith: 116 })
  expect((await second.steer('GET', '/clock')).json()).toMatchObject({ aheadMs: 1000 })
})

test('what falls due while the sandbox is down happens at its start, without anyone reading', async () => {
  const { first, killed } = await lasting()
  const id = await order(first)
  await first.clock.pass(1_199_000)
  const second = await killed()
  expect(second.came).toEqual([])
  await second.clock.pass(1000)
  await quiet()
  expect(second.came.map(({ fields }) => [fields['operation'], fields['mdOrder']])).toEqual([['declinedByTimeout', id]])
})
