import { expect } from 'vitest'
import type { WalletADirect, WalletAPayment, WalletBDirect, WalletBPayment } from '#server-contract/gateway/wallets.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { appleDetails } from '#sandbox/wallets/methods/apple-pay-sheet.ts'
import { googleDetails } from '#sandbox/wallets/methods/google-pay-sheet.ts'
import type { AuthMethod, WalletCard } from '#sandbox/wallets/wallet.ts'
import type { DirectGooglePayment } from '#wallet-tokens/google/payment.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { systemRandom } from '#ports/system.ts'
import { merchant, newNumber, type Fixture } from './fixture.ts'
import { newClient } from './stored-cards.ts'

export const walletCard = (pan: string): WalletCard => testCards.find((card) => card.pan === pan)!
/** Not in 3-D Secure; a method page and a challenge; no money. */
export const plain = walletCard('4444555511113333')
export const challenged = walletCard('5555555555555599')
export const penniless = walletCard('4000000000000010')

const login = { username: merchant.login, password: merchant.password }

export const appleToken = async ({ wallets }: Fixture, card = plain, amount = 1234, currency = '978') =>
  packPaymentToken(await wallets.applePayToken({ card, amount, currency }))

export const googleToken = ({ wallets }: Fixture, authMethod: AuthMethod, card = plain, to: string = merchant.login) =>
  packPaymentToken(wallets.googlePayToken({ card, merchant: to, authMethod }))

/** The content of an Apple Pay token, decrypted by the merchant. */
export const appleData = (card = plain, amount = 1234, currency = '978') =>
  packPaymentToken(appleDetails({ card, amount, currency }, systemRandom))

/** The same of Google Pay, valid for a minute. */
export const googleData = ({ clock }: Fixture, change: Partial<DirectGooglePayment> = {}, card = plain) =>
  packPaymentToken({
    ...googleDetails({ card, merchant: merchant.login, authMethod: 'CRYPTOGRAM_3DS' }, systemRandom),
    messageId: systemRandom.uuid(),
    messageExpiration: String(clock.now() + 60_000),
    paymentMethod: 'CARD',
    ...change,
  })

export const payA = async (fixture: Fixture, change: Partial<WalletAPayment> = {}) =>
  fixture.gateway.walletAPayment({
    merchant: merchant.login,
    orderNumber: newNumber(),
    paymentToken: change.paymentToken ?? (await appleToken(fixture)),
    ...change,
  })

export const payADirect = (fixture: Fixture, change: Partial<WalletADirect> = {}) =>
  fixture.gateway.walletADirect({ ...login, orderNumber: newNumber(), paymentToken: appleData(), ...change })

const placed = { amount: 1234, returnUrl: 'https://shop.test/back', ip: '192.0.2.7' }

export const payB = (fixture: Fixture, change: Partial<WalletBPayment> = {}) =>
  fixture.gateway.walletBPayment({
    merchant: merchant.login,
    orderNumber: newNumber(),
    clientId: newClient(),
    paymentToken: change.paymentToken ?? googleToken(fixture, 'CRYPTOGRAM_3DS'),
    ...placed,
    ...change,
  })

export const payBDirect = (fixture: Fixture, change: Partial<WalletBDirect> = {}) =>
  fixture.gateway.walletBDirect({
    ...login,
    orderNumber: newNumber(),
    paymentToken: googleData(fixture),
    ...placed,
    ...change,
  })

/** The refusal of a token: the shopper's message has few details, the developer's description has the cause. */
export const unread = (description: string) => ({
  success: false,
  error: {
    code: '10',
    message: expect.stringContaining('cannot be read') as string,
    description: expect.stringContaining(description) as string,
  },
})

/** The refusal of a wrong parameter, with this description. */
export const refused = (description: string | RegExp, code = '10') => ({
  success: false,
  error: { code, description: expect.stringMatching(description) as string },
})
