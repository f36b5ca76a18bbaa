import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { language as de } from '#texts/languages/de.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import { cardFor, openTestProxy, proxyUrl, type TestProxy } from '../support/test-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await openTestProxy()
})
afterAll(() => proxy.app.close())

/** The path to which 3-D Secure returns after a payment by this ticket. */
async function finishUrl(claims: Partial<OrderClaims>): Promise<string> {
  const ticket = await proxy.ticketFor(claims)
  const { orderId } = await proxy.prepare(ticket)
  await proxy.outcome('pay', cardFor(orderId!), ticket)
  const { threeDSVer2FinishUrl } = proxy.gateway.paymentsOf().at(-1)!.fields
  return threeDSVer2FinishUrl!.slice(proxyUrl.length)
}

const dataOf = (body: string): Record<string, string> =>
  Object.fromEntries([...body.matchAll(/ data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }

describe('the return page', () => {
  test('is reached by the access server’s form, and notifies the page around it', async () => {
    const url = await finishUrl({ orderNumber: 'R-1' })
    const answer = await proxy.send({
      method: 'POST',
      url,
      headers: { ...form, 'sec-fetch-dest': 'iframe' },
      payload: `cres=${'x'.repeat(20_000)}`,
    })
    expect(answer.statusCode).toBe(200)
    const nonce = expect.stringMatching(/^[\w-]{22}$/)
    expect(dataOf(answer.body)).toEqual({ tender: 'returned', nonce, alone: '&amp;alone=yes' })
    const script = /<script>(.*)<\/script>/.exec(answer.body)![1]!
    expect(script).toContain('parent.postMessage({tender:d.tender,nonce:d.nonce},location.origin)')
    const hash = createHash('sha256').update(script).digest('base64')
    expect(answer.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
    expect(answer.headers['content-security-policy']).toContain(
      "frame-ancestors 'self' https://shop.example https://other.example",
    )
  })

  test('reads an order once for all who come back to it at once', async () => {
    const url = await finishUrl({ orderNumber: 'R-many', failUrl: 'https://shop.example/failed' })
    const before = proxy.gateway.calls.length
    const answers = await Promise.all(Array.from({ length: 300 }, () => proxy.send({ url })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const reads = proxy.gateway.calls.length - before
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(10)
  })

  test('says the nonce that the challenge was given, and no other', async () => {
    proxy.gateway.state.script = (order) => {
      order.status = 5
      return { errorCode: 0, is3DSVer2: true, acsUrl: 'https://acs.example/', packedCReq: 'abc' }
    }
    const ticket = await proxy.ticketFor({ orderNumber: 'R-nonce' })
    const { orderId } = await proxy.prepare(ticket)
    const paid = (await proxy.ask('pay', cardFor(orderId!), ticket)).json<{ step: { nonce: string } }>()
    const { threeDSVer2FinishUrl } = proxy.gateway.paymentsOf().at(-1)!.fields
    const answer = await proxy.send({ url: threeDSVer2FinishUrl!.slice(proxyUrl.length) })
    expect(dataOf(answer.body)['nonce']).toBe(paid.step.nonce)
  })

  test.each([
    ['paid', 2, 'https://shop.example/orders/A-17?orderId=id-of-R-2'],
    ['refused', 6, 'https://shop.example/failed?why&amp;orderId=1&amp;orderId=id-of-R-6'],
  ])('by itself goes on to the shop when it is %s', async (_, status, to) => {
    const orderNumber = `R-${status}`
    proxy.gateway.state.script = (order) => {
      order.status = status
      return { errorCode: 0, info: 'Processed' }
    }
    const url = await finishUrl({ orderNumber, failUrl: 'https://shop.example/failed?why&orderId=1' })
    const answer = await proxy.send({ url: `${url}&orderId=forged&lang=en`, headers: { 'sec-fetch-dest': 'document' } })
    expect(dataOf(answer.body)).toMatchObject({ to })
    expect(answer.body).toContain(`<a href="${to}">`)
  })

  test('goes on to the shop in the frame of a shop that is itself in one, which asks for that', async () => {
    const url = await finishUrl({ orderNumber: 'R-framed' })
    const answer = await proxy.send({ url: `${url}&alone=yes`, headers: { 'sec-fetch-dest': 'iframe' } })
    const to = 'https://shop.example/orders/A-17?orderId=id-of-R-framed'
    expect(dataOf(answer.body)).toMatchObject({ tender: 'returned', to })
    expect(answer.body).toContain(`<a href="${to}">`)
  })

  test('asks to be closed when the shop’s address did not fit', async () => {
    const url = await finishUrl({ orderNumber: 'R-long', returnUrl: `https://shop.example/${'x'.repeat(400)}` })
    expect(proxyUrl.length + url.length).toBeLessThanOrEqual(512)
    const answer = await proxy.send({ url, headers: { 'sec-fetch-dest': 'document' } })
    expect(answer.body).toContain('You may close this page and return to the shop.')
    expect(dataOf(answer.body)['to']).toBeUndefined()
  })

  test.each(['document', 'iframe'])('has a landmark and one heading, which is its title, as a %s', async (dest) => {
    const url = await finishUrl({ orderNumber: `R-heading-${dest}` })
    const { body } = await proxy.send({ url, headers: { 'sec-fetch-dest': dest, 'accept-language': 'de' } })
    const [, title] = /<title>(.*)<\/title>/.exec(body)!
    expect(title).toBe(de.checkout.challengeFrame)
    expect(body.match(/<main>|<h1>.*?<\/h1>|<\/main>/g)).toEqual(['<main>', `<h1>${title}</h1>`, '</main>'])
  })

  test('speaks the shopper’s language, and inside a frame not at all', async () => {
    const url = await finishUrl({ orderNumber: 'R-ru' })
    const send = (dest: string) =>
      proxy.send({ url, headers: { 'sec-fetch-dest': dest, 'accept-language': 'ru-RU,en' } })
    expect((await send('document')).body).toContain('>Вернуться в магазин</a>')
    expect((await send('iframe')).body).not.toContain('<p>')
  })

  test.each([
    ['the element', { 'accept-language': 'de' }, 'de'],
    ['the browser, where the frame did not name one', {}, 'ru'],
    ['the browser, where the frame named none that there is', { 'accept-language': 'xx' }, 'en'],
  ] as const)('is in the language of %s', async (_, headers, lang) => {
    const ticket = await proxy.ticketFor({ orderNumber: `R-${lang}-of` })
    const { orderId } = await proxy.prepare(ticket)
    const request = await proxy.requestFor('pay', cardFor(orderId!), ticket)
    await proxy.send({ ...request, headers: { ...request.headers, ...headers } })
    const { threeDSVer2FinishUrl } = proxy.gateway.paymentsOf().at(-1)!.fields
    const url = threeDSVer2FinishUrl!.slice(proxyUrl.length)
    const { body } = await proxy.send({ url, headers: { 'sec-fetch-dest': 'document', 'accept-language': 'ru' } })
    expect(/<html lang="([\w-]+)"/.exec(body)![1]).toBe(lang)
  })

  test.each(['', '?k=', '?k=a.b', '?k=WyJBLTE3IiwiaWQiLCJodHRwczovL2V2aWwuZXhhbXBsZS8iXQ.AAAA', '?k=a.b&k=c.d'])(
    'says nothing to anybody for %j',
    async (query) => {
      const answer = await proxy.send({ url: `/3ds/return${query}` })
      expect([answer.statusCode, dataOf(answer.body)]).toEqual([400, {}])
    },
  )
})

describe('the method’s notification page', () => {
  test('says its nonce, whatever is posted to it', async () => {
    const answer = await proxy.send({
      method: 'POST',
      url: '/3ds/method?n=abc-_123',
      headers: form,
      payload: 'threeDSMethodData=x',
    })
    expect(dataOf(answer.body)).toEqual({ tender: 'method', nonce: 'abc-_123' })
  })

  test.each(['', '?n=', '?n=%3Cscript%3E', `?n=${'x'.repeat(65)}`, '?n=a&n=b'])(
    'says nothing for %j',
    async (query) => {
      const answer = await proxy.send({ method: 'POST', url: `/3ds/method${query}` })
      expect([answer.statusCode, dataOf(answer.body)]).toEqual([200, {}])
      expect(answer.body).not.toContain('<script>x')
    },
  )
})
