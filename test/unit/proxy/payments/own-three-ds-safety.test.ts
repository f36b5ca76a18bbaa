import { expect, test } from 'vitest'
import type { MethodStep } from '#contract/checkout.ts'
import { memoryAuthentications, type AuthenticationStore } from '#proxy/external-three-ds/authentication-store.ts'
import { systemRandom } from '#ports/system.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { byTrusted, cardNamed } from '../../../conformance/gateway/fixture.ts'
import { plainText, sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { enrolled, fixture, openGateway, result } from '../support/own-server-proxy.ts'
import { answers, challenged, openCheckout, stepIn } from '../support/own-three-ds-checkout.ts'

const { method, challenge, done, refused } = answers

openGateway()

test('a challenge ends although another request holds the order’s lock at that moment', async () => {
  const locks = memoryLocks(fixture.clock)
  const isBusy = { times: 0 }
  const take: LockStore['take'] = async (...lock) => isBusy.times-- <= 0 && locks.take(...lock)
  const { checkout } = await challenged('a new card', done, { locks: { ...locks, take } })
  isBusy.times = 3
  await checkout.endChallenge()
  await checkout.expectPaid()
})

test('an order that somebody else closes during the challenge is not paid', async () => {
  const { checkout } = await challenged('a new card', done)
  await fixture.gateway.decline({ ...byTrusted, orderId: checkout.orderId })
  await checkout.endChallenge()
  expect(await checkout.outcome('outcome')).toMatchObject({ state: 'cancelled' })
  checkout.expectUnpaid()
})

test('a method’s continuation pays neither another order nor after another payment has begun', async () => {
  const [one, other] = [await openCheckout('a new card', [method, method, done]), await openCheckout('a new card', [])]
  const step = stepIn<MethodStep>(await one.pay())
  expect((await other.goOn(step)).json()).toMatchObject({ error: { code: 'continuation_refused' } })
  await one.pay()
  expect((await one.goOn(step)).json()).toMatchObject({ state: 'open' })
  one.expectUnpaid()
})

test('a browser cannot say that a challenge has ended', async () => {
  const { checkout } = await challenged('a new card', done)
  const continuation = new URL(checkout.calls[0]!.challengeNotificationUrl).searchParams.get('k')!
  expect((await checkout.ask('authenticate', { ...checkout.card(), continuation })).json()).toMatchObject({
    state: 'authenticate',
  })
  expect(checkout.calls).toHaveLength(1)
  checkout.expectUnpaid()
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
  await checkout.endChallenge()
  await checkout.expectPaid()
  const { checkout: other } = await challenged('a new card', refused, { env })
  await other.endChallenge()
  expect(await other.pay()).toMatchObject({ state: 'declined' })
  expect(other.calls).toHaveLength(2)
  expect(await other.outcome('prepare', {})).toMatchObject({ state: 'open' })
})

test('an issuer that refuses at once counts as a decline of the address', async () => {
  const checkout = await openCheckout('a new card', [refused, refused], { env: { TENDER_LIMIT_DECLINES: '1' } })
  expect(await checkout.pay()).toMatchObject({ state: 'declined' })
  expect(await checkout.pay()).toMatchObject({ error: { code: 'too_many_tries' } })
  expect(checkout.calls).toHaveLength(1)
})

test('a card that is sealed for another stored one is not sent', async () => {
  const checkout = await openCheckout('a stored card', [done])
  const { seToken } = checkout.sealed([...sealStamp, '', enrolled.cvc, '', checkout.orderId, 'another'].join('/'))
  const answer = await checkout.ask('pay', { ...checkout.card(), seToken })
  expect(answer.json()).toMatchObject({ error: { code: 'field_invalid', field: 'seToken' } })
  checkout.expectUnpaid()
})

test('the names of EMV 3-D Secure are those of the gateway too', async () => {
  const { cavv: authenticationValue, xid: dsTransID, threeDSProtocolVersion: messageVersion, ...rest } = result
  const checkout = await openCheckout('a new card', [
    { kind: 'done', ...rest, authenticationValue, dsTransID, messageVersion, transStatus: 'Y' },
  ])
  expect(await checkout.pay()).toMatchObject({ state: 'paid' })
  await checkout.expectPaid()
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
  checkout.expectUnpaid()
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
  for (const secret of [enrolled.pan, 'JANE DOE', 'jane@example.com', challenge.transactionId, challenge.creq])
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
  checkout.expectUnpaid()
  isDown.now = false
  expect(await checkout.pay()).toMatchObject({ state: 'authenticate' })
})
