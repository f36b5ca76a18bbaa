import { afterAll, expect, test } from 'vitest'
import { codeOf, press, qrState, roubleOrder } from '../../../conformance/gateway/bank-app.ts'
import { credentials, inProcess, open, paid, post, setFixture, stateOf } from '../../../conformance/gateway/fixture.ts'
import { newClient, notEnrolled } from '../../../conformance/gateway/stored-cards.ts'

const fixture = await setFixture(inProcess())
afterAll(() => fixture.close())

const redirectUrl = 'https://shop.test/back?order=1&paid'

/** A code, and what the app shows of it. */
async function begun(change: Parameters<typeof codeOf>[2] = {}, clientId?: string) {
  const mdOrder = await roubleOrder(fixture, clientId === undefined ? {} : { clientId })
  const code = await codeOf(fixture, mdOrder, { redirectUrl, ...change })
  const shown = async (query = '', language = 'en') => {
    const request = new Request(code.payload + query, { headers: { 'accept-language': language } })
    return (await fixture.fetch(request)).text()
  }
  return { mdOrder, ...code, shown }
}

const buttonsIn = (html: string): string[] => [...html.matchAll(/name="act" value="(\w+)"/g)].map(([, act]) => act!)
const noticeIn = (html: string): string | undefined => /role="status">([^<]+)</.exec(html)?.[1]
const back = '<a class="go" href="https://shop.test/back?order=1&amp;paid">Back to the shop</a>'

test('a code opens the choice of a bank, with the merchant and the sum; it runs and loads nothing', async () => {
  const { payload, shown } = await begun({ paymentPurpose: 'Cups & <saucers>' })
  const page = await open(fixture, payload)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.headers.get('cache-control')).toBe('no-store')
  const html = await shown()
  expect([...html.matchAll(/href="\?bank=(\w+)"/g)].map(([, bank]) => bank)).toEqual(['alder', 'birch', 'cedar'])
  expect(html).toContain('A shop')
  expect(html).toContain('RUB 12.34'.replace(' ', '\u00a0'))
  expect(html).toContain('Cups &amp; &lt;saucers&gt;')
  expect(html).not.toContain('<script')
  expect(buttonsIn(html)).toEqual([])
})

test('a bank’s app confirms, waits or declines; an unknown bank is no bank', async () => {
  const { shown } = await begun()
  const html = await shown('?bank=birch')
  expect(html).toContain('<h1>Birch Bank</h1>')
  expect(buttonsIn(html)).toEqual(['confirm', 'wait', 'decline'])
  expect(html).not.toContain('without asking again')
  expect(buttonsIn(await shown('?bank=nobody'))).toEqual([])
  const subscribing = await begun({ createSubscription: true }, newClient())
  expect(await subscribing.shown('?bank=birch')).toContain('without asking again')
})

test('a payer who confirms is led to the same page, which says so and leads back to the shop', async () => {
  const { payload, shown } = await begun()
  const pressed = await press(fixture, payload, 'confirm')
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${new URL(payload).pathname}?bank=alder`])
  const html = await shown('?bank=alder')
  expect(noticeIn(html)).toBe('Paid. You may go back to the shop.')
  expect(html).toContain(back)
  expect(buttonsIn(html)).toEqual([])
})

test('a bank that takes its time offers to send the money or to decline, whatever bank the address names', async () => {
  const { mdOrder, payload, shown } = await begun()
  await press(fixture, payload, 'wait', 'cedar')
  const html = await shown('?bank=alder')
  expect(html).toContain('<h1>Cedar Bank</h1>')
  expect([noticeIn(html), buttonsIn(html)]).toEqual(['The bank is sending the money.', ['confirm', 'decline']])
  await press(fixture, payload, 'decline')
  expect(noticeIn(await shown())).toBe('You have declined the payment.')
  expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 6 })
})

test('a code that the shop has taken back, or whose time is over, is not valid any more', async () => {
  const takenBack = await begun()
  await fixture.gateway.sbpRejectQr({ ...credentials, mdOrder: takenBack.mdOrder, qrId: takenBack.qrId })
  const late = await begun()
  const gone = 'This code is not valid any more. Please go back to the shop.'
  expect(noticeIn(await takenBack.shown('?bank=alder'))).toBe(gone)
  fixture.clock.advance(1_200_000)
  expect(noticeIn(await late.shown('?bank=alder'))).toBe(gone)
})

test('a payer who declines what the shop has taken back does not end the order', async () => {
  const { mdOrder, qrId, payload, shown } = await begun()
  await press(fixture, payload, 'wait')
  await fixture.gateway.sbpRejectQr({ ...credentials, mdOrder, qrId })
  await press(fixture, payload, 'decline')
  expect(noticeIn(await shown())).toBe('You have declined the payment.')
  expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 0 })
  expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'REJECTED_BY_USER' })
})

test('money for an order that a card has paid meanwhile is back on the payer’s account', async () => {
  const { mdOrder, payload, shown } = await begun()
  await press(fixture, payload, 'wait')
  await paid(fixture, mdOrder, notEnrolled)
  await press(fixture, payload, 'confirm')
  expect(noticeIn(await shown())).toBe('The order takes no more money: it is back on your account.')
})

test('what is no act of the app changes nothing', async () => {
  const { mdOrder, qrId, payload } = await begun()
  for (const [query, fields] of [
    ['?bank=alder', {}],
    ['?bank=alder', { act: 'toString' }],
    ['?bank=nobody', { act: 'confirm' }],
    ['', { act: 'confirm' }],
  ] as const)
    expect((await post(fixture, payload + query, fields)).status).toBe(303)
  expect(await qrState(fixture, mdOrder, qrId)).toMatchObject({ qrStatus: 'STARTED' })
  expect(await stateOf(fixture, mdOrder)).toMatchObject({ orderStatus: 0 })
})

test('the app speaks the language of the phone, with the sum written as there', async () => {
  const { payload, shown } = await begun()
  const headings = async (language: string) => /<h2>([^<]+)/.exec(await shown('', language))![1]
  expect(await headings('ru-RU,ru;q=0.9')).toBe('Выберите банк')
  for (const language of ['be', 'kk']) expect(await headings(language)).toBe('Выберите банк')
  expect(await headings('fr')).toBe('Choose your bank')
  expect(await shown('', 'ru')).toMatch(/<html lang="ru">[^]*12,34\s₽/)
  await press(fixture, payload, 'decline')
  expect(noticeIn(await shown('', 'ru'))).toBe('Вы отказались от оплаты.')
})

test('a code that nobody has made has no page', async () => {
  const address = `${fixture.base}/nspk/nobody`
  expect((await open(fixture, address)).status).toBe(404)
  expect((await post(fixture, `${address}?bank=alder`, { act: 'confirm' })).status).toBe(404)
})
