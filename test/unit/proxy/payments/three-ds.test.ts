import { describe, expect, test } from 'vitest'
import type { Outcome, Step } from '#contract/checkout.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { approve, type Script } from '../../../support/fake-gateway.ts'
import { cardFor, openTestProxy, type TestProxy } from '../support/test-proxy.ts'

const methodAnswer: CardPaymentAnswer = {
  errorCode: 0,
  is3DSVer2: true,
  threeDSServerTransId: 'transaction-1',
  threeDSMethodURL: 'https://acs.example/method',
  threeDSMethodURLServer: 'gateway.example/gather?threeDSServerTransID=transaction-1',
  threeDSMethodDataPacked: 'eyJ0aHJlZSI6MX0==',
}
const challengeAnswer: CardPaymentAnswer = {
  errorCode: 0,
  is3DSVer2: true,
  acsUrl: 'https://acs.example/challenge',
  packedCReq: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ',
}

const challenged: Script = (order, payment) => {
  if (!payment.threeDSServerTransId) return methodAnswer
  order.status = 5
  return challengeAnswer
}

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

function stepOf<Kind extends Step['kind']>(outcome: Outcome, kind: Kind): StepOf<Kind> {
  expect(outcome).toMatchObject({ state: 'authenticate', step: { kind } })
  return (outcome as Extract<Outcome, { state: 'authenticate' }>).step as StepOf<Kind>
}

async function begun(script: Script = challenged) {
  const proxy = await openTestProxy()
  proxy.gateway.state.script = script
  const orderId = (await proxy.prepare()).orderId!
  return { proxy, orderId, first: await proxy.outcome('pay', cardFor(orderId)) }
}

const goOn = (proxy: TestProxy, orderId: string, continuation: string) =>
  proxy.outcome('authenticate', { ...cardFor(orderId), continuation })

describe('method and challenge', () => {
  test('go step by step, and what is posted stays byte for byte', async () => {
    const { proxy, orderId, first } = await begun()
    const method = stepOf(first, 'method')
    expect(method).toMatchObject({
      methodUrl: 'https://acs.example/method',
      methodData: 'eyJ0aHJlZSI6MX0==',
      serverUrl: 'https://gateway.example/gather?threeDSServerTransID=transaction-1',
    })
    const { fields } = proxy.gateway.paymentsOf()[0]!
    expect(fields['threeDSMethodNotificationUrl']).toBe(`https://pay.shop.example/3ds/method?n=${method.nonce}`)
    const challenge = stepOf(await goOn(proxy, orderId, method.continuation), 'challenge')
    expect(challenge).toMatchObject({
      acsUrl: 'https://acs.example/challenge',
      creq: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ',
      redirectUrl: `https://gateway.example/payment/acsRedirect.do?orderId=${orderId}`,
    })
    expect(proxy.gateway.paymentsOf()[1]!.fields).toMatchObject({
      threeDSServerTransId: 'transaction-1',
      threeDSServerTransID: 'transaction-1',
    })
    const resume = stepOf(await proxy.outcome('outcome'), 'resume')
    expect(resume).toEqual({ kind: 'resume', nonce: challenge.nonce, redirectUrl: challenge.redirectUrl })
  })

  test('may end without a challenge', async () => {
    const { proxy, orderId, first } = await begun((order, payment) =>
      payment.threeDSServerTransId ? approve(order, payment) : methodAnswer,
    )
    expect(await goOn(proxy, orderId, stepOf(first, 'method').continuation)).toMatchObject({ state: 'paid' })
  })

  test('3-D Secure 1 takes the whole page, by the gateway', async () => {
    const { first } = await begun((order) => {
      order.status = 5
      return { errorCode: 0, acsUrl: 'https://acs.example/1', paReq: 'abc', termUrl: 'https://gateway.example/term' }
    })
    expect(stepOf(first, 'redirect').redirectUrl).toContain('/payment/acsRedirect.do?orderId=')
  })

  test('3-D Secure 1 may return to an address with the port of https', async () => {
    const proxy = await openTestProxy({ env: { TENDER_ACS_REDIRECT: 'post' } })
    const termUrl = 'https://gateway.example:443/payment/rest/finish3ds.do?lang=en'
    proxy.gateway.state.script = () => ({ errorCode: 0, acsUrl: 'https://acs.example/1', paReq: 'abc', termUrl })
    const { orderId } = await proxy.prepare()
    const { redirectUrl } = stepOf(await proxy.outcome('pay', cardFor(orderId!)), 'redirect')
    const { body } = await proxy.send({ url: redirectUrl.replace('https://pay.shop.example', '') })
    expect(body).toContain(`value="${termUrl}"`)
  })

  const transaction = { threeDSServerTransId: 'transaction-1', threeDSMethodDataPacked: 'e30=' }
  const [methodUrl, serverUrl] = ['https://acs.example/method', 'https://gateway.example/gather']
  test.each<[string, object]>([
    ['a flag as text', { ...transaction, is3DSVer2: 'true' }],
    ['no flag', transaction],
    ['an ID in capitals', { threeDSServerTransID: 'transaction-1', threeDSMethodDataPacked: 'e30=' }],
  ])('%s is a transaction of 3-D Secure 2', async (_, answer) => {
    const addresses = [
      { threeDSMethodURL: methodUrl, threeDSMethodUrlServer: serverUrl },
      { threeDSMethodUrl: methodUrl, threeDSMethodURLServer: serverUrl },
    ]
    for (const mixed of addresses) {
      const proxy = await openTestProxy()
      const { orderId } = await proxy.prepare()
      proxy.gateway.state.wire = async (request, work) =>
        request.url.includes('paymentorder') ? Response.json({ errorCode: 0, ...answer, ...mixed }) : work()
      const first = await proxy.outcome('pay', cardFor(orderId!))
      expect(stepOf(first, 'method')).toMatchObject({ methodUrl, serverUrl, methodData: 'e30=' })
    }
  })

  test('both spellings of the method addresses are read', async () => {
    const { threeDSMethodURL, threeDSMethodURLServer, ...rest } = methodAnswer
    const { first } = await begun(() => ({
      ...rest,
      threeDSMethodUrl: threeDSMethodURL,
      threeDSMethodUrlServer: threeDSMethodURLServer,
    }))
    expect(stepOf(first, 'method')).toMatchObject({
      methodUrl: 'https://acs.example/method',
      serverUrl: expect.any(String),
    })
  })
})

describe('a continuation', () => {
  test('of another order is refused', async () => {
    const { proxy, first } = await begun()
    const { continuation } = stepOf(first, 'method')
    const ticket = await proxy.ticketFor({ orderNumber: 'B-1' })
    const { orderId } = await proxy.prepare(ticket)
    const answer = await proxy.ask('authenticate', { ...cardFor(orderId!), continuation }, ticket)
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { code: 'continuation_refused' } }])
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
  })

  const forgeries: readonly (readonly [string, (continuation: string) => string])[] = [
    ['of another try', (it) => it],
    ['changed', (it) => `A${it.slice(1)}`],
    ['without its signature', (it) => `${it.split('.')[0]}.`],
    ['signed for another purpose', () => 'WyJBLTE3Il0.AAAA'],
    ['empty but for a point', () => '.'],
  ]
  test.each(forgeries)('%s is refused', async (what, forge) => {
    const { proxy, orderId, first } = await begun()
    const continuation = forge(stepOf(first, 'method').continuation)
    const card = cardFor(what === 'of another try' ? 'id-of-A-17-2' : orderId)
    const answer = await proxy.ask('authenticate', { ...card, continuation })
    expect(answer.json()).toMatchObject({ error: { code: 'continuation_refused' } })
    expect(proxy.gateway.paymentsOf()).toHaveLength(1)
  })

  test('the address of the return page is none', async () => {
    const { proxy, orderId } = await begun()
    const finish = String(proxy.gateway.paymentsOf()[0]!.fields['threeDSVer2FinishUrl'])
    const continuation = new URL(finish).searchParams.get('k')!
    const answer = await proxy.ask('authenticate', { ...cardFor(orderId), continuation })
    expect(answer.json()).toMatchObject({ error: { code: 'continuation_refused' } })
  })

  test('is too old after ten minutes', async () => {
    const { proxy, orderId, first } = await begun()
    proxy.clock.advance(600_001)
    const answer = await proxy.ask('authenticate', {
      ...cardFor(orderId),
      continuation: stepOf(first, 'method').continuation,
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('addresses that the gateway gives', () => {
  const bad = [
    // oxlint-disable-next-line no-script-url
    'javascript:alert(1)',
    'data:text/html,x',
    'http://acs.example/',
    'http://127.0.0.1/',
    'https://u:p@acs.example/',
    'https://',
    'ftp://acs.example/',
  ]
  test.each(bad)('%s is no access server', async (acsUrl) => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = () => ({ ...challengeAnswer, acsUrl })
    const { orderId } = await proxy.prepare()
    const declined = { state: 'declined', reason: 'authentication_failed', again: true }
    expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject(declined)
    expect(proxy.gateway.orders.get('A-17')).toMatchObject({ status: 6, actionCode: 4005 })
    expect(proxy.log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 50, order: 'A-17', code: 'access_server_refused', message: expect.any(String) }),
    )
  })

  test('without a scheme are no access server, nor is http in 3-D Secure 1', async () => {
    for (const addresses of [
      { acsUrl: 'acs.example/challenge', packedCReq: 'e30' },
      { acsUrl: 'http://acs.example/1', paReq: 'abc' },
      { acsUrl: 'https://acs.example/1', paReq: 'abc', termUrl: 'http://gateway.example/term' },
    ]) {
      const { first } = await begun(() => ({ errorCode: 0, ...addresses }))
      expect(first).toMatchObject({ state: 'declined', reason: 'authentication_failed' })
    }
  })

  test('of an order that cannot be ended leave its state to the status', async () => {
    const proxy = await openTestProxy()
    proxy.gateway.state.script = (order) => {
      order.status = 7
      return { ...challengeAnswer, acsUrl: 'http://acs.example/' }
    }
    const { orderId } = await proxy.prepare()
    expect(await proxy.outcome('pay', cardFor(orderId!))).toMatchObject({ state: 'pending' })
  })

  test.each(bad)('%s is left out of the method', async (address) => {
    const { first } = await begun(() => ({
      ...methodAnswer,
      threeDSMethodURL: address,
      threeDSMethodURLServer: address,
    }))
    const step = stepOf(first, 'method')
    expect([step.methodUrl, step.methodData, step.serverUrl]).toEqual([undefined, undefined, undefined])
  })

  test('may be http on loopback where the gateway is on loopback', async () => {
    const proxy = await openTestProxy({ env: { TENDER_GATEWAY_URL: 'http://127.0.0.1:8082' } })
    proxy.gateway.state.script = () => ({ ...challengeAnswer, acsUrl: 'http://127.0.0.1:8084/challenge' })
    const { orderId } = await proxy.prepare()
    stepOf(await proxy.outcome('pay', cardFor(orderId!)), 'challenge')
  })
})
