import { describe, expect, test } from 'vitest'
import type { Checkout, ChallengeStep, MethodStep, Outcome } from '#contract/checkout.ts'
import type { AuthenticationAnswer } from '#proxy/external-three-ds/authenticate.ts'
import { enrolled, fixture, openGateway } from '../support/own-server-proxy.ts'
import { answers, challenged, openCheckout, stepIn, type Answer, type Kind } from '../support/own-three-ds-checkout.ts'

const { method, challenge, done, refused } = answers
const { transactionId } = method

openGateway()

const kinds: readonly Kind[] = ['a new card', 'a stored card']

describe.each(kinds)('the merchant’s own 3-D Secure server and %s', (kind) => {
  test('a result at once pays, in one call of the gateway', async () => {
    const checkout = await openCheckout(kind, [done])
    expect(await checkout.pay()).toMatchObject({ state: 'paid' })
    await checkout.expectPaid()
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
    checkout.expectUnpaid()
    const back = await checkout.endChallenge()
    expect(back.body).toContain(`data-nonce="${second.nonce}"`)
    await checkout.expectPaid()
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
    await checkout.expectPaid()
  })

  test('the result of a challenge is read in a GET of a notification page of the merchant’s own, too', async () => {
    const { checkout } = await challenged(kind, done)
    await checkout.notify(checkout.calls[0]!.challengeNotificationUrl, '', 'GET')
    expect(checkout.calls[1]!.ended).toEqual({ kind: 'challenge', transactionId })
    await checkout.expectPaid()
  })

  test('a refusal after a challenge sends nothing; the order is paid by the next press', async () => {
    const checkout = await openCheckout(kind, [challenge, refused, done])
    await checkout.pay()
    await checkout.endChallenge()
    const declined = { state: 'declined', reason: 'authentication_failed', again: true }
    expect(await checkout.outcome('outcome')).toMatchObject(declined)
    expect((await checkout.ask('checkout')).json<Checkout>().outcome).toMatchObject(declined)
    checkout.expectUnpaid()
    expect(await checkout.outcome('prepare', {})).toMatchObject({ state: 'open', orderId: checkout.orderId })
    expect(await checkout.pay()).toMatchObject({ state: 'paid' })
    await checkout.expectPaid()
  })

  test.each([
    ['a refusal', refused],
    ['transStatus N', { ...done, transStatus: 'N' }],
    ['transStatus R', { kind: 'done', eci: '07', transStatus: 'R' }],
  ] as const)('%s after a method sends nothing', async (_, answer) => {
    const checkout = await openCheckout(kind, [method, answer])
    const step = stepIn<MethodStep>(await checkout.pay())
    expect((await checkout.goOn(step)).json()).toMatchObject({ state: 'declined', reason: 'authentication_failed' })
    checkout.expectUnpaid()
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'open' })
  })

  test('a challenge that the shopper cancels sends nothing, whatever comes back later', async () => {
    const { checkout } = await challenged(kind, done)
    expect(await checkout.outcome('cancel', {})).toMatchObject({ again: true })
    await checkout.endChallenge()
    checkout.expectUnpaid()
    expect(checkout.calls).toHaveLength(1)
    expect(await checkout.status()).toMatchObject({ orderStatus: 6 })
  })

  test('a challenge that nobody finishes in ten minutes leaves the order open, and its late end sends nothing', async () => {
    const { checkout } = await challenged(kind, done)
    fixture.clock.advance(599_000)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'authenticate' })
    fixture.clock.advance(1000)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'open' })
    await checkout.endChallenge()
    expect(checkout.calls).toHaveLength(1)
    checkout.expectUnpaid()
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
    expect((await checkout.endChallenge()).statusCode).toBe(200)
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'declined', reason: 'not_processed', again: true })
    checkout.expectUnpaid()
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
    checkout.expectUnpaid()
  })

  test('nothing is sent when it does not answer in time after a challenge', async () => {
    let isLate = false
    const { checkout } = await challenged(kind, () => new Promise(() => {}), { isLate: () => isLate })
    isLate = true
    await checkout.endChallenge()
    expect(await checkout.outcome('outcome')).toMatchObject({ state: 'declined', reason: 'not_processed' })
    checkout.expectUnpaid()
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
    await checkout.endChallenge()
    await checkout.expectPaid()
  })

  test('a challenge whose end is notified twice at once is paid once', async () => {
    const { checkout } = await challenged(kind, done)
    await Promise.all([checkout.endChallenge(), checkout.endChallenge()])
    await checkout.endChallenge()
    expect(checkout.calls).toHaveLength(2)
    await checkout.expectPaid()
  })

  test('while the result is read the order is pending, and a press waits', async () => {
    let answer: (answer: AuthenticationAnswer) => void = () => {}
    const { checkout } = await challenged(kind, () => new Promise((resolve) => (answer = resolve)))
    const ended = checkout.endChallenge()
    await expect.poll(() => checkout.calls.length).toBe(2)
    for (const elsewhere of [checkout.outcome('outcome'), checkout.pay(), checkout.outcome('cancel', {})])
      expect(await elsewhere).toMatchObject({ state: 'pending' })
    answer(done)
    await ended
    await checkout.expectPaid()
  })
})
