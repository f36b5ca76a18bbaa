import { beforeAll, expect, test } from 'vitest'
import type { Clock } from '#contract/ports.ts'
import { systemRandom } from '#ports/system.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildWallets, type Wallets } from '#sandbox/wallets/build-wallets.ts'
import { openApplePayToken } from '#wallet-tokens/open-apple-pay-token.ts'
import { openGooglePayToken } from '#wallet-tokens/open-google-pay-token.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'

const now = Date.UTC(2030, 4, 1, 12)
const clock: Clock = { now: () => now, sleep: async () => {} }
let wallets: Wallets
beforeAll(async () => {
  wallets = await buildWallets({ clock, random: systemRandom })
})

const google = (merchant = 'shop') => ({ ...wallets.openers.google, now, gatewayMerchantId: merchant })

test.each(testCards)('a device with Apple Pay pays with $pan', async (card) => {
  const token = await wallets.applePayToken({ card, amount: 1234, currency: '978' })
  expect(packPaymentToken(token).length).toBeLessThanOrEqual(8192)
  const { payment } = await openApplePayToken(token, { ...wallets.openers.apple, now })
  expect(payment).toMatchObject({
    applicationPrimaryAccountNumber: card.pan,
    applicationExpirationDate: '341231',
    transactionAmount: 1234,
    currencyCode: '978',
    paymentData: { eciIndicator: /^(?:5|6)/.test(card.pan) ? '02' : '05' },
  })
})

test.each([
  ['200002', '000229'],
  ['203102', '310228'],
  ['203104', '310430'],
])('an expiry of %s is the last day of its month', async (expiry, result) => {
  const card = { ...testCards[0]!, expiry }
  const token = await wallets.applePayToken({ card, amount: 1, currency: '978' })
  const { payment } = await openApplePayToken(token, { ...wallets.openers.apple, now })
  expect(payment.applicationExpirationDate).toBe(result)
})

test.each(['ECv1', 'ECv2'] as const)('Google Pay hands over a card on file, or proof of a device, in %s', (version) => {
  const request = { card: testCards[0]!, merchant: 'shop', protocolVersion: version }
  const onFile = openGooglePayToken(wallets.googlePayToken({ ...request, authMethod: 'PAN_ONLY' }), google())
  expect(onFile).toMatchObject({
    gatewayMerchantId: 'shop',
    paymentMethodDetails: { pan: testCards[0]!.pan, expirationYear: 2034, expirationMonth: 12 },
  })
  expect(onFile.paymentMethodDetails.cryptogram).toBeUndefined()
  const device = openGooglePayToken(wallets.googlePayToken({ ...request, authMethod: 'CRYPTOGRAM_3DS' }), google())
  expect(device.paymentMethodDetails.cryptogram).toMatch(/^[\w+/]{27}=$/)
})

test('the tokens of other wallets are not opened', async () => {
  const others = await buildWallets({ clock, random: systemRandom })
  const request = { card: testCards[0]!, amount: 1, currency: '978' }
  const token = await others.applePayToken(request)
  const opener = { ...wallets.openers.apple, now }
  await expect(openApplePayToken(token, opener)).rejects.toMatchObject({ code: 'unknown_key' })
  const { keys } = others.openers.apple
  await expect(openApplePayToken(token, { ...opener, keys })).rejects.toMatchObject({ code: 'chain_invalid' })
  const foreign = others.googlePayToken({ card: testCards[0]!, merchant: 'shop', authMethod: 'PAN_ONLY' })
  expect(() => openGooglePayToken(foreign, google())).toThrow(/signature/)
})
