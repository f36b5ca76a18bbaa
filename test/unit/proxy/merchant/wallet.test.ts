import { describe, expect, test } from 'vitest'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { credentials, merchant, type Fixture } from '../../../conformance/gateway/fixture.ts'
import { challenged, watching, openBank, ownWallets, plain, type OwnWallets } from './bank.ts'

const path = 'charges/wallet'
const terms = { orderNumber: 'W-1', amount: 1234, currency: '933' }
const apple = { ...terms, wallet: 'applePay' as const }
const google = { ...terms, wallet: 'googlePay' as const, clientId: 'jane', ip: '192.0.2.7' }
const paid = { orderNumber: 'W-1', state: 'paid', current: { amount: 1234, depositedAmount: 1234 } }

/** Those of the requests to the gateway that pay by a wallet. */
const paymentsIn = (sent: readonly string[]) => sent.filter((what) => /^(?:applepay|google)\//.test(what))

/** A merchant whose wallet tokens the gateway decrypts. */
async function openSealed() {
  const bank = await openBank()
  const { wallets } = bank.fixture
  return {
    ...bank,
    apple: (amount = 1234, card = plain) => wallets.applePayToken({ card, amount, currency: '933' }),
    google: (authMethod: 'CRYPTOGRAM_3DS' | 'PAN_ONLY' = 'CRYPTOGRAM_3DS', card = plain) =>
      wallets.googlePayToken({ card, merchant: merchant.login, authMethod }),
  }
}

/** A merchant who decrypts wallet tokens itself. */
async function openOpened(env: Readonly<Record<string, string>> = {}) {
  let own: OwnWallets | undefined
  const bank = await openBank(async (fixture: Fixture) => ({ ...(own = await ownWallets(fixture)).env, ...env }))
  return { ...bank, apple: own!.apple, google: own!.google }
}

const banks = { sealed: openSealed, opened: openOpened }

describe.each([
  ['applePay, opened by the gateway', 'sealed', 'applepay/payment.do', apple],
  ['applePay, opened here', 'opened', 'applepay/paymentDirect.do', apple],
  ['googlePay, opened by the gateway', 'sealed', 'google/payment.do', google],
  ['googlePay, opened here', 'opened', 'google/paymentDirect.do', google],
] as const)('%s:', (_, kind, what, requested) => {
  const open = async () => {
    const bank = await banks[kind]()
    const token = async (card = plain) =>
      requested.wallet === 'applePay' ? bank.apple(1234, card) : bank.google('CRYPTOGRAM_3DS', card)
    return { ...bank, token }
  }

  test('a token pays once, however often it is asked for', async () => {
    const { order, token, fixture, request: times } = await open()
    const request = { ...requested, paymentToken: await token() }
    expect(await order(path, request)).toMatchObject(paid)
    expect(await order(path, request)).toMatchObject(paid)
    expect([times(what), fixture.debits()]).toEqual([1, 1])
  })

  test('a token is taken as an object, as JSON and as Base64', async () => {
    const { order, token } = await open()
    const shapes = [(it: object) => it, (it: object) => JSON.stringify(it), packPaymentToken]
    for (const [at, shaped] of shapes.entries()) {
      const request = { ...requested, orderNumber: `W-${at}`, paymentToken: shaped(await token()) }
      expect(await order(path, request)).toMatchObject({ state: 'paid' })
    }
  })

  test('attributes of every kind go to the gateway as they are', async () => {
    const { order, token, fixture } = await open()
    const additionalParameters = { seats: 2, gift: true, note: null, tags: [], color: 'red' }
    expect(await order(path, { ...requested, paymentToken: await token(), additionalParameters })).toMatchObject(paid)
    const { merchantOrderParams } = await fixture.gateway.getOrderStatusExtended({
      ...credentials,
      orderNumber: requested.orderNumber,
    })
    expect(merchantOrderParams).toEqual([
      { name: 'seats', value: '2' },
      { name: 'gift', value: 'true' },
      { name: 'note', value: '' },
      { name: 'tags', value: '[]' },
      { name: 'color', value: 'red' },
      { name: 'tenderTerms', value: expect.any(String) },
    ])
  })

  test('a payment is held where it is asked for', async () => {
    const { order, token } = await open()
    const request = { ...requested, paymentToken: await token(), preAuth: true }
    expect(await order(path, request)).toMatchObject({ state: 'held' })
  })

  test('a payment whose answer does not name the order is decided by its status', async () => {
    const { order, token, state, fixture } = await open()
    state.wire = async (request, fetch) => {
      const answer = await fetch(request)
      return request.url.endsWith(what) ? Response.json({ success: true }) : answer
    }
    expect(await order(path, { ...requested, paymentToken: await token() })).toMatchObject(paid)
    expect(fixture.debits()).toBe(1)
  })

  test('a payment that would need 3-D Secure, in an answer that does not name the order, is a lost answer', async () => {
    const { refusal, token, state, request: times } = await open()
    state.wire = async (request, fetch) =>
      request.url.endsWith(what)
        ? Response.json({ success: true, data: { acsUrl: 'https://acs.test/' } })
        : fetch(request)
    const request = { ...requested, paymentToken: await token() }
    expect(await refusal(path, request)).toMatchObject({ code: 'answer_lost' })
    expect(times('decline.do')).toBe(0)
  })

  test('a token does not pay another order', async () => {
    const { order, refusal, token, fixture } = await open()
    const paymentToken = await token()
    await order(path, { ...requested, paymentToken })
    const again = await refusal(path, { ...requested, orderNumber: 'W-2', paymentToken })
    const [status, code] = kind === 'opened' ? [400, 'field_invalid'] : [422, 'gateway_refused']
    expect(again).toMatchObject({ status, code })
    // The gateway's sentence for developers, not the one for shoppers.
    expect(again.message).toContain('used before')
    expect(fixture.debits()).toBe(1)
  })

  test('what is no token is refused', async () => {
    const { refusal, fixture } = await open()
    for (const paymentToken of ['not base64!', '{}', {}, 'QUJD', 7, 'A'.repeat(8193)]) {
      const refused = await refusal(path, { ...requested, paymentToken })
      expect(['field_invalid', 'gateway_refused']).toContain(refused.code)
    }
    expect(fixture.debits()).toBe(0)
  })
})

describe('a token that is opened here', () => {
  test('and agreed to by the payer for another sum is refused before anything is sent', async () => {
    const { apple: token, refusal, sent } = await openOpened()
    for (const paymentToken of [await token(1235), await token(1234, plain, '978')])
      expect(await refusal(path, { ...apple, paymentToken })).toMatchObject({ status: 400, field: 'paymentToken' })
    expect(paymentsIn(sent)).toEqual([])
  })

  test('and made for somebody else is refused', async () => {
    const { refusal, fixture } = await openOpened()
    const foreign = await ownWallets(fixture)
    const refusals = [
      await refusal(path, { ...apple, paymentToken: await foreign.apple() }),
      await refusal(path, { ...google, paymentToken: foreign.google() }),
    ]
    for (const refused of refusals)
      expect(refused).toMatchObject({ status: 400, code: 'field_invalid', field: 'paymentToken' })
  })

  test('of Google is of either version', async () => {
    const { google: token, order } = await openOpened()
    const paymentToken = token('CRYPTOGRAM_3DS', plain, 'ECv1')
    expect(await order(path, { ...google, paymentToken })).toMatchObject(paid)
  })

  test('is forgotten by nobody while it could be opened again', async () => {
    const { apple: token, order, refusal, fixture } = await openOpened()
    const paymentToken = await token()
    await order(path, { ...apple, paymentToken })
    fixture.clock.advance(299_000)
    const again = { ...apple, orderNumber: 'W-2', paymentToken }
    expect(await refusal(path, again)).toMatchObject({ field: 'paymentToken', message: 'paymentToken was used before' })
    fixture.clock.advance(2000)
    expect((await refusal(path, again)).message).toContain('not signed just now')
  })

  test('is written nowhere', async () => {
    const { google: token, order, refusal, log } = await openOpened()
    await order(path, { ...google, paymentToken: token('PAN_ONLY') })
    await refusal(path, { ...google, orderNumber: 'W-2', paymentToken: token('PAN_ONLY', challenged) })
    expect(log.join('')).toContain('merchant.wallet')
    expect(log.join('')).not.toMatch(new RegExp(`${plain.pan}|${challenged.pan}|${merchant.password}`))
  })

  test('may be left to the gateway', async () => {
    const { fixture, order, request: requested } = await openOpened()
    const paymentToken = await fixture.wallets.applePayToken({ card: plain, amount: 1234, currency: '933' })
    expect(await order(path, { ...apple, paymentToken, open: false })).toMatchObject(paid)
    expect(requested('applepay/payment.do')).toBe(1)
  })
})

test('the callbacks of a googlePay payment go to the proxy where it receives them', async () => {
  const bank = await openBank(async () => watching)
  let result: unknown
  bank.state.wire = async (request, fetch) => {
    if (!request.url.endsWith('google/payment.do')) return fetch(request)
    result = await request.json()
    return new Response('', { status: 502 })
  }
  await bank.refusal(path, { ...google, paymentToken: 'QUJD' })
  const dynamicCallbackUrl = expect.stringContaining('https://pay.shop.example/callback/') as string
  expect(result).toMatchObject({ dynamicCallbackUrl })
})

test('opening without keys is refused with the name of the variable', async () => {
  const { refusal, sent } = await openSealed()
  for (const [request, variable] of [
    [apple, 'TENDER_APPLE_PAY_KEY'],
    [google, 'TENDER_GOOGLE_PAY_KEYS'],
  ] as const) {
    const refused = await refusal(path, { ...request, paymentToken: 'QUJD', open: true })
    expect(refused).toMatchObject({ status: 400, code: 'field_invalid', field: 'open' })
    expect(refused.message).toContain(variable)
  }
  expect(paymentsIn(sent)).toEqual([])
})

test.each(['clientId', 'ip'])('the gateway opens no token of googlePay without %s', async (field) => {
  const { google: token, refusal, sent } = await openSealed()
  const refused = await refusal(path, { ...google, paymentToken: token(), [field]: undefined })
  expect(refused).toMatchObject({ status: 400, code: 'field_invalid', field })
  expect(sent).toEqual([])
})

test('a token that the gateway reads another amount out of is an alarm', async () => {
  const { apple: token, refusal, log } = await openSealed()
  const refused = await refusal(path, { ...apple, paymentToken: await token(99) })
  expect(refused).toMatchObject({ status: 409, code: 'order_mismatch' })
  expect(log.join('')).toMatch(/"level":50.*"order":"W-1","state":"paid","code":"order_mismatch"/)
})

describe.each(['sealed', 'opened'] as const)('a card that needs 3-D Secure (%s)', (kind) => {
  test('is given up, since its payer is not there', async () => {
    const { google: token, order, refusal, fixture } = await banks[kind]()
    const request = { ...google, paymentToken: token('PAN_ONLY', challenged), email: 'jane@example.com' }
    const refused = await refusal(path, request)
    expect(refused).toMatchObject({ status: 409, code: 'state_refused' })
    expect(refused.message).toContain('3-D Secure')
    expect(await order('orders/W-1')).toMatchObject({ state: 'cancelled' })
    expect(fixture.debits()).toBe(0)
  })
})

test('locks that cannot be read send nothing', async () => {
  const { apple: token, refusal, sent } = await openOpenedWith((key) => key.startsWith('token '))
  const refused = await refusal(path, { ...apple, paymentToken: await token() })
  expect(refused).toMatchObject({ status: 503, code: 'busy' })
  expect(paymentsIn(sent)).toEqual([])
})

/** The same with a lock store that fails for some keys. */
async function openOpenedWith(fails: (key: string) => boolean) {
  let own: OwnWallets | undefined
  const bank = await openBank(
    async (fixture: Fixture) => (own = await ownWallets(fixture)).env,
    (clock) => {
      const locks = memoryLocks(clock)
      const take: typeof locks.take = async (key, ...rest) => {
        if (fails(key)) throw new Error('no store')
        return locks.take(key, ...rest)
      }
      return { ...locks, take }
    },
  )
  return { ...bank, apple: own!.apple }
}
