import { beforeAll, describe, expect, test } from 'vitest'
import { checkoutMarkup, signOrder, type OrderClaims } from '../../../../server/ticket.ts'

const secret = 'ticket-secret-for-tests-0123456789'
const claims = { orderNumber: 'A-17', amount: 4990, currency: '978', returnUrl: 'https://shop.example/a' }
const src = 'https://pay.shop.example'

let order: string
beforeAll(async () => {
  order = await signOrder(claims, secret)
})

const frameIn = (html: string): URL => new URL(/<iframe src="([^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&'))

describe('the checkout as HTML', () => {
  test('is the element with its ticket, and the frame in a declarative shadow root', () => {
    const html = checkoutMarkup(order, { src, locale: 'de', attributes: { id: 'checkout', layout: 'tabs' } })
    const start = `<tender-checkout id="checkout" layout="tabs" order="${order}" src="${src}" locale="de"><template shadowrootmode="open">`
    expect(html.slice(0, start.length)).toBe(start)
    const named = ` title="Card" name="${order}" data-hello="unknown" data-long=""></iframe>`
    expect(html).toMatch(/ sandbox="[^"]+" allow="[^"]+" referrerpolicy="no-referrer" /)
    expect(html).toContain(named)
    expect(frameIn(html).href).toBe(`${src}/card?locale=de&scheme=light`)
  })

  test('has no frame where the ticket names the bank’s page alone', async () => {
    const alone = await signOrder({ ...claims, methods: ['bank-page'] } as OrderClaims, secret)
    expect(checkoutMarkup(alone, { src })).toContain('<div class="place"></div>')
  })

  test('asks for the document that the element would ask for: theme, tokens, button, and the ticket’s language', async () => {
    const spoken = await signOrder({ ...claims, language: 'ar', channel: 'moto' } as OrderClaims, secret)
    const attributes = { 'hide-button': '', 'button-text': 'order' }
    const html = checkoutMarkup(spoken, { src, theme: 'dark', tokens: { accent: '#ffcc00', radius: 4 }, attributes })
    expect(Object.fromEntries(frameIn(html).searchParams)).toEqual({
      locale: 'ar',
      scheme: 'dark',
      button: 'hidden',
      wording: 'order',
      accent: '#ffcc00',
      radius: '4',
      channel: 'moto',
    })
  })

  test('lets no value of an attribute become markup, and takes the nonce of the page’s policy', () => {
    const html = checkoutMarkup(order, { src, attributes: { title: '"><script>' }, nonce: 'n"1' })
    expect(html).toContain('title="&quot;&gt;&lt;script&gt;"')
    expect(html.match(/<style nonce="n&quot;1">/g)).toHaveLength(2)
  })

  test.each([
    [{ src: 'pay.shop.example' }, /^src must be the address/],
    [{ src: 'ftp://pay.shop.example' }, /^src must be the address/],
    [{ src, theme: 'purple' as 'soft' }, /^theme must be one of auto/],
    [{ src, tokens: { accent: 'red; }' } }, /^tokens.accent must be a colour/],
    [{ src, attributes: { 'on"x': '' } }, /^attributes\.on"x must be the name/],
  ])('refuses %j by name', (options, message) => {
    expect(() => checkoutMarkup(order, options)).toThrow(message)
  })
})
