import { afterAll, expect, test } from 'vitest'
import {
  byNotifying,
  byStrict,
  cardNamed,
  credentials,
  inProcess,
  open,
  post,
  registered,
  setFixture,
  stateOf,
} from '../../../conformance/gateway/fixture.ts'
import { newClient } from '../../../conformance/gateway/stored-cards.ts'

const fixture = await setFixture(inProcess())
afterAll(() => fixture.close())

const formUrl = (id: string): string => `${fixture.base}/payment/merchants/sandbox/payment_en.html?mdOrder=${id}`

const pay = (id: string, pan: string, change: Record<string, string> = {}): Promise<Response> =>
  post(fixture, formUrl(id), { pan, expiry: '12/34', cvc: '123', holder: 'JANE DOE', ...change })

test('the page of an order asks for a card, loads nothing and runs no script', async () => {
  const page = await open(fixture, formUrl(await registered(fixture)))
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toMatch(/<form method="post">[^]*name="pan"[^]*name="cvc"/)
})

test('the page shows the payer’s name and e-mail address of the registration', async () => {
  const id = await registered(fixture, { cardholderName: `JANE "O'DOE"`, email: '<jane>@shop.test' })
  const text = await (await open(fixture, formUrl(id))).text()
  expect(text).toContain('name="holder" autocomplete="cc-name" maxlength="150" value="JANE &quot;O&#39;DOE&quot;"')
  expect(text).toContain('<dt>Receipt to</dt><dd><bdi>&lt;jane&gt;@shop.test</bdi></dd>')
})

test('the page and its button say what is debited as a payer reads it, with the fee', async () => {
  const text = await (await open(fixture, formUrl(await registered(fixture, { amount: 123_456, feeInput: 44 })))).text()
  expect(text).toMatch(/<dd><bdi>BYN\s1,235\.00<\/bdi><\/dd>[^]*>Pay <bdi>BYN\s1,235\.00<\/bdi><\/button>/)
})

test('the page of a Russian order is Russian, with its errors', async () => {
  const answer = await fixture.gateway.register({
    ...credentials,
    orderNumber: 'a-russian-page',
    amount: 100,
    returnUrl: 'https://shop.test/',
    language: 'ru',
  })
  expect(answer.formUrl).toContain('/payment_ru.html?')
  const page = await (await open(fixture, answer.formUrl!)).text()
  expect(page).toContain('<html lang="ru">')
  const shown = page
    .replace(/<style>[^]*<\/style>/, '')
    .match(/>[^<>]+</g)!
    .join('')
  expect(shown).toContain('Номер карты')
  expect(shown).not.toMatch(/Card|Pay|Order|Sandbox|code/)
  expect(page).toMatch(/>Оплатить <bdi>1,00\sBYN<\/bdi></)
  const wrong = await post(fixture, answer.formUrl!, { pan: '1', expiry: '12/34', cvc: '123', holder: 'JANE DOE' })
  expect(await wrong.text()).toContain('Проверьте номер карты')
})

test.each([
  ['4444555511113333', 2, 'a card without 3-D Secure pays'],
  ['4111111111111111', 2, 'a frictionless one pays'],
  ['4000000000000010', 6, 'a declined one is declined'],
])('%s comes to %i: %s, and leads back to the shop', async (pan, orderStatus) => {
  const id = await registered(fixture)
  const { status, headers } = await pay(id, pan)
  expect(status).toBe(303)
  expect(headers.get('location')).toContain(`orderId=${id}`)
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus })
  const again = await pay(id, '4444555511113333')
  expect(again.headers.get('location')).toBe(headers.get('location'))
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus })
})

test.each(['4000000000000002', '6759649826438453'])('%s leads to the bank', async (pan) => {
  const id = await registered(fixture)
  const { headers } = await pay(id, pan)
  expect(headers.get('location')).toBe(`/payment/acsRedirect.do?orderId=${id}`)
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 5 })
})

test.each([
  ['a number that is none', { pan: '4444555511113334' }],
  ['an expiry that is none', { expiry: '13/34' }],
  ['a code that is none', { cvc: 'x' }],
])('%s is shown, and nothing is sent', async (_, change) => {
  const id = await registered(fixture)
  const answer = await pay(id, '4444555511113333', change)
  expect(answer.status).toBe(422)
  const text = await answer.text()
  expect(text).toContain('role="alert"')
  expect(text).not.toContain('444455551111333')
  expect(await stateOf(fixture, id)).toMatchObject({ orderStatus: 0 })
})

test.each(['4444555511113333', '4111111111111111'])('%s is stored where the order forces a binding', async (pan) => {
  const clientId = newClient()
  const id = await registered(fixture, { clientId, features: ['FORCE_CREATE_BINDING'] })
  expect((await pay(id, pan)).status).toBe(303)
  const { bindings } = await fixture.gateway.getBindings({ ...credentials, clientId })
  expect(bindings).toMatchObject([{ maskedPan: expect.stringContaining(pan.slice(-4)) }])
})

test.each([
  ['email', byNotifying, { dynamicCallbackUrl: 'https://shop.test/callback' }, { email: 'jane@shop.test' }],
  [
    'billingPayerData',
    byStrict,
    {},
    { billingPayerData: { billingAddressLine1: '1 High Street', billingPostalCode: '10115' } },
  ],
])(
  '%s that a merchant must send, and the page does not ask for, must be registered',
  async (field, by, more, result) => {
    const without = await registered(fixture, { ...by, ...more })
    const refused = await pay(without, '4444555511113333')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toMatch(
      new RegExp(`Field ${field} is required[^<]*\\. This page has no such field: the shop must send it`),
    )
    expect(await stateOf(fixture, without, by)).toMatchObject({ orderStatus: 0 })
    expect((await pay(await registered(fixture, { ...by, ...more, ...result }), '4444555511113333')).status).toBe(303)
  },
)

test('an order that is not there has no page', async () => {
  expect((await open(fixture, formUrl('nobody'))).status).toBe(404)
  expect((await pay('nobody', cardNamed('4444555511113333').pan)).status).toBe(404)
})
