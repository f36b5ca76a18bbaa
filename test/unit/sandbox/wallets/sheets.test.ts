import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '#contract/ports.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildSheets } from '#sandbox/wallets/build-sheets.ts'
import { buildWallets, type Wallets } from '#sandbox/wallets/build-wallets.ts'
import { openApplePayToken } from '#wallet-tokens/open-apple-pay-token.ts'
import { openGooglePayToken } from '#wallet-tokens/open-google-pay-token.ts'

const now = Date.UTC(2030, 4, 1, 12)
const clock: Clock = { now: () => now, sleep: async () => {} }
const shop = 'https://shop.test'

let wallets: Wallets
let app: FastifyInstance
beforeAll(async () => {
  wallets = await buildWallets({ clock, random: systemRandom })
  app = buildSheets({ wallets, cards: testCards, allowedOrigins: () => [shop, 'http://localhost:8080'] })
})
afterAll(() => app.close())

const request = {
  origin: shop,
  nonce: '0b1f6f2e-9b1a-4e3e-8f8e-000000000000',
  orderNumber: 'A-1',
  amount: '129900',
  currency: '643',
  merchantName: 'Kettle & <b>Cup</b>',
  merchant: 'shop-api',
}
type Fields = Readonly<Record<string, string>>

const check = (wallet: string, more: Fields = {}) => app.inject({ url: `/${wallet}`, query: { ...request, ...more } })

const confirm = (wallet: string, more: Fields) =>
  app.inject({
    method: 'POST',
    url: `/${wallet}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...request, ...more }).toString(),
  })

const shown = (html: string): string[] => [...html.matchAll(/name="card" value="([^"]+)"/g)].map(([, id]) => id!)

const dataIn = (html: string, name: string): unknown =>
  JSON.parse(new RegExp(`data-${name}="([^"]*)"`).exec(html)![1]!.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
const tokenIn = (html: string): unknown => dataIn(html, 'token')
const contactIn = (html: string): unknown => dataIn(html, 'contact')

describe('a sheet', () => {
  test('shows the shop, the sum and the ways out, and no markup of a stranger', async () => {
    const { body, statusCode } = await check('applePay')
    expect(statusCode).toBe(200)
    expect(body.replaceAll('\u00a0', ' ')).toContain('RUB 1,299.00')
    expect(body).toContain('<bdi>Kettle &amp; &lt;b&gt;Cup&lt;/b&gt;</bdi>')
    expect(body).toContain('data-testid="wallet-confirm"')
    expect(body).toContain('data-testid="wallet-cancel"')
    expect(body).toContain(`data-origin="${shop}" data-nonce="${request.nonce}"`)
  })

  test('shows what the shop asks of the payer, and gives it along with the token, and no more', async () => {
    const { body } = await check('applePay', { asks: 'email,billing' })
    expect(body).toContain('payer@wallet.example · 1 Wallet Street · Flat 2 · Vilnius · 01100 · LT')
    const { body: given } = await confirm('applePay', { asks: 'email', card: 'device-visa' })
    expect(contactIn(given)).toEqual({ email: 'payer@wallet.example' })
    expect(contactIn((await confirm('applePay', { card: 'device-visa' })).body)).toEqual({})
    expect((await check('applePay')).body).not.toContain('payer@wallet.example')
  })

  test.each([
    ['ru', 'ru', 'Подтвердить'],
    ['by', 'ru', 'Подтвердить'],
    ['ar', 'en', 'Confirm'],
  ])('asked for %s, speaks %s, and says so', async (locale, language, word) => {
    const { body } = await check('googlePay', { locale })
    expect(body).toContain(`<html lang="${language}"`)
    expect(body).toContain(word)
  })

  test('is framed by known shops alone, and its policy lets through its own script and style', async () => {
    const { headers, body } = await check('applePay')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`frame-ancestors ${shop} http://localhost:8080`)
    expect(policy).not.toContain('unsafe')
    for (const element of ['style', 'script']) {
      const text = new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(body)![1]!
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
  })

  test.each([
    ['applePay', {}, ['device-visa', 'device-mastercard', 'device-mir', 'declined']],
    ['applePay', { networks: 'mastercard' }, ['device-mastercard']],
    [
      'googlePay',
      { networks: 'visa,mastercard' },
      ['device-visa', 'device-mastercard', 'file-challenge', 'file-frictionless', 'declined'],
    ],
    ['googlePay', { authMethods: 'PAN_ONLY' }, ['file-challenge', 'file-frictionless']],
    ['googlePay', { networks: 'jcb' }, []],
  ] as const)('of %s with %j shows %j', async (wallet, more, ids) => {
    expect(shown((await check(wallet, more)).body)).toEqual(ids)
  })

  test.each([
    ['origin', { origin: 'https://evil.test' }],
    ['origin', { origin: 'null' }],
    ['nonce', { nonce: 'x' }],
    ['amount', { amount: '-1' }],
    ['currency', { currency: 'EUR' }],
  ])('names %s where %j breaks its rule, and shows nothing', async (field, more) => {
    for (const answer of [await check('applePay', more), await confirm('applePay', { card: 'device-visa', ...more })]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.headers['content-type']).toContain('text/plain')
      expect(answer.body).toContain(field)
    }
  })

  test('knows no third wallet', async () => {
    expect((await check('walletC')).statusCode).toBe(404)
  })
})

describe('a confirmed sheet', () => {
  test('hands over what opens as Apple Pay’s, for the sum that was shown', async () => {
    const { body } = await confirm('applePay', { card: 'device-mastercard' })
    const { payment } = await openApplePayToken(tokenIn(body), { ...wallets.openers.apple, now })
    expect(payment).toMatchObject({
      applicationPrimaryAccountNumber: '5555555555555599',
      transactionAmount: 129_900,
      currencyCode: '643',
    })
  })

  test.each([
    ['device-visa', { pan: '4111111111111111', authMethod: 'CRYPTOGRAM_3DS' }],
    ['file-challenge', { pan: '5555555555555599', authMethod: 'PAN_ONLY' }],
  ])('hands over what opens as Google Pay’s, for that merchant: %s', async (card, details) => {
    const { body } = await confirm('googlePay', { card })
    const opened = openGooglePayToken(tokenIn(body), { ...wallets.openers.google, now, gatewayMerchantId: 'shop-api' })
    expect(opened.paymentMethodDetails).toMatchObject(details)
  })

  test.each([
    ['applePay', { card: 'file-challenge' }],
    ['googlePay', { card: 'declined', networks: 'mastercard' }],
    ['googlePay', {}],
  ])('of %s refuses %j, which it did not show', async (wallet, more) => {
    const { statusCode, body } = await confirm(wallet, more)
    expect([statusCode, body]).toEqual([400, 'card must be one of those shown.'])
  })
})
