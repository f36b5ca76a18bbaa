/// <reference types="googlepay" />
import type { GoogleOffer } from '#contract/means.ts'
import { payJs } from './pay-js.ts'
import { decimalOf, labels, packed } from './wallet.ts'
import type { Bill, ButtonDress, Counter, Given, Wallet } from './wallet.ts'

type Pay = typeof google.payments.api
type Network = google.payments.api.CardNetwork

/** All that Google takes; another name would be an error of the whole request. */
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

/** Google Pay (walletB): its code comes from Google, and only when the proxy offers it. */
export function googlePay(offer: GoogleOffer, load: () => Promise<{ payments: { api: Pay } }> = payJs): Wallet {
  let client: google.payments.api.PaymentsClient
  const card = cardMethod(offer)
  return {
    label: labels.walletB,
    async isAvailable() {
      const { PaymentsClient } = (await load()).payments.api
      client = new PaymentsClient({ environment: offer.environment })
      const { result } = await client.isReadyToPay({ ...version, allowedPaymentMethods: [card] })
      return result
    },
    button: ({ locale, scheme, root, press }: ButtonDress) =>
      client.createButton({
        onClick: press,
        buttonType: 'plain',
        buttonColor: scheme === 'dark' ? 'white' : 'black',
        buttonSizeMode: 'fill',
        buttonLocale: locale,
        buttonRootNode: root,
      }),
    pay: ({ bill }: Counter) => given(client.loadPaymentData(requestFor(offer, bill))),
  }
}

const cardMethod = ({ authMethods, networks: wished }: GoogleOffer) => ({
  type: 'CARD' as const,
  parameters: {
    allowedAuthMethods: [...authMethods],
    allowedCardNetworks: networks.filter((network) => wished.includes(network.toLowerCase())),
  },
})

export function requestFor(offer: GoogleOffer, bill: Bill): google.payments.api.PaymentDataRequest {
  const { merchantId, merchantName, gateway, gatewayMerchantId, countryCode } = offer
  return {
    ...version,
    merchantInfo: { merchantName, ...(merchantId && { merchantId }) } as google.payments.api.MerchantInfo,
    allowedPaymentMethods: [
      {
        ...cardMethod(offer),
        tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: { gateway, gatewayMerchantId } },
      },
    ],
    transactionInfo: {
      transactionId: bill.orderNumber,
      countryCode,
      currencyCode: bill.currencyCode,
      totalPriceStatus: 'FINAL',
      totalPrice: decimalOf(bill),
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    },
  }
}

/** Google's sheet is closed by the time it has given, so there is nothing to conclude. */
async function given(data: Promise<google.payments.api.PaymentData>): Promise<Given | 'cancelled'> {
  try {
    const { token } = (await data).paymentMethodData.tokenizationData
    return { paymentToken: packed(token), conclude: () => {} }
  } catch (error) {
    const { statusCode, statusMessage } = error as google.payments.api.PaymentsError
    if (statusCode === 'CANCELED') return 'cancelled'
    throw statusCode ? new Error(`Google Pay: ${statusCode}: ${statusMessage}`) : error
  }
}
