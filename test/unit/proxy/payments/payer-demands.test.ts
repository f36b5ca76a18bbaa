import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import type { PayerData } from '#contract/payment-methods.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { byStrict, cardNamed } from '../../../conformance/gateway/fixture.ts'
import { openShop, walletsOffered, type Shop } from '../support/sandbox-shop.ts'
import { sealStamp } from '../../../conformance/gateway/seal-card.ts'
import { browser } from '../support/test-proxy.ts'

/** In 3-D Secure, where VISA requires a contact; these tests stop before the challenge. */
const visa = cardNamed('4111111111111111')
const email = 'jane@example.com'
const billing = { billingAddressLine1: 'Main Street 1', billingPostalCode: '01001' }

const ask: Claims['ask'] = ['phone', 'billing']

/** A merchant without permissions, whose gateway demands a contact and an address. */
const open = (env: Record<string, string> = {}) =>
  openShop({
    ...walletsOffered,
    TENDER_GATEWAY_USERNAME: byStrict.userName,
    TENDER_BROWSER_INFO: 'none',
    ...env,
  })

type Claims = NonNullable<Parameters<Shop['outcome']>[2]>

/** Pays, with the method step where there is one. */
async function through(shop: Shop, body: object, claims?: Claims): Promise<Outcome> {
  const first = await shop.outcome('pay', body, claims)
  if (first.state !== 'authenticate') return first
  const { continuation } = first.step as { continuation: string }
  return shop.outcome('authenticate', { ...body, continuation }, claims)
}

describe('a stored card', () => {
  const jane = { clientId: 'jane' } as const
  const storing = { ...jane, orderNumber: 'S-0', save: 'required', email, billingPayerData: billing } as const

  test('is asked for what paymentOrderBinding.do can carry, and the gateway’s demand is met', async () => {
    const shop = await open()
    const card = await shop.cardBody(await shop.prepared(storing), visa)
    expect(await through(shop, card, storing)).toMatchObject({ state: 'paid' })
    const { savedCards, asks, storedAsks } = await shop.checkout({ ...jane, ask })
    expect(asks).toEqual([{ data: 'phone' }, { data: 'billing', afterNumber: true }])
    expect(storedAsks).toEqual([{ data: 'email' }])
    const { bindingId } = savedCards[0]!
    const orderId = await shop.prepared(jane)
    const sealed = [...sealStamp, '', visa.cvc, '', orderId, bindingId].join('/')
    const body = { orderId, bindingId, seToken: await shop.sealed(sealed), browser }
    expect(await through(shop, { ...body, payer: { phone: '37060000000' } }, jane)).toMatchObject({ state: 'declined' })
    expect(await through(shop, { ...body, payer: { email } }, jane)).toMatchObject({ state: 'paid' })
  })
})

describe.each(['applePay', 'googlePay'] as const)('%s', (wallet) => {
  const tokenOf = async ({ fixture }: Shop): Promise<string> => {
    const card = { ...visa, brand: 'visa' } as const
    const made =
      wallet === 'applePay'
        ? await fixture.wallets.applePayToken({ card, amount: 1234, currency: '933' })
        : fixture.wallets.googlePayToken({ card, merchant: byStrict.userName, authMethod: 'PAN_ONLY' })
    return packPaymentToken(made)
  }
  const pay = async (shop: Shop, payer: PayerData) =>
    shop.outcome('wallet/pay', { wallet, paymentToken: await tokenOf(shop), browser, payer })

  test('is asked for what the order lacks, and the gateway’s demands are met', async () => {
    const shop = await open()
    const { wallets } = await shop.checkout({ ask })
    expect(wallets[wallet]).toMatchObject({ asks: ['phone', 'billing'] })
    expect(await pay(shop, {})).toMatchObject({ state: 'declined', reason: 'not_processed' })
    const { state } = await pay(shop, { phone: '37060000000', billing })
    expect(state).toBe(wallet === 'applePay' ? 'paid' : 'authenticate')
  })
})

describe('what the browser is', () => {
  const pay = async (env: Record<string, string>) => {
    const shop = await open(env)
    const claims = { email, billingPayerData: billing }
    const outcome = await through(shop, await shop.cardBody(await shop.prepared(claims), visa), claims)
    return { outcome, sent: shop.request('paymentorder.do').join() }
  }

  test('is not sent to a gateway that has not enabled it, and would refuse the payment', async () => {
    expect(await pay({ TENDER_BROWSER_INFO: 'sent' })).toMatchObject({
      outcome: { state: 'declined' },
      sent: expect.stringContaining('clientBrowserInfo'),
    })
    expect(await pay({})).toMatchObject({
      outcome: { state: 'paid' },
      sent: expect.not.stringContaining('clientBrowserInfo'),
    })
  })

  test('is not sent with a wallet’s payment either', async () => {
    const shop = await open()
    await shop.outcome('wallet/pay', { wallet: 'googlePay', paymentToken: await shop.tokens.googlePay(), browser })
    expect(shop.request('google/payment.do').join()).not.toContain('clientBrowserInfo')
  })
})
