import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seal } from '#card-frame/proxy-client/seal.ts'
import { gatewayProfiles, profileNames, type ProfileName } from '#gateway-client/profiles/profiles.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import type { OrderClaims } from '#proxy/tickets/sign-order.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { startCheckout, testCard, type RunningCheckout } from '../../server/testing.ts'
import { hopIn, requested } from '../unit/sandbox/acs/stand.ts'
import { browser } from '../unit/proxy/support/test-proxy.ts'

/** An answer of the proxy, as far as these tests look into it. */
interface Answer extends Record<string, unknown> {
  readonly sealingKey: string
  readonly orderId: string
  readonly savedCards: readonly { readonly bindingId: string }[]
  readonly wallets: object
  readonly step: { readonly acsUrl: string; readonly creq: string; readonly continuation?: string }
}

/** A shopper without a browser, at a proxy in front of a gateway that answers as one kind of system. */
function shopperOf({ proxy, sign, sandbox, merchant }: RunningCheckout, currency: string) {
  /** Requests of the form for one order. */
  const open = async (claims: Partial<OrderClaims>) => {
    const orderNumber = `P-${randomUUID().slice(0, 18)}`
    const ticket = await sign({ orderNumber, currency, ...claims })
    const ask = async (path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`${proxy}/api/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${ticket}`,
          'sec-fetch-site': 'same-origin',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as Answer
    }
    return { orderNumber, ask }
  }
  const stamp = () => ({ now: Date.now(), offset: 0, uuid: randomUUID() })
  return {
    open,
    merchant,
    /** Pays an order by card, as the card frame does; a stored card is named by its `bindingId`. */
    async byCard(card: Pick<TestCard, 'pan' | 'expiry' | 'cvc'>, claims: Partial<OrderClaims> = {}, more: object = {}) {
      const { ask, orderNumber } = await open(claims)
      const { sealingKey } = await ask('checkout')
      const { orderId } = await ask('prepare', {})
      const { bindingId } = more as { bindingId?: string }
      const typed = bindingId === undefined ? card : { bindingId, cvc: card.cvc }
      const seToken = await seal({ ...typed, orderId } as never, stamp(), sealingKey)
      const holder = bindingId === undefined && { cardholder: 'JANE DOE' }
      const body = { requestId: randomUUID(), orderId, seToken, ...holder, browser, ...more }
      const outcome = await ask('pay', body)
      const { continuation } = outcome.step ?? {}
      if (!continuation) return { ask, orderNumber, outcome }
      // The method page would run here.
      return {
        ask,
        orderNumber,
        outcome: await ask('authenticate', { ...body, requestId: randomUUID(), continuation }),
      }
    },
    async byWallet(wallet: 'applePay' | 'googlePay', card: TestCard) {
      const { ask, orderNumber } = await open({})
      const token =
        wallet === 'applePay'
          ? await sandbox.wallets.applePayToken({ card: card as never, amount: 4990, currency })
          : sandbox.wallets.googlePayToken({
              card: card as never,
              merchant: sandbox.credentials.gateway.userName,
              authMethod: 'CRYPTOGRAM_3DS',
            })
      const body = { requestId: randomUUID(), wallet, paymentToken: packPaymentToken(token), browser }
      return { ask, orderNumber, outcome: await ask('wallet/pay', body) }
    },
    /** Types the code of the text message on the bank's page, and follows it back to the proxy. */
    async confirm({ acsUrl, creq }: { acsUrl: string; creq: string }): Promise<void> {
      const post = async (address: string, fields: Readonly<Record<string, string>>) => ({
        body: await (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).text(),
      })
      const { code, challenge } = requested((await post(acsUrl, { creq })) as never)
      const back = hopIn((await post(new URL('/3ds/answer', acsUrl).href, { challenge, code })) as never)
      await post(back.action, back.fields)
    },
  }
}

const plain = testCard({ threeDs: 'none', outcome: 'paid' })
const challenged = testCard({ threeDs: 'challenge', method: false, outcome: 'paid' })
const refused = testCard({ threeDs: 'none', code: 116 })

/** The rouble, since an imitated system may answer its old code. */
const currencyOf = (profile: ProfileName): string => (profile === 'current' ? '978' : '643')

const takesCards = profileNames.filter((name) => gatewayProfiles[name].cardsInPage)

describe.each(takesCards)('at a gateway of the kind %s', (profile) => {
  let checkout: RunningCheckout
  let shopper: ReturnType<typeof shopperOf>
  beforeAll(async () => {
    const hasWallets = !(gatewayProfiles[profile].absent as readonly string[]).includes('walletAPayment')
    checkout = await startCheckout({
      sandbox: { profile },
      env: { TENDER_GATEWAY_PROFILE: profile, ...(!hasWallets && noWallets) },
    })
    shopper = shopperOf(checkout, currencyOf(profile))
  })
  afterAll(() => checkout.close())

  test('a card pays, and is refunded once', async () => {
    const { outcome, orderNumber } = await shopper.byCard(plain)
    expect(outcome).toMatchObject({ state: 'paid' })
    const refund = { orderNumber, amount: 990, refundId: randomUUID().slice(0, 30) }
    const answers = await Promise.all([1, 2, 3].map(() => checkout.merchant.refund(refund)))
    for (const answer of [...answers, await checkout.merchant.refund(refund)])
      expect(answer).toMatchObject({ state: 'refunded', current: { refundedAmount: 990 } })
  })

  test('a card pays after a challenge', async () => {
    const { outcome, ask } = await shopper.byCard(challenged)
    expect(outcome).toMatchObject({ state: 'authenticate', step: { kind: 'challenge' } })
    await shopper.confirm(outcome.step)
    expect(await ask('outcome')).toMatchObject({ state: 'paid' })
  })

  test('a decline says its reason', async () => {
    const { outcome } = await shopper.byCard(refused)
    expect(outcome).toMatchObject({ state: 'declined', code: 116 })
  })

  test('a card is stored, pays again, and is removed', async () => {
    const claims = { clientId: `client-${randomUUID()}`, save: 'required' } as const
    expect((await shopper.byCard(plain, claims)).outcome).toMatchObject({ state: 'paid' })
    const { ask } = await shopper.open(claims)
    const { savedCards } = await ask('checkout')
    expect(savedCards).toHaveLength(1)
    const { bindingId } = savedCards[0]!
    expect((await shopper.byCard(plain, claims, { bindingId })).outcome).toMatchObject({ state: 'paid' })
    await ask('cards/remove', { bindingId })
    expect((await ask('checkout')).savedCards).toEqual([])
  })

  test.each(['applePay', 'googlePay'] as const)('the wallet %s pays, or is not offered', async (wallet) => {
    const { ask } = await shopper.open({})
    const { wallets } = await ask('checkout')
    if (profile === 'cards') return void expect(wallets).toEqual({})
    expect(Object.keys(wallets)).toContain(wallet)
    expect((await shopper.byWallet(wallet, plain)).outcome).toMatchObject({ state: 'paid' })
  })
})

const noWallets = {
  TENDER_SBP: 'off',
  TENDER_APPLE_PAY_NAME: '',
  TENDER_APPLE_PAY_SHEET: '',
  TENDER_APPLE_PAY_COUNTRY: '',
  TENDER_GOOGLE_PAY_NAME: '',
  TENDER_GOOGLE_PAY_SHEET: '',
  TENDER_GOOGLE_PAY_COUNTRY: '',
} as const
