import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { client } from '#contract/wire/client.ts'
import { rawIssuingClient } from '#issuing-client/raw-client.ts'
import { buildJournal } from '#ports/journal.ts'
import { buildSandbox } from '#sandbox/build-sandbox.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { noFaults } from '#sandbox/scenario/fault-switches.ts'
import { onRequest } from '../../../support/on-request.ts'
import { fakeClock } from '../../../support/clock.ts'
import { requested, cardLike, postInto, countingRandom, hopIn, wrongFor } from '../acs/stand.ts'

const addresses = {
  gateway: 'http://gateway.test',
  issuing: 'http://issuing.test',
  acs: 'http://acs.test',
  console: 'http://console.test',
  shop: 'http://shop.test',
}

const sandbox = await openSandbox()
afterAll(() => sandbox.close())

async function openSandbox(env = 'test') {
  const clock = fakeClock()
  const journal = buildJournal(clock)
  const servers = new Map<string, FastifyInstance>()
  const fetch = onRequest((request) => postInto(servers.get(new URL(request.url).origin)!)(request))
  const random = countingRandom()
  const sandbox = await buildSandbox({ clock, random, journal, fetch, addresses: () => addresses, env })
  const { gateway, issuer, acs } = sandbox
  for (const [address, server] of [
    [addresses.gateway, gateway],
    [addresses.issuing, issuer],
    [addresses.acs, acs],
  ] as const)
    servers.set(address, server)
  const { userName, password } = sandbox.credentials.gateway
  const ask = client(gatewayApi, addresses.gateway, fetch)
  const post = (address: string, fields: Record<string, string>) =>
    servers.get(new URL(address).origin)!.inject({
      method: 'POST',
      url: address.slice(new URL(address).origin.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const issuing = rawIssuingClient(addresses.issuing, sandbox.credentials.issuing, fetch)
  return { ...sandbox, ask, post, journal, issuing, by: { userName, password } }
}

let orders = 0

/** Registers an order and pays by card, as far as possible without a browser. */
async function payBy({ pan, expiry, cvc }: Pick<TestCard, 'pan' | 'expiry' | 'cvc'>) {
  const { ask, by } = sandbox
  const returnUrl = 'http://shop.test/back'
  const { orderId } = await ask.register({ ...by, orderNumber: `order-${(orders += 1)}`, amount: 123_450, returnUrl })
  const call = {
    ...by,
    MDORDER: orderId!,
    $PAN: pan,
    $EXPIRY: expiry,
    $CVC: cvc,
    TEXT: 'JANE DOE',
    language: 'en',
  } as const
  const first = await ask.paymentorder(call)
  const { threeDSServerTransId } = first
  const answer = threeDSServerTransId ? await ask.paymentorder({ ...call, threeDSServerTransId }) : first
  return { answer, status: () => ask.getOrderStatusExtended({ ...by, orderId: orderId! }), orderId: orderId! }
}

/** Goes through the bank's page as a browser, and back to the gateway. */
async function walk({ acsUrl, packedCReq, paReq, termUrl }: CardPaymentAnswer, orderId: string, right: boolean) {
  const { post } = sandbox
  const fields = packedCReq ? { creq: packedCReq } : { PaReq: paReq!, MD: orderId, TermUrl: termUrl! }
  const { code, challenge } = requested(await post(acsUrl!, fields))
  const answer = (typed: string) => post(`${addresses.acs}/3ds/answer`, { challenge, code: typed })
  if (!right) for (let times = 0; times < 2; times += 1) await answer(wrongFor(code))
  const { action, fields: back } = hopIn(await answer(right ? code : wrongFor(code)))
  return post(action, back)
}

test('the sandbox refuses production', async () => {
  await expect(openSandbox('production')).rejects.toThrow(/production/)
})

const endings = { paid: 2, declined: 6, pending: 7 } as const

test.each(testCards.filter(({ issuer }) => issuer?.quirk !== 'slow').map((card) => [card.what, card] as const))(
  '%s: the table has its outcome',
  async (_, card) => {
    const { answer, status, orderId } = await payBy(card)
    if (answer.acsUrl) {
      expect((await status()).orderStatus).toBe(5)
      expect((await walk(answer, orderId, true)).statusCode).toBe(303)
    }
    const { orderStatus, actionCode } = await status()
    expect({ orderStatus, actionCode }).toEqual({ orderStatus: endings[card.outcome], actionCode: card.code ?? 0 })
  },
)

test.each([
  ['3-D Secure 2', cardLike({ threeDs: 'challenge', outcome: 'paid' })],
  ['3-D Secure 1', cardLike({ threeDs: 'redirect' })],
])('a failed challenge pays nothing: %s', async (_, card) => {
  const { answer, status, orderId } = await payBy(card)
  await walk(answer, orderId, false)
  expect(await status()).toMatchObject({ orderStatus: 6, actionCode: -2006 })
})

test('the console steers the access server, and shows its messages', async () => {
  await sandbox.console.inject({ method: 'POST', url: '/scenario', payload: { framing: 'refused' } })
  const { answer } = await payBy(cardLike({ threeDs: 'challenge' }))
  const page = await sandbox.post(answer.acsUrl!, { creq: answer.packedCReq! })
  sandbox.switches.set(noFaults)
  expect(page.headers['x-frame-options']).toBe('DENY')
  const message = (await sandbox.console.inject('/timeline.json')).json<{ what: string }[]>()
  expect(message).toEqual(sandbox.journal.entries())
  expect(message.map(({ what }) => what)).toContain('challenge')
  const origin = { origin: addresses.shop }
  const read = await sandbox.console.inject({ url: '/timeline.json', headers: origin })
  expect(read.headers['access-control-allow-origin']).toBe(addresses.shop)
})

/** A virtual card of a new customer with that phone. */
async function issuedTo(phone: string) {
  const { issuing } = sandbox
  const customer = { customer_number: `C${phone}`, surname: 'Doe', firstName: 'Jo', mobile_phone: phone }
  const parameters = Object.entries(customer).map(([name, value]) => ({ name: name as 'surname', value }))
  const { accountNumber } = await issuing.registerCustomer({ productName: 'CRCU1001', parameters })
  const { virtualCardIdentification } = await issuing.createVirtualCard({
    cardIdentification: { cardNumber: `${sandbox.credentials.issuing.bin}0000000000` },
    virtualCardIdentification: { expDate: '203412', productType: '5C' },
    amount: 0,
    currency: 978,
    accountNumber: accountNumber!,
  })
  const pan = virtualCardIdentification!.cardNumber!
  const { cvc2 } = await issuing.generateCVC2({ cardIdentification: { cardNumber: pan }, deliveryMethod: 'WS' })
  return { pan, expiry: '203412', cvc: cvc2!, accountNumber }
}

test('under strict rules a card that was issued pays: its holder gets the code, and the merchant sees the payment', async () => {
  sandbox.switches.set({ issuing: 'strict' })
  const phone = '375291234567'
  const card = await issuedTo(phone)
  const { answer, status, orderId } = await payBy(card)
  expect(sandbox.phones.inboxOf(phone)).toHaveLength(1)
  await walk(answer, orderId, true)
  const { orderStatus, cardAuthInfo } = await status()
  expect(orderStatus).toBe(2)
  const { issuing, by } = sandbox
  const merchant = { merchantId: by.userName, institutionId: '1', period: {} }
  const { transactions } = await issuing.getMerchantTransactions(merchant)
  expect(transactions!.at(-1)).toMatchObject({
    transactionAmount: 123_450,
    authorizationCode: cardAuthInfo!.approvalCode,
  })
  await issuing.setAllowedMccList({ accountNumber: card.accountNumber, mccList: [5411] })
  const refused = await payBy(card)
  await walk(refused.answer, refused.orderId, true)
  expect(await refused.status()).toMatchObject({ orderStatus: 6, actionCode: 120 })
  sandbox.switches.set(noFaults)
})
