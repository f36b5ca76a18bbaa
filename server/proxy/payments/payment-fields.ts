import type { Browser } from '#contract/checkout-requests.ts'
import type { BindingPayment } from '#server-contract/gateway/bindings.ts'
import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { gatewayLanguage, languageOf } from '../gateway/gateway-language.ts'
import { isStored, storingTii } from '../methods/card/saving.ts'
import { deviceOf, type ClientInfo } from './client-info.ts'
import { payerPhones, pick, recurringTerms } from '../orders/registration.ts'

/** A card as sent by the card frame. */
export interface SealedCard {
  readonly orderId: string
  readonly seToken: string
  readonly cardholder?: string | undefined
  /** The shopper's consent to store the card. */
  readonly save?: boolean | undefined
  readonly browser: Browser
}

/** The fields for 3-D Secure: its return addresses, the transaction of the second call, and the browser's data. */
export interface ThreeDs extends Pick<CardPayment, 'clientBrowserInfo'> {
  readonly threeDSVer2FinishUrl: string
  readonly threeDSMethodNotificationUrl: string
  readonly threeDSServerTransId?: string
  readonly threeDSServerTransID?: string
}

/** The fields of paymentorder.do (online gateway 4.3) for a sealed card. */
export function paymentOf(card: SealedCard, ticket: Ticket, clientInfo: ClientInfo, back: ThreeDs): CardPayment {
  return {
    MDORDER: card.orderId,
    seToken: card.seToken,
    TEXT: card.cardholder,
    language: gatewayLanguage(ticket.language) ?? 'en',
    ip: clientInfo.ip,
    threeDSProtocolVersion: '2.2.0',
    ...back,
    ...storing(ticket, card.save),
    ...payerOf(ticket),
  } as CardPayment
}

/** The fields of paymentOrderBinding.do (online gateway 4.11): the customer pays by a stored card, whose CVC is sealed. */
export const bindingPaymentOf = (
  card: SealedCard & { readonly bindingId: string },
  ticket: Ticket,
  clientInfo: ClientInfo,
  back: ThreeDs,
): BindingPayment => ({
  mdOrder: card.orderId,
  bindingId: card.bindingId,
  seToken: card.seToken,
  tii: 'F',
  ...languageOf(ticket),
  ip: clientInfo.ip,
  threeDSProtocolVersion: '2.2.0',
  ...back,
  ...pick(ticket, ['email']),
})

/** The fields of a payment about the payer and the delivery. */
export const payerOf = (ticket: Ticket) => ({
  ...payerPhones(ticket),
  ...pick(ticket, [
    'email',
    'billingPayerData',
    'shippingPayerData',
    'preOrderPayerData',
    'billingAndShippingAddressMatchIndicator',
  ]),
})

/** The jsonParams of a card that is stored for recurrent payments. */
export const storedTerms = (ticket: Ticket, consent: boolean | undefined): NonNullable<CardPayment['jsonParams']> =>
  isStored(ticket, consent) && storingTii(ticket) === 'RI' ? recurringTerms(ticket) : {}

/** Without a client, no card can be stored. */
function storing(ticket: Ticket, consent: boolean | undefined): Pick<CardPayment, 'tii' | 'bindingNotNeeded'> {
  if (ticket.clientId === undefined) return {}
  return isStored(ticket, consent) ? { tii: storingTii(ticket) } : { bindingNotNeeded: true }
}

/** The browser's data for the gateway, unless the merchant has no setting for it there (online gateway 2.4). */
export const browserFields = (
  { browserInfo: isSent }: { readonly browserInfo: boolean },
  browser: Browser,
  clientInfo: ClientInfo,
): Pick<CardPayment, 'clientBrowserInfo'> => (isSent ? { clientBrowserInfo: browserInfo(browser, clientInfo) } : {})

export const browserInfo = (browser: Browser, { accept, ip }: ClientInfo): CardPayment['clientBrowserInfo'] => ({
  userAgent: browser.userAgent,
  browserAcceptHeader: accept.slice(0, 2048) || '*/*',
  browserIpAddress: ip,
  browserLanguage: browser.language,
  browserTimeZoneOffset: browser.timeZoneOffset,
  ...(browser.timeZone !== undefined && { browserTimeZone: browser.timeZone }),
  colorDepth: browser.colorDepth,
  screenPrint: `${browser.screenWidth}x${browser.screenHeight}x${browser.colorDepth}`,
  screenHeight: browser.screenHeight,
  screenWidth: browser.screenWidth,
  javaEnabled: browser.javaEnabled,
  javascriptEnabled: true,
  ...deviceOf(browser.userAgent),
  ...(browser.plugins !== undefined && { plugins: browser.plugins }),
})
