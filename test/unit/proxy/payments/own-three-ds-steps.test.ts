import { describe, expect, test } from 'vitest'
import type { Checkout, ChallengeStep, MethodStep, Outcome } from '#contract/checkout.ts'
import { memoryAuthentications, type AuthenticationStore } from '#proxy/external-three-ds/authentication-store.ts'
import { systemRandom } from '#ports/system.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import type { Authenticate, AuthenticationAnswer, PaymentToAuthenticate } from '#proxy/payments/authenticate.ts'
import { byTrusted, cardNamed, stateOf } from '../../../conformance/gateway/fixture.ts'
import { plainText, sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { newClient, stored } from '../../../conformance/gateway/stored-cards.ts'
import { cardFor } from '../support/test-proxy.ts'
import { enrolled, fixture, openGateway, openTestProxy, result } from './own-server-proxy.ts'

openGateway()

const transactionId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const method = {
  kind: 'method',
  transactionId,
  threeDSMethodURL: 'https://acs.example/method',
  threeDSMethodData: 'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IjEifQ',
} as const
const challenge = {
  kind: 'challenge',
  transactionId,
  acsUrl: 'https://acs.example/challenge',
  creq: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ',
} as const
const done = { kind: 'done', ...result } as const
const refused = { kind: 'refused' } as const

type Options = Parameters<typeof openTestProxy>[1]
type Kind = 'a new card' | 'a stored card'
type Answer = AuthenticationAnswer | (() => Promise<AuthenticationAnswer>)

/** A proxy whose merchant's server gives these answers, and a shopper with that card. */
async function openCheckout(kind: Kind, answers: readonly Answer[], options: Options = {}) {
  const calls: Omit<PaymentToAuthenticate, 'signal'>[] = []
  const authenticate: Authenticate = async ({ signal: _, ...payment }) => {
    const answer = answers[calls.push(payment) - 1]
    return typeof answer === 'function' ? answer() : answer
  }
  const clientId = newClient()
  const bindingId = kind === 'a stored card' ? await stored(fixture, clientId, { card: enrolled, by: byTrusted }) : ''
  const debits = fixture.debits()
  const proxy = await openTestProxy(authenticate, { ...options, ticket: { clientId, ...options.ticket } })
  const { orderId, sealed, ask, outcome } = proxy
  const card = () => {
    if (!bindingId) return sealed()
    const { cardholder: _, ...body } = cardFor(orderId)
    const { seToken } = sealed([...sealStamp, '', enrolled.cvc, '', orderId, bindingId].join('/'))
    return { ...body, seToken, bindingId }
  }
  /** A page of the access server that the browser is led to, by a form. */
  const notify = async (address: string, form = '', method: 'POST' | 'GET' = 'POST') => {
    const { pathname, search } = new URL(address)
    return proxy.app.inject({
      method,
      url: pathname + search,
      headers: {
        host: 'pay.shop.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-dest': 'iframe',
        ...(method === 'POST' && {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://acs.example',
        }),
      },
      ...(method === 'POST' && { payload: form }),
    })
  }
  return {
    ...proxy,
    calls,
    bindingId,
    card,
    notify,
    pay: () => outcome('pay', card()),
    goOn: async (step: MethodStep) => ask('authenticate', { ...card(), continuation: step.continuation }),
    methodRuns: () => notify(calls[0]!.methodNotificationUrl, 'threeDSMethodData=e30'),
    challengeEnds: (form = 'cres=Q1Jlcw') => notify(calls[0]!.challengeNotificationUrl, form),
    debits: () => fixture.debits() - debits,
    status: () => stateOf(fixture, orderId, byTrusted),
  }
}

type CheckoutUnderTest = Awaited<ReturnType<typeof openCheckout>>

const stepIn = <Step extends MethodStep | ChallengeStep>(outcome: Outcome): Step => {
  if (outcome.state !== 'authenticate') throw new Error(`The order is ${outcome.state}`)
  return outcome.step as Step
}

/** Comes to an open challenge. */
async function challenged(kind: Kind, then: Answer, options?: Options) {
  const checkout = await openCheckout(kind, [challenge, then], options)
  return { checkout, step: stepIn<ChallengeStep>(await checkout.pay()) }
}

async function expectUnpaid(checkout: CheckoutUnderTest): Promise<void> {
  expect(checkout.payments).toHaveLength(0)
  expect(checkout.debits()).toBe(0)
}

async function expectPaid(checkout: CheckoutUnderTest): Promise<void> {
  expect(await checkout.outcome('outcome')).toMatchObject({ state: 'paid' })
  expect(checkout.payments).toHaveLength(1)
  expect(checkout.debits()).toBe(1)
  const { orderStatus, cardAuthInfo } = await checkout.status()
  expect(orderStatus).toBe(2)
  const { eci, cavv, xid } = result
  expect(cardAuthInfo!.secureAuthInfo).toMatchObject({ eci: Number(eci), threeDSInfo: { cavv, xid } })
}

const kinds: readonly Kind[] = ['a new card', 'a stored card']

describe.each(kinds)('the merchant’s own 3-D Secure server and %s', (kind) => {
  test('a result at once pays, in one call of the gateway', async () => {
    const checkout = await openCheckout(kind, [done])
    expect(await checkout.pay()).toMatchObject({ state: 'paid' })
    await expectPaid(checkout)
    const { card } = checkout.calls[0]!
    if (kind === 'a new card') expect(card).toMatchObject({ pan: enrolled.pan, expiry: enrolled.expiry })
    else expect(card).toEqual({ bindingId: checkout.bindingId, maskedPan: '555555**5599', expiry: enrolled.expiry })
  })

  test('a method and a challenge are shown one after the other, and then the order is paid once', async () => {
    const checkout = await openCheckout(kind, [method, challenge, done])
    const first = stepIn<MethodStep>(await checkout.pay())
    expect(first).toMatchObject({ kind: 'method', methodUrl: method.threeDSMethodURL })
    expect(first.methodData).toBe(method.threeDSMethodData)
    const ran = await checkout.methodRuns()
    expect(ran.body).toContain(`data-nonce="${first.nonce}"`)
    const second = stepIn<ChallengeStep>((await checkout.goOn(first)).json<Outcome>())
    expect(second).toMatchObject({ kind: 'challenge', acsUrl: challenge.acsUrl, creq: challenge.creq })
    await expectUnpaid(checkout)
    const back = await checkout.challengeEnds()
    expect(back.body).toContain(`data-nonce="${second.nonce}"`)
    await expectPaid(checkout)
    expect(checkout.calls.map(({ ended }) => ended)).toEqual([
      undefined,
      { kind: 'method', transactionId, isCompleted: true },
      { kind: 'challenge', transactionId, cres: 'Q1Jlcw' },
    ])
    const [one, two, three] = checkout.calls
    expect([two, three].map((call) => call!.card)).toEqual([one!.card, one!.card])
  })

  test('a method that does not notify in time is passed on as not completed, and a result without a challenge pays', async () => {
    const checkout = await openCheckout(kind, [method, done])
    const step = stepIn<MethodStep>(await checkout.pay())
    expect((await checkout.goOn(step)).json()).toMatchObject({ state: 'paid' })
    expect(checkout.calls[1]!.ended).toEqual({ kind: 'method', transactionId, isCompleted: false })
    await expectPaid(checkout)
  })

  test('the result of a challenge is read in a GET of a notification page of the merchant’s own, too', async () => {
    const { checkout } = await challenged(kind, done)
    await checkout.notify(checkout.calls[0]!.challengeNotificationUrl, '', 'GET')
    expect(checkout.calls[1]!.ended).toEqual({ kind: 'challenge', transactionId })
    await expectPaid(checkout)
  })

  test('a refusal after a challenge sends nothing; the order is paid by the next press', async () => {
    const checkout = await openCheckout(kind, [challenge, refused, done])
    await checkout.pay()
    await checkout.challengeEnds()
    const declined = { state: 'declined', reason: 'authentication_failed', again: true }
    expect(await checkout.outcome('outcome')).toMatchObject(declined)
    expect((await checkout.ask('checkout')).json<Checkout>().outcome).toMatchObject(declined)
    await expectUnpaid(checkout)
    expect(await checkout.outcome('prepare', {})).toMatchObject({ state: 'open', orderId: checkout.orderId })
    expect(await checkout.pay()).toMatchObject({ state: 'paid' })
    await expectPaid(checkout)
  })

  test.each([
    ['a refusal', refused],
    ['transStatus N', { ...done, transStatus: 'N' }],
    ['transStatus R', { kind: 'done', eci: '07', transStatus: 'R' }],
  ] as const)('%s after a method sends nothing', async (_, answer) => {
    const checkout = await openCheckout(kind, [method, answer])
    const step = stepIn<MethodStep>(await checkout.pay())
    expect((await checkout.goOn(step)).json()).toMatchObject({ state: 'declined', reason: 'authentication_failed' })
    await expectUnpaid(checkout)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'open' })
  })

  test('a challenge that the shopper cancels sends nothing, whatever comes back later', async () => {
    const { checkout } = await challenged(kind, done)
    expect(await checkout.outcome('cancel', {})).toMatchObject({ again: true })
    await checkout.challengeEnds()
    await expectUnpaid(checkout)
    expect(checkout.calls).toHaveLength(1)
    expect(await checkout.status()).toMatchObject({ orderStatus: 6 })
  })

  test('a challenge that nobody finishes in ten minutes leaves the order open, and its late end sends nothing', async () => {
    const { checkout } = await challenged(kind, done)
    fixture.clock.advance(599_000)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'authenticate' })
    fixture.clock.advance(1000)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'open' })
    await checkout.challengeEnds()
    expect(checkout.calls).toHaveLength(1)
    await expectUnpaid(checkout)
  })

  test.each<[string, Answer]>([
    ['fails', () => Promise.reject(new Error('down'))],
    ['gives a result that the gateway would refuse', { kind: 'done', eci: '05' }],
    ['asks for the same challenge once more', challenge],
    ['asks for a method after it', method],
    ['leaves it to the gateway', undefined],
    ['has not finished', { ...done, transStatus: 'C' }],
    ['gives something else', { kind: 'paid' } as unknown as AuthenticationAnswer],
  ])('nothing is sent when it %s after a challenge, and the shopper gets the decline at once', async (_, answer) => {
    const { checkout } = await challenged(kind, answer)
    expect((await checkout.challengeEnds()).statusCode).toBe(200)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'declined', reason: 'not_processed', again: true })
    await expectUnpaid(checkout)
  })

  test.each<[string, Answer]>([
    ['asks for it once more', method],
    ['goes on with another transaction', { ...challenge, transactionId: 'another' }],
    ['fails', () => Promise.reject(new Error('down'))],
    ['leaves it to the gateway', undefined],
  ])('nothing is sent when it %s after a method, and the order is open', async (_, answer) => {
    const checkout = await openCheckout(kind, [method, answer])
    const step = stepIn<MethodStep>(await checkout.pay())
    expect((await checkout.goOn(step)).json()).toMatchObject({ error: { code: 'gateway_unreachable' } })
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'open' })
    await expectUnpaid(checkout)
  })

  test('nothing is sent when it does not answer in time after a challenge', async () => {
    let isLate = false
    const { checkout } = await challenged(kind, () => new Promise(() => {}), { isLate: () => isLate })
    isLate = true
    await checkout.challengeEnds()
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'declined', reason: 'not_processed' })
    await expectUnpaid(checkout)
  })

  test('a page that is loaded again shows the challenge, and a second tab does not begin another', async () => {
    const { checkout, step } = await challenged(kind, done)
    for (const outcome of [
      (await checkout.ask('checkout')).json<Checkout>().outcome,
      await checkout.outcome('prepare', {}),
      await checkout.pay(),
    ])
      expect(outcome).toMatchObject({ state: 'authenticate', step })
    expect(checkout.calls).toHaveLength(1)
    await checkout.challengeEnds()
    await expectPaid(checkout)
  })

  test('a challenge whose end is notified twice at once is paid once', async () => {
    const { checkout } = await challenged(kind, done)
    await Promise.all([checkout.challengeEnds(), checkout.challengeEnds()])
    await checkout.challengeEnds()
    expect(checkout.calls).toHaveLength(2)
    await expectPaid(checkout)
  })

  test('while the result is read the order is pending, and a press waits', async () => {
    let answer: (answer: AuthenticationAnswer) => void = () => {}
    const { checkout } = await challenged(kind, () => new Promise((resolve) => (answer = resolve)))
    const ending = checkout.challengeEnds()
    await expect.poll(() => checkout.calls.length).toBe(2)
    for (const elsewhere of [checkout.outcome('outcome'), checkout.pay(), checkout.outcome('cancel', {})])
      expect(await elsewhere).toMatchObject({ state: 'pending' })
    answer(done)
    await ending
    await expectPaid(checkout)
  })
})

test('a challenge ends although another request holds the order’s lock at that moment', async () => {
  const locks = memoryLocks(fixture.clock)
  const isBusy = { times: 0 }
  const take: LockStore['take'] = async (...lock) => isBusy.times-- <= 0 && locks.take(...lock)
  const { checkout } = await challenged('a new card', done, { locks: { ...locks, take } })
  isBusy.times = 3
  await checkout.challengeEnds()
  await expectPaid(checkout)
})

test('an order that somebody else closes during the challenge is not paid', async () => {
  const { checkout } = await challenged('a new card', done)
  await fixture.gateway.decline({ ...byTrusted, orderId: checkout.orderId })
  await checkout.challengeEnds()
  expect(await checkout.outcome('outcome')).toMatchObject({ state: 'cancelled' })
  await expectUnpaid(checkout)
})

test('a method’s continuation pays neither another order nor after another payment has begun', async () => {
  const [one, other] = [await openCheckout('a new card', [method, method, done]), await openCheckout('a new card', [])]
  const step = stepIn<MethodStep>(await one.pay())
  expect((await other.goOn(step)).json()).toMatchObject({ error: { code: 'continuation_refused' } })
  await one.pay()
  expect((await one.goOn(step)).json()).toMatchObject({ state: 'open' })
  await expectUnpaid(one)
})

test('a browser cannot say that a challenge has ended', async () => {
  const { checkout } = await challenged('a new card', done)
  const continuation = new URL(checkout.calls[0]!.challengeNotificationUrl).searchParams.get('k')!
  expect((await checkout.ask('authenticate', { ...checkout.card(), continuation })).json()).toMatchObject({
    state: 'authenticate',
  })
  expect(checkout.calls).toHaveLength(1)
  await expectUnpaid(checkout)
})

test('the card that was authenticated is the one that is charged, whatever the browser sends next', async () => {
  const checkout = await openCheckout('a new card', [method, done])
  const step = stepIn<MethodStep>(await checkout.pay())
  const other = checkout.sealed(plainText(cardNamed('4444555511113333'), checkout.orderId))
  await checkout.outcome('authenticate', { ...other, continuation: step.continuation })
  expect(await checkout.status()).toMatchObject({ orderStatus: 2, cardAuthInfo: { pan: '555555**5599' } })
})

test('all steps of a payment are one try, and a refused one is a try too', async () => {
  const env = { TENDER_LIMIT_TRIES: '1' }
  const checkout = await openCheckout('a new card', [method, challenge, done], { env })
  const card = checkout.card()
  const { continuation } = stepIn<MethodStep>(await checkout.outcome('pay', card))
  await checkout.outcome('authenticate', { ...card, requestId: systemRandom.uuid(), continuation })
  await checkout.challengeEnds()
  await expectPaid(checkout)
  const { checkout: other } = await challenged('a new card', refused, { env })
  await other.challengeEnds()
  expect(await other.pay()).toMatchObject({ state: 'declined' })
  expect(other.calls).toHaveLength(2)
  expect(await other.outcome('prepare', {})).toMatchObject({ state: 'open' })
})

test('a card that is sealed for another stored one is not sent', async () => {
  const checkout = await openCheckout('a stored card', [done])
  const { seToken } = checkout.sealed([...sealStamp, '', enrolled.cvc, '', checkout.orderId, 'another'].join('/'))
  const answer = await checkout.ask('pay', { ...checkout.card(), seToken })
  expect(answer.json()).toMatchObject({ error: { code: 'field_invalid', field: 'seToken' } })
  await expectUnpaid(checkout)
})

test('the names of EMV 3-D Secure are those of the gateway too', async () => {
  const { cavv: authenticationValue, xid: dsTransID, threeDSProtocolVersion: messageVersion, ...rest } = result
  const checkout = await openCheckout('a new card', [
    { kind: 'done', ...rest, authenticationValue, dsTransID, messageVersion, transStatus: 'Y' },
  ])
  expect(await checkout.pay()).toMatchObject({ state: 'paid' })
  await expectPaid(checkout)
})

test('a step that a browser may not be sent to is refused, and so is one without its transaction', async () => {
  const wrong = [
    { ...challenge, acsUrl: 'http://acs.example/challenge' },
    { ...method, threeDSMethodURL: 'ftp://acs.example/method' },
    { ...challenge, transactionId: '' },
    { ...challenge, creq: 'not Base64!' },
    { ...method, threeDSMethodData: 'A'.repeat(1025) },
    { ...done, cavv: result.cavv, authenticationValue: 'AAAA' },
  ]
  const checkout = await openCheckout('a new card', wrong)
  for (const _ of wrong)
    expect((await checkout.ask('pay', checkout.card())).json()).toMatchObject({
      error: { code: 'gateway_unreachable' },
    })
  expect(checkout.calls).toHaveLength(wrong.length)
  expect(checkout.log.filter((line) => line.includes('answer_refused'))).toHaveLength(wrong.length)
  await expectUnpaid(checkout)
})

test('what waits is stored without the card’s number, the payer or the transaction in the clear', async () => {
  const texts: string[] = []
  const store = memoryAuthentications(fixture.clock)
  const write: AuthenticationStore['write'] = (key, text, ttlMs) => (
    texts.push(key, text),
    store.write(key, text, ttlMs)
  )
  const checkout = await openCheckout('a new card', [method, challenge, done], {
    authentications: { ...store, write },
  })
  const step = stepIn<MethodStep>(await checkout.pay())
  await checkout.methodRuns()
  await checkout.goOn(step)
  expect(texts.length).toBeGreaterThan(4)
  const all = texts.map((text) => text + Buffer.from(text, 'base64').toString('latin1')).join('\n')
  for (const secret of [enrolled.pan, 'JANE DOE', 'jane@example.com', transactionId, challenge.creq])
    expect(all).not.toContain(secret)
})

test('where the store fails, the shopper is asked to try again, and nothing is sent', async () => {
  const store = memoryAuthentications(fixture.clock)
  const isDown = { now: true }
  const write: AuthenticationStore['write'] = async (...given) =>
    isDown.now ? Promise.reject(new Error('down')) : store.write(...given)
  const checkout = await openCheckout('a new card', [challenge, challenge, done], {
    authentications: { ...store, write },
  })
  expect((await checkout.ask('pay', checkout.card())).json()).toMatchObject({ error: { code: 'busy' } })
  await expectUnpaid(checkout)
  isDown.now = false
  expect(await checkout.pay()).toMatchObject({ state: 'authenticate' })
})
