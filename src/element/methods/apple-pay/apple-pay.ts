/// <reference types="applepayjs" />
import type { AppleOffer } from '#contract/methods/apple-pay.ts'
import type { RequestedData, PayerData } from '#contract/payment-methods.ts'
import { payerOf } from '../contact.ts'
import { logo } from './logo.ts'
import { base64Of, plainButton } from '../wallet.ts'
import type { Bill, ButtonAppearance, SheetRequest, SheetResult, Wallet } from '../wallet.ts'

/** Version of the API: the first one with today's names of `supportedNetworks`. */
const VERSION = 3

/** Card networks, as Apple spells them. */
const networks = [
  'amex',
  'bancomat',
  'bancontact',
  'cartesBancaires',
  'chinaUnionPay',
  'dankort',
  'discover',
  'eftpos',
  'electron',
  'elo',
  'girocard',
  'interac',
  'jcb',
  'mada',
  'maestro',
  'masterCard',
  'meeza',
  'mir',
  'nanaco',
  'paypay',
  'privateLabel',
  'troy',
  'visa',
  'vPay',
  'waon',
] as const

/** Apple Pay, in browsers that have it; no script is loaded for it. */
export const wallet = (offer: AppleOffer): Wallet => ({
  picture: logo,
  isAvailable: async () =>
    'ApplePaySession' in globalThis && ApplePaySession.supportsVersion(VERSION) && ApplePaySession.canMakePayments(),
  button(appearance) {
    const button = plainButton(appearance)
    button.style.cssText = buttonStyle(appearance)
    return button
  },
  // Not `async`, so that the session begins within the gesture, however an engine handles promises.
  pay: (request) => pay(offer, request),
})

/** The button as Apple draws it. */
const buttonStyle = ({ scheme }: ButtonAppearance): string =>
  `padding: 0; -webkit-appearance: -apple-pay-button; -apple-pay-button-type: plain; -apple-pay-button-style: ${scheme === 'dark' ? 'white' : 'black'}`

function paymentRequest(offer: AppleOffer, bill: Bill): ApplePayJS.ApplePayPaymentRequest {
  const contact = (['email', 'phone'] as const).filter((field) => offer.asks?.includes(field))
  return {
    countryCode: offer.countryCode,
    currencyCode: bill.currencyCode,
    // The gateway accepts a 3-D Secure cryptogram, but no EMV one.
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: networks.filter((network) => offer.networks.includes(network.toLowerCase())),
    total: { label: offer.merchantName, amount: bill.price, type: 'final' },
    ...(offer.asks?.includes('billing') && { requiredBillingContactFields: ['postalAddress'] }),
    // Apple returns these two only in a shipping contact.
    ...(contact.length > 0 && { requiredShippingContactFields: contact }),
  }
}

function payerIn(
  asks: readonly RequestedData[],
  { billingContact: billing, shippingContact: shipping }: ApplePayJS.ApplePayPayment,
): PayerData {
  return payerOf(asks, {
    email: shipping?.emailAddress,
    phone: shipping?.phoneNumber,
    lines: billing?.addressLines ?? [],
    city: billing?.locality,
    postalCode: billing?.postalCode,
    state: billing?.administrativeArea,
    country: billing?.countryCode?.toUpperCase(),
  })
}

function pay(
  offer: AppleOffer,
  { bill, signal, session: fetchSession }: SheetRequest,
): Promise<SheetResult | 'cancelled'> {
  const session = new ApplePaySession(VERSION, paymentRequest(offer, bill))
  return new Promise((resolve, reject) => {
    let open = true
    /** A session that has ended, or has never begun, throws on every call. */
    const close = (act: () => void): void => {
      if (!open) return
      open = false
      try {
        act()
      } catch {
        // There is nothing to close.
      }
    }
    const stop = (): void => {
      close(() => session.abort())
      resolve('cancelled')
    }
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- like its siblings, and as Apple documents it
    session.oncancel = () => {
      open = false
      resolve('cancelled')
    }
    session.onvalidatemerchant = ({ validationURL }) => {
      fetchSession(validationURL)
        .then((merchantSession) => open && session.completeMerchantValidation(merchantSession))
        .catch((error: unknown) => {
          close(() => session.abort())
          reject(error as Error)
        })
    }
    session.onpaymentauthorized = ({ payment }) => {
      signal.removeEventListener('abort', stop)
      resolve({
        paymentToken: base64Of(JSON.stringify(payment.token.paymentData)),
        ...(offer.asks && { payer: payerIn(offer.asks, payment) }),
        conclude: (verdict) =>
          close(() => {
            if (verdict === 'unknown') session.abort()
            else session.completePayment({ status: statuses[verdict]() })
          }),
      })
    }
    signal.addEventListener('abort', stop)
    session.begin()
  })
}

/** Read lazily, since most browsers lack this class. */
const statuses = {
  success: () => ApplePaySession.STATUS_SUCCESS,
  failure: () => ApplePaySession.STATUS_FAILURE,
}
