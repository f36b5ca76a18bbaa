import { pack, type AReq, type ARes, type CReq } from '#contract/three-ds/messages.ts'
import { exponentOf } from '../orders/currencies.ts'
import { totalOf, type Order } from '../orders/order.ts'
import { paths } from '../pages/paths.ts'
import type { PaymentCall } from './payment-call.ts'
import type { Transaction } from './transactions.ts'

const present = <T extends Record<string, unknown>>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

/** The protocol's version that a payment call asks for (online gateway 4.4: 2.1.0 unless it says otherwise). */
export const versionOf = ({ threeDSProtocolVersion = '2.1.0' }: PaymentCall): string => threeDSProtocolVersion

/** What the access server is asked about one payment; `gateway` is this server's base. */
export function areqFor(
  request: PaymentCall,
  order: Order,
  transaction: Transaction,
  { gateway, merchantName }: { readonly gateway: string; readonly merchantName: string },
): AReq {
  return {
    messageType: 'AReq',
    messageVersion: versionOf(request),
    threeDSServerTransID: transaction.id,
    // The base of the 3DS server's table, where an access server of the networks is told the whole address.
    threeDSServerURL: gateway,
    acctNumber: transaction.card.pan,
    cardExpiryDate: transaction.card.expiry.slice(2),
    purchaseAmount: String(totalOf(order)),
    purchaseCurrency: order.currency,
    purchaseExponent: String(exponentOf(order.currency)),
    merchantName,
    notificationURL: gateway + paths.challengeEnd,
    // The gateway cannot know more: whether the page ran is known to the access server, whose page it is.
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

/** The challenge request that the browser carries to the access server; the size is the family's, the whole screen. */
export const packedCReq = ({ messageVersion, threeDSServerTransID, acsTransID }: ARes): string =>
  pack({
    threeDSServerTransID,
    messageType: 'CReq',
    messageVersion,
    acsTransID,
    challengeWindowSize: '05',
  } satisfies CReq)
