import type { Browser } from '#contract/checkout.ts'
import type { CardPayment } from '#contract/gateway/card-payments.ts'
import type { Ticket } from '#contract/ticket.ts'
import { gatewayLanguage } from './gateway-language.ts'
import { payerPhones, pick } from './registration.ts'

/** What the proxy sees of the browser by itself. */
export interface Visitor {
  /** The request's Accept header. */
  readonly accept: string
  /** Address of the shopper, IPv4 or IPv6. */
  readonly ip: string
}

/** What the card frame sent. */
export interface SealedCard {
  readonly orderId: string
  readonly seToken: string
  readonly cardholder: string
  readonly browser: Browser
}

/** Addresses of the proxy that 3-D Secure comes back to. */
export interface ReturnAddresses {
  readonly threeDSVer2FinishUrl: string
  readonly threeDSMethodNotificationUrl: string
}

/** The fields of paymentorder.do (online gateway 4.3) for a sealed card. */
export function paymentOf(card: SealedCard, ticket: Ticket, visitor: Visitor, back: ReturnAddresses): CardPayment {
  return {
    MDORDER: card.orderId,
    seToken: card.seToken,
    TEXT: card.cardholder,
    language: gatewayLanguage(ticket.language) ?? 'en',
    ip: visitor.ip,
    threeDSProtocolVersion: '2.2.0',
    ...back,
    clientBrowserInfo: browserInfo(card.browser, visitor),
    ...storing(ticket),
    ...payerPhones(ticket),
    ...pick(ticket, [
      'email',
      'billingPayerData',
      'shippingPayerData',
      'preOrderPayerData',
      'billingAndShippingAddressMatchIndicator',
    ]),
  } as CardPayment
}

/** A card is stored only where the merchant requires it of a known client; nobody asked the shopper otherwise. */
function storing({ clientId, save, saveAs }: Ticket): Pick<CardPayment, 'tii' | 'bindingNotNeeded'> {
  if (clientId === undefined) return {}
  return save === 'required' ? { tii: saveAs === 'recurrent' ? 'RI' : 'CI' } : { bindingNotNeeded: true }
}

const browserInfo = (browser: Browser, { accept, ip }: Visitor): CardPayment['clientBrowserInfo'] => ({
  userAgent: browser.userAgent,
  browserAcceptHeader: accept.slice(0, 2048) || '*/*',
  browserIpAddress: ip,
  browserLanguage: browser.language,
  browserTimeZoneOffset: browser.timeZoneOffset,
  ...(browser.timeZone !== undefined && { browserTimeZone: browser.timeZone }),
  colorDepth: browser.colorDepth,
  screenHeight: browser.screenHeight,
  screenWidth: browser.screenWidth,
  javaEnabled: browser.javaEnabled,
  javascriptEnabled: true,
})
