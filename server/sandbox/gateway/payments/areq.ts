import { pack, type AReq, type ARes, type CReq } from '#server-contract/three-ds/messages.ts'
import { DS_REFERENCE } from '#sandbox/three-ds-2/reference-numbers.ts'
import { fractionDigitsOf } from '#contract/money/currencies.ts'
import { totalOf, type Order } from '../orders/order.ts'
import { paths } from './paths.ts'
import type { PaymentCall } from './payment-call.ts'
import type { ThreeDsTransaction } from '../cards/transactions.ts'

/** deviceChannel and messageCategory of every AReq here. */
const BROWSER = '02'
const PAYMENT = '01'

const present = <T extends Record<string, unknown>>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

/** The protocol version that a payment call requests (online gateway 4.4: 2.1.0 by default). */
export const versionOf = ({ threeDSProtocolVersion = '2.1.0' }: PaymentCall): AReq['messageVersion'] =>
  threeDSProtocolVersion

/** The AReq of one payment, with the directory server's data; `gateway` is this server's base address. */
export function areqFor(
  request: PaymentCall,
  order: Order,
  transaction: ThreeDsTransaction,
  { gateway, merchantName, dsTransID }: Record<'gateway' | 'merchantName' | 'dsTransID', string>,
): AReq {
  return {
    messageType: 'AReq',
    messageVersion: versionOf(request),
    deviceChannel: BROWSER,
    messageCategory: PAYMENT,
    threeDSServerTransID: transaction.id,
    // A base address; an access server of the networks would get the full address of the RReq.
    threeDSServerURL: gateway,
    dsTransID,
    dsReferenceNumber: DS_REFERENCE,
    acctNumber: transaction.card.pan,
    cardExpiryDate: transaction.card.expiry.slice(2),
    purchaseAmount: String(totalOf(order)),
    purchaseCurrency: order.currency,
    purchaseExponent: String(fractionDigitsOf(order.currency)),
    merchantName,
    notificationURL: gateway + paths.challengeEnd,
    // The gateway cannot know whether the page ran; only the access server, which serves it, does.
    threeDSCompInd: transaction.hasMethod ? 'Y' : 'U',
    ...browserOf(request),
  }
}

function browserOf({ clientBrowserInfo: browser = {}, ip }: PaymentCall): Partial<AReq> {
  const { screenHeight, screenWidth } = browser
  return present({
    browserAcceptHeader: browser.browserAcceptHeader,
    browserIP: browser.browserIpAddress ?? ip,
    browserLanguage: browser.browserLanguage,
    browserColorDepth: browser.colorDepth,
    browserScreenHeight: screenHeight === undefined ? undefined : String(screenHeight),
    browserScreenWidth: screenWidth === undefined ? undefined : String(screenWidth),
    browserTZ: browser.browserTimeZoneOffset,
    browserUserAgent: browser.userAgent,
    browserJavaEnabled: browser.javaEnabled,
    browserJavascriptEnabled: browser.javascriptEnabled,
  })
}

/** The challenge request that the browser posts to the access server; the window size is the family's, full screen. */
export const packedCReq = ({ messageVersion, threeDSServerTransID, acsTransID }: ARes): string =>
  pack({
    threeDSServerTransID,
    messageType: 'CReq',
    messageVersion,
    acsTransID,
    challengeWindowSize: '05',
  } satisfies CReq)
