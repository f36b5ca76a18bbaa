import type { Outcome } from '#contract/checkout.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { frameable } from '#challenge-frame/frames.ts'
import { mayVisit } from '#browser/visitable.ts'
import { isLoopback } from '#proxy/config/origins.ts'
import { cardFor, openTestProxy, proxyUrl, type TestProxy } from '../../../unit/proxy/support/test-proxy.ts'

import { addressesLike } from '../addresses.ts'
import type { AddressRun } from './return.ts'

const method: CardPaymentAnswer = {
  errorCode: 0,
  is3DSVer2: true,
  threeDSServerTransId: 'transaction-1',
  threeDSMethodDataPacked: 'e30=',
}

/** The fields in which the gateway sends an address that a browser opens, each with an answer that contains it. */
const answers = {
  acsUrl: (message: string) => ({ errorCode: 0, is3DSVer2: true, acsUrl: message, packedCReq: 'abc' }),
  'acsUrl of 3-D Secure 1': (message: string) => ({
    errorCode: 0,
    acsUrl: message,
    paReq: 'abc',
    termUrl: 'https://gateway.example/end',
  }),
  termUrl: (message: string) => ({ errorCode: 0, acsUrl: 'https://acs.example/1', paReq: 'abc', termUrl: message }),
  redirect: (message: string) => ({ errorCode: 0, info: 'Processed', redirect: message }),
  threeDSMethodURL: (message: string) => ({ ...method, threeDSMethodURL: message }),
  threeDSMethodUrl: (message: string) => ({ ...method, threeDSMethodUrl: message }),
  threeDSMethodURLServer: (message: string) => ({ ...method, threeDSMethodURLServer: message }),
} satisfies Record<string, (message: string) => CardPaymentAnswer>

/** Why an address cannot be a bank's: that must be a plain https address with the same meaning in every context. */
function strays(address: string, on?: 'this machine'): string | undefined {
  const bare = parsed(address)
  if (!bare) return 'is no address'
  if (bare.href !== new URL(address, `${proxyUrl}/3ds`).href) return 'is another address beside ours'
  if (bare.username || bare.password) return `is ${bare.href}`
  if (on === 'this machine' && bare.protocol === 'http:' && isLoopback(bare)) return undefined
  return bare.protocol === 'https:' ? undefined : `is ${bare.href}`
}

/** Has the gateway send each hostile address in each field, and checks every address that the browser then gets. */
export async function runGatewayAddresses(every: number): Promise<AddressRun> {
  const proxy = await openTestProxy({ env: { TENDER_ACS_REDIRECT: 'post' } })
  const addresses = addressesLike('acs.example').filter((_, at) => at % every === 0)
  const faults: string[] = []
  let refused = 0
  let number = 0
  const check = (field: string, message: string, given: readonly string[], on?: Parameters<typeof strays>[1]): void => {
    if (!given.length) refused += 1
    const wrong = given.map((one) => [one, strays(one, on)] as const).filter(([, why]) => why)
    faults.push(...wrong.map(([one, why]) => `${field} ${JSON.stringify(message)}: ${JSON.stringify(one)} ${why}`))
  }
  for (const message of addresses) {
    for (const [field, answer] of Object.entries(answers))
      check(field, message, await givenFor(proxy, answer(message), `G-${(number += 1)}`))
    check('formUrl', message, await hostedPageTo(proxy, message, `F-${(number += 1)}`))
    check(
      'in the frame',
      message,
      attempt(() => frameable(message)),
      'this machine',
    )
    check('on the page', message, mayVisit(message) ? [new URL(message).href] : [], 'this machine')
  }
  await proxy.app.close()
  return { tried: addresses.length * (Object.keys(answers).length + 3), refused, faults }
}

/** `URL.canParse` of Node 20 returns wrong results for letters beyond ASCII after many calls. */
function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

function attempt(read: () => string): string[] {
  try {
    return [read()]
  } catch {
    return []
  }
}

/** Every address that an outcome sends to the browser, and those on the proxy's own page that posts to the bank. */
async function givenFor(proxy: TestProxy, answer: CardPaymentAnswer, orderNumber: string): Promise<string[]> {
  proxy.gateway.state.script = (order) => {
    order.status = 5
    return answer
  }
  const ticket = await proxy.ticketFor({ orderNumber })
  const { orderId } = await proxy.prepare(ticket)
  const outcome = await proxy.outcome('pay', cardFor(orderId!), ticket)
  const step = 'step' in outcome ? (outcome.step as Partial<Record<string, string>>) : {}
  const { acsUrl, methodUrl, serverUrl, redirectUrl } = step
  const posted = redirectUrl?.startsWith(proxyUrl) ? await postedBy(proxy, redirectUrl) : []
  const isResumed = outcomeKind(outcome) === 'resume'
  return [acsUrl, methodUrl, serverUrl, ...posted].filter((one) => one !== undefined && !isResumed) as string[]
}

const outcomeKind = (outcome: Outcome): string | undefined => ('step' in outcome ? outcome.step.kind : undefined)

async function postedBy(proxy: TestProxy, redirectUrl: string): Promise<string[]> {
  const { body } = await proxy.send({ url: redirectUrl.slice(proxyUrl.length) })
  const action = /<form method="post" action="([^"]*)"/.exec(body)?.[1]
  const termUrl = /name="TermUrl" value="([^"]*)"/.exec(body)?.[1]
  return [action, termUrl].filter((one) => one !== undefined).map((one) => one.replaceAll('&amp;', '&'))
}

/** Where a browser without JavaScript is sent when the registration returns this formUrl. */
async function hostedPageTo(proxy: TestProxy, formUrl: string, orderNumber: string): Promise<string[]> {
  const { state } = proxy.gateway
  const before = state.wire
  state.wire = async (request, work) => {
    const answer = await work()
    if (!request.url.endsWith('register.do')) return answer
    return Response.json({ ...((await answer.json()) as object), formUrl })
  }
  const ticket = await proxy.ticketFor({ orderNumber })
  const { headers } = await proxy.send({
    method: 'POST',
    url: '/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    payload: new URLSearchParams({ order: ticket }).toString(),
  })
  state.wire = before
  return typeof headers['location'] === 'string' ? [headers['location']] : []
}
