/// <reference types="applepayjs" />
import type { AppleOffer, RequestedData, PayerData } from '#contract/payment-methods.ts'
import { payerOf } from './contact.ts'
import { decimalOf, labels, packed, plainButton } from './wallet.ts'
import type { Bill, Counter, Given, Wallet } from './wallet.ts'

/** Of the API: the first with `supportedNetworks` as they are named today. */
const VERSION = 3

/** As Apple writes them. */
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

/** Apple Pay: the browser's own, where it has one; nothing is loaded for it. */
export const applePay = (offer: AppleOffer): Wallet => ({
  label: labels.applePay,
  isAvailable: async () =>
    'ApplePaySession' in globalThis && ApplePaySession.supportsVersion(VERSION) && ApplePaySession.canMakePayments(),
  button(appearance) {
    const button = plainButton(appearance)
    button.className = `apple ${appearance.scheme}`
    return button
  },
  // Without `async`, so that the session begins within the gesture whatever an engine thinks of promises.
  pay: (counter) => pay(offer, counter),
})

export function requestFor(offer: AppleOffer, bill: Bill): ApplePayJS.ApplePayPaymentRequest {
  const contact = (['email', 'phone'] as const).filter((field) => offer.asks?.includes(field))
  return {
    countryCode: offer.countryCode,
    currencyCode: bill.currencyCode,
    // The gateway takes a cryptogram of 3-D Secure kind, and not EMV.
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: networks.filter((network) => offer.networks.includes(network.toLowerCase())),
    total: { label: offer.merchantName, amount: decimalOf(bill), type: 'final' },
    ...(offer.asks?.includes('billing') && { requiredBillingContactFields: ['postalAddress'] }),
    // Apple tells these two of a shipping contact alone.
    ...(contact.length > 0 && { requiredShippingContactFields: contact }),
  }
}

/** What the sheet has asked of the payer. */
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

function pay(offer: AppleOffer, { bill, signal, session: fetchSession }: Counter): Promise<Given | 'cancelled'> {
  const session = new ApplePaySession(VERSION, requestFor(offer, bill))
  return new Promise((resolve, reject) => {
    let open = true
    /** A session that is over throws at whatever it is asked. */
    const close = (act: () => void): void => {
      if (open) act()
      open = false
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
      fetchSession(validationURL).then(
        (merchantSession) => open && session.completeMerchantValidation(merchantSession),
        (error: unknown) => {
          close(() => session.abort())
          reject(error)
        },
      )
    }
    session.onpaymentauthorized = ({ payment }) => {
      signal.removeEventListener('abort', stop)
      resolve({
        paymentToken: packed(JSON.stringify(payment.token.paymentData)),
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

/** Read late, since most browsers have no such class. */
const statuses = {
  success: () => ApplePaySession.STATUS_SUCCESS,
  failure: () => ApplePaySession.STATUS_FAILURE,
}
