import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { cardFor, configOf, openTestProxy, proxyUrl } from '../support/test-proxy.ts'

const byPost = { TENDER_ACS_REDIRECT: 'post' }
const version2: CardPaymentAnswer = {
  errorCode: 0,
  is3DSVer2: true,
  acsUrl: 'https://acs.example/challenge?a=1&b="2"',
  packedCReq: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ',
}
const version1: CardPaymentAnswer = {
  errorCode: 0,
  acsUrl: 'https://acs.example/1',
  paReq: 'eJxV+/==',
  termUrl: 'https://gateway.example/finish3ds.do?lang=en',
}

/** The address to which a payment with this answer sends the whole page. */
async function redirected(answer: CardPaymentAnswer, env: Record<string, string> = byPost, headers = {}) {
  const proxy = await openTestProxy({ env })
  proxy.gateway.state.script = (order) => {
    order.status = 5
    return answer
  }
  const { orderId } = await proxy.prepare()
  const request = await proxy.requestFor('pay', cardFor(orderId!))
  const paid = await proxy.send({ ...request, headers: { ...request.headers, ...headers } })
  const { step } = paid.json<Extract<Outcome, { state: 'authenticate' }>>()
  const { redirectUrl } = step as Extract<typeof step, { redirectUrl: string }>
  return { proxy, orderId, redirectUrl }
}

const fieldsIn = (body: string): Record<string, string> =>
  Object.fromEntries([...body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))

test.each([
  ['creq of 3-D Secure 2', version2, () => ({ creq: version2.packedCReq })],
  [
    'PaReq of 3-D Secure 1',
    version1,
    (orderId?: string) => ({ PaReq: version1.paReq, MD: orderId, TermUrl: version1.termUrl }),
  ],
] as const)('the page of the proxy posts the %s byte for byte, as it loads', async (_, answer, fieldsOf) => {
  const { proxy, orderId, redirectUrl } = await redirected(answer)
  expect(redirectUrl.startsWith(`${proxyUrl}/3ds/bank?k=`)).toBe(true)
  const page = await proxy.send({ method: 'GET', url: redirectUrl.slice(proxyUrl.length) })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`action="${answer.acsUrl!.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
  expect(fieldsIn(page.body)).toEqual(fieldsOf(orderId))
  const hash = createHash('sha256').update('document.forms[0].submit()').digest('base64')
  expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(page.headers['content-security-policy']).toContain('form-action https:;')
})

test.each([
  [{ 'accept-language': 'ar' }, '<html lang="ar" dir="rtl">'],
  [{}, '<html lang="ru" dir="ltr">'],
])('it is in the language of the element, or else of the browser: %j', async (headers, root) => {
  const { proxy, redirectUrl } = await redirected(version2, byPost, headers)
  const page = await proxy.send({ url: redirectUrl.slice(proxyUrl.length), headers: { 'accept-language': 'ru' } })
  expect(page.body).toContain(root)
})

test.each([
  ['nothing', ''],
  ['what nobody signed', '?k=WyJodHRwczovL2V2aWwuZXhhbXBsZSIse31d.AAAA'],
])('%s leads nowhere', async (_, query) => {
  const { proxy } = await redirected(version2)
  const page = await proxy.send({ method: 'GET', url: `/3ds/bank${query}` })
  expect(page.statusCode).toBe(400)
  expect(page.body).not.toContain('<form')
})

test('what was signed for the way back is no address of a bank', async () => {
  const { proxy } = await redirected(version2)
  const { threeDSVer2FinishUrl } = proxy.gateway.paymentsOf().at(-1)!.fields
  const signed = new URL(threeDSVer2FinishUrl!).searchParams.get('k')!
  expect((await proxy.send({ method: 'GET', url: `/3ds/bank?k=${signed}` })).statusCode).toBe(400)
})

test.each([
  ['unless the merchant wants it, acsRedirect.do leads there', version1, {}],
  ['without a termUrl only acsRedirect.do knows the way', { ...version1, termUrl: undefined }, byPost],
] as const)('%s', async (_, answer, env) => {
  const { orderId, redirectUrl } = await redirected(answer, env)
  expect(redirectUrl).toBe(`https://gateway.example/payment/acsRedirect.do?orderId=${orderId}`)
})

test('any other word for it is refused', () => {
  expect(() => configOf({ TENDER_ACS_REDIRECT: 'sideways' })).toThrow('TENDER_ACS_REDIRECT must be gateway or post')
})
