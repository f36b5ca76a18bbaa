import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmInDialog } from '../support/challenge.ts'
import { begin } from '../support/shopper.ts'
import {
  cardThat,
  challengeCard,
  fillCard,
  openFixture,
  pay,
  plainCard,
  stateIs,
  type Fixture,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

let fixture: Fixture
beforeAll(async () => {
  // A webhook reads the order by itself, and beside the payment.
  fixture = await openFixture({
    env: { TENDER_WEBHOOK_URL: '', TENDER_WEBHOOK_SECRET: '' },
  })
})
afterAll(() => fixture.close())

/** The requests of the page's frames to the proxy, without its script files. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  const { host } = new URL(fixture.stack.addresses.proxy)
  page.on('request', (request) => {
    const { host: to, pathname } = new URL(request.url())
    if (to === host && /^\/(?:api|3ds)\b/.test(pathname)) requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

/** The requests of the proxy to the gateway since a call of this function. */
function gatewayRequests(): () => readonly string[] {
  const start = fixture.stack.journal.entries().length
  return () =>
    fixture.stack.journal
      .entries()
      .slice(start)
      .filter(({ from, to }) => from === 'proxy' && to === 'gateway')
      .map(({ what }) => what)
}

const read = 'getOrderStatusExtended.do'
/** An order is read before anything is sent for it, and after. */
const sending = [read, 'paymentorder.do', read]

/**
 * The element also reads the outcome at intervals while the shopper is at the bank, which takes as long as it takes. Such a
 * read that finds the order paid takes the place of the one after the return, and of the return where that has not begun.
 */
const outcome = 'GET /api/outcome'
const back = 'GET /3ds/return'

const frictionless = cardThat({ threeDs: 'frictionless', outcome: 'paid', method: true })
const afterMethod = ['POST /api/pay', 'GET /3ds', 'POST /3ds/method', 'POST /api/authenticate']

test.each([
  ['without 3-D Secure', plainCard, ['POST /api/pay'], sending],
  ['frictionless, with a method page', frictionless, afterMethod, [read, 'paymentorder.do', ...sending]],
  ['by a challenge', challengeCard, [...afterMethod, back], [read, 'paymentorder.do', read, 'paymentorder.do']],
] as const)('from the click to the result, %s, nothing is asked twice', async (_, card, ofBrowser, ofProxy) => {
  const { page, context } = await begin(fixture, {})
  const requests = requestsOf(page)
  const toPrepare = gatewayRequests()
  await fillCard(page, card)
  await poll(() => requests).toEqual(['POST /api/prepare'])
  await poll(() => toPrepare()).toEqual([read, 'register.do'])
  requests.length = 0
  const toPay = gatewayRequests()
  await pay(page)
  if (card === challengeCard) await confirmInDialog(page)
  await stateIs(page, 'paid')
  const reads = requests.filter((request) => request === outcome)
  const isBack = requests.includes(back)
  expect(requests.filter((request) => request !== outcome)).toEqual(ofBrowser.filter((one) => isBack || one !== back))
  expect(requests.slice(requests.lastIndexOf(back)).length).toBeLessThanOrEqual(2)
  expect(reads.length > 0).toBe(card === challengeCard)
  expect(toPay()).toEqual([...ofProxy, ...reads.map(() => read)])
  await context.close()
})
