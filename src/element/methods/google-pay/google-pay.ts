/// <reference types="googlepay" />
import type { RequestedData, PayerData } from '#contract/payment-methods.ts'
import type { GoogleOffer } from '#contract/methods/google-pay.ts'
import { payerOf } from '../contact.ts'
import { logo } from './logo.ts'
import { payJs } from './pay-js.ts'
import { base64Of } from '../wallet.ts'
import type { Bill, ButtonAppearance, SheetRequest, SheetResult, Wallet } from '../wallet.ts'

type Pay = typeof google.payments.api
type Network = google.payments.api.CardNetwork

/** All networks that Google accepts; any other name would fail the whole request. */
const networks: readonly Network[] = [
  'AMEX',
  'DISCOVER',
  'ELECTRON',
  'ELO',
  'ELO_DEBIT',
  'INTERAC',
  'JCB',
  'MAESTRO',
  'MASTERCARD',
  'VISA',
]

const version = { apiVersion: 2, apiVersionMinor: 0 } as const

/** Google Pay: its script is loaded from Google, and only when the proxy offers it. */
export function wallet(offer: GoogleOffer, load: () => Promise<{ payments: { api: Pay } }> = payJs): Wallet {
  let client: google.payments.api.PaymentsClient
  const card = cardMethod(offer)
  return {
    picture: logo,
    async isAvailable(bill) {
      if (priceOf(bill) === undefined) return false
      const { PaymentsClient } = (await load()).payments.api
      client = new PaymentsClient({ environment: offer.environment })
      const { result } = await client.isReadyToPay({ ...version, allowedPaymentMethods: [card] })
      return result
    },
    button: ({ locale, scheme, root, press }: ButtonAppearance) =>
      client.createButton({
        onClick: press,
        buttonType: 'plain',
        buttonColor: scheme === 'dark' ? 'white' : 'black',
        buttonSizeMode: 'fill',
        buttonLocale: locale,
        buttonRootNode: root,
      }),
    pay: ({ bill }: SheetRequest) => resultOf(offer, client.loadPaymentData(paymentRequest(offer, bill))),
  }
}

const cardMethod = ({ authMethods, networks: wanted }: GoogleOffer) => ({
  type: 'CARD' as const,
  parameters: {
    allowedAuthMethods: [...authMethods],
    allowedCardNetworks: networks.filter((network) => wanted.includes(network.toLowerCase())),
  },
})

/**
 * The amount as Google accepts it, with no or two fraction digits; `undefined` when it needs another number of them.
 */
export function priceOf({ price }: Pick<Bill, 'price'>): string | undefined {
  const [whole, part = ''] = price.split('.')
  if (!part) return whole
  return part.length > 1 && /^0*$/.test(part.slice(2)) ? `${whole}.${part.slice(0, 2)}` : undefined
}

/** Google returns a phone number only together with an address. */
function addressWanted(asks: readonly RequestedData[]): Partial<google.payments.api.CardParameters> {
  const [billing, phoneNumberRequired] = [asks.includes('billing'), asks.includes('phone')]
  if (!billing && !phoneNumberRequired) return {}
  const format = billing ? 'FULL' : 'MIN'
  return { billingAddressRequired: true, billingAddressParameters: { format, phoneNumberRequired } }
}

function paymentRequest(offer: GoogleOffer, bill: Bill): google.payments.api.PaymentDataRequest {
  const { merchantId, merchantName, gateway, gatewayMerchantId, countryCode, asks = [] } = offer
  const { type, parameters } = cardMethod(offer)
  return {
    ...version,
    ...(asks.includes('email') && { emailRequired: true }),
    merchantInfo: { merchantName, ...(merchantId && { merchantId }) } as google.payments.api.MerchantInfo,
    allowedPaymentMethods: [
      {
        type,
        parameters: { ...parameters, ...addressWanted(asks) },
        tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: { gateway, gatewayMerchantId } },
      },
    ],
    transactionInfo: {
      transactionId: bill.orderNumber,
      countryCode,
      currencyCode: bill.currencyCode,
      totalPriceStatus: 'FINAL',
      totalPrice: priceOf(bill)!,
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    },
  }
}

function payerIn(
  asks: readonly RequestedData[],
  { email, paymentMethodData }: google.payments.api.PaymentData,
): PayerData {
  const { billingAddress: billing } = paymentMethodData.info ?? {}
  return payerOf(asks, {
    email,
    phone: billing?.phoneNumber,
    lines: [billing?.address1, billing?.address2, billing?.address3],
    city: billing?.locality,
    postalCode: billing?.postalCode,
    state: billing?.administrativeArea,
    country: billing?.countryCode,
  })
}

/** Google's sheet is closed when it returns the token, so there is nothing to conclude. */
async function resultOf(
  { asks }: GoogleOffer,
  data: Promise<google.payments.api.PaymentData>,
): Promise<SheetResult | 'cancelled'> {
  try {
    const payment = await data
    const { token } = payment.paymentMethodData.tokenizationData
    return { paymentToken: base64Of(token), ...(asks && { payer: payerIn(asks, payment) }), conclude: () => {} }
  } catch (error) {
    const { statusCode, statusMessage } = error as google.payments.api.PaymentsError
    if (statusCode === 'CANCELED') return 'cancelled'
    throw statusCode ? new Error(`Google Pay: ${statusCode}: ${statusMessage}`) : error
  }
}
