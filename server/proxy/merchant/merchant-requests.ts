import type { Charge, RecurrentCharge, WalletCharge } from '#server-contract/merchant/charges.ts'
import type { LinkOrder } from '#server-contract/merchant/links.ts'
import type { MotoCharge } from '#server-contract/methods/moto.ts'
import type { ListedState } from '#server-contract/merchant/order-list.ts'

// Declared again, since a type that is inferred from a schema shows no text in an editor.

/** Which order is meant. */
export interface OrderRequest {
  /** Your number of the order, as in its ticket: 1 to 32 characters. */
  readonly orderNumber: string
}

/** Which tries are listed. */
export interface OrdersRequest {
  /** The beginning of the period, such as `2030-05-01T00:00:00+03:00` or `2030-04-30T21:00:00Z`. */
  readonly from: string
  /** The end of the period, which is included to the second; now when absent. */
  readonly to?: string
  /** Whether a try was `registered` in the period, which is the default, or `paid`: then unpaid ones are not listed. */
  readonly by?: 'registered' | 'paid'
  /** `open` lists undecided ones too, `reversed` verified ones, and `declined` cancelled and expired ones; all when absent. */
  readonly state?: ListedState[]
  /** From 1, which is the default. */
  readonly page?: number
  /** Tries of a page: 1 to 200, 50 when absent. */
  readonly size?: number
}

/** What a capture debits. */
export interface CaptureRequest extends OrderRequest {
  /** In minor units, at least 1; everything that is held when absent. */
  readonly amount?: number
}

/** What a refund gives back. */
export interface RefundRequest extends OrderRequest {
  /** In minor units, at least 1; everything that is left when absent. */
  readonly amount?: number
  /** Your name of this refund, 1 to 30 characters: the same again changes nothing, so that it can be retried. */
  readonly refundId?: string
}

/** Whose stored cards are meant. */
export interface CardsRequest {
  /** The client, as tickets name it: 1 to 255 characters (online gateway 2.2). */
  readonly clientId: string
}

/** Which stored card is meant. */
export interface RemoveCardRequest extends CardsRequest {
  /** The card's `bindingId`, as `cards` lists it (online gateway 2.2). */
  readonly bindingId: string
}

/** Which stored card has another expiry. */
export interface ExtendCardRequest extends RemoveCardRequest {
  /** The expiry of the card that replaced it, as YYYYMM. */
  readonly newExpiry: string
}

/** What every charge names. */
export interface ChargeTerms {
  /** Your number of this charge, 1 to 32 characters: the same again never charges twice. */
  readonly orderNumber: string
  /** In minor units, at least 1: 900 is 9.00 EUR. */
  readonly amount: number
  /** ISO 4217, by its letters or its number as text: `EUR` or `978`. */
  readonly currency: string
  /** A text of your own, 1 to 255 characters of printable ASCII, which comes back in orders, lists and webhooks. */
  readonly reference?: string
}

/** A payment by a stored card. */
export interface StoredCardRequest extends ChargeTerms {
  /** The client, as tickets name it: 1 to 255 characters (online gateway 2.2). */
  readonly clientId: string
  /** The stored card of `clientId`, as `cards` lists it (online gateway 2.2). */
  readonly bindingId: string
  /** What is paid for, for the gateway's own pages: up to 598 characters. */
  readonly description?: string
  /** Language of the gateway's messages. */
  readonly language?: Charge['language']
  /** The payer's e-mail address, up to 40 characters. */
  readonly email?: string
  /** The payer's IP address, IPv4 or IPv6 (online gateway 4.1). */
  readonly ip?: string
}

/** A payment by a recurrent stored card. */
export interface RecurrentChargeRequest extends StoredCardRequest {
  /** Names and values that the gateway keeps with the order. */
  readonly additionalParameters?: RecurrentCharge['additionalParameters']
}

/** Data about the payer, for risk checks. */
export interface PayerBlocks {
  /** The payer's billing address (online gateway 2.4). */
  readonly billingPayerData?: MotoCharge['billingPayerData']
  /** The shipping address, and data about the delivery (online gateway 2.4). */
  readonly shippingPayerData?: MotoCharge['shippingPayerData']
  /** Data about a pre-order (online gateway 2.4). */
  readonly preOrderPayerData?: MotoCharge['preOrderPayerData']
  /** The payer's phones (online gateway 2.4). */
  readonly orderPayerData?: MotoCharge['orderPayerData']
  /** Whether billing and shipping address are the same: `Y` or `N` (online gateway 2.4). */
  readonly billingAndShippingAddressMatchIndicator?: MotoCharge['billingAndShippingAddressMatchIndicator']
}

/** A payment by a common stored card. */
export interface ChargeRequest extends StoredCardRequest, PayerBlocks {
  /** Names and values that the gateway keeps with the order. */
  readonly jsonParams?: Charge['jsonParams']
  /** The basket (online gateway 2.4), with the family's fields of a fiscal receipt. */
  readonly orderBundle?: Charge['orderBundle']
  /** Number of the tax system of the fiscal receipt, as the bank lists them (family). */
  readonly taxSystem?: Charge['taxSystem']
  /** Attributes of the whole fiscal receipt, such as `supplier_info.phones` (family). */
  readonly additionalOfdParams?: Charge['additionalOfdParams']
  /** The delivery address, up to 255 characters. */
  readonly postAddress?: string
  /** A fee in minor units that is charged besides `amount`, for merchants with the permission (online gateway 4.1). */
  readonly feeInput?: number
  /** Login of the child merchant that is charged for, whose client and card are meant (online gateway 4.1). */
  readonly merchantLogin?: string
  /** Where the gateway sends the callbacks about this order, in place of the proxy. */
  readonly dynamicCallbackUrl?: string
}

/** A mail or telephone order: exactly one of `seToken`, `bindingId` and `pan` pays. */
export interface MotoRequest extends ChargeTerms, PayerBlocks {
  /** The name on the card. */
  readonly cardholder: string
  /** The card, sealed with an empty mdOrder (online gateway 4.5). */
  readonly seToken?: MotoCharge['seToken']
  /** The stored card of `clientId`, as `cards` lists it (online gateway 2.2). */
  readonly bindingId?: MotoCharge['bindingId']
  /** The card's number in the clear; only where `TENDER_PLAIN_CARDS` allows it. */
  readonly pan?: MotoCharge['pan']
  /** The card's expiry with `pan`, as YYYYMM. */
  readonly expiry?: MotoCharge['expiry']
  /** The card's verification code with `pan`. */
  readonly cvc?: MotoCharge['cvc']
  /** The client, as tickets name it: 1 to 255 characters (online gateway 2.2). */
  readonly clientId?: MotoCharge['clientId']
  /** Login of the child merchant whose order it is (online gateway 4.1). */
  readonly merchantLogin?: MotoCharge['merchantLogin']
  /** Where the gateway would lead a payer; the shop's first origin when absent. */
  readonly returnUrl?: MotoCharge['returnUrl']
  /** Where the gateway would lead a payer after a failed payment. */
  readonly failUrl?: MotoCharge['failUrl']
  /** What is paid for, for the gateway's own pages: up to 598 characters. */
  readonly description?: MotoCharge['description']
  /** Language of the gateway's messages. */
  readonly language?: MotoCharge['language']
  /** The payer's e-mail address, up to 40 characters. */
  readonly email?: MotoCharge['email']
  /** The payer's IP address, IPv4 or IPv6 (online gateway 4.1). */
  readonly ip?: MotoCharge['ip']
  /** The delivery address. */
  readonly postAddress?: MotoCharge['postAddress']
  /** True holds the amount, which `capture` debits; absent, it is debited at once. */
  readonly preAuth?: MotoCharge['preAuth']
  /** When the gateway debits a hold by itself, as `2030-12-29T13:02:51`, in UTC+3. */
  readonly autocompletionDate?: MotoCharge['autocompletionDate']
  /** When the gateway releases a hold by itself, as `2030-12-29T13:02:51`, in UTC+3. */
  readonly autoReverseDate?: MotoCharge['autoReverseDate']
  /** Features of the order, as the gateway specifies them. */
  readonly features?: MotoCharge['features']
  /** Names and values that the gateway keeps with the order. */
  readonly jsonParams?: MotoCharge['jsonParams']
  /** Where the gateway sends the callbacks about this order, in place of the proxy. */
  readonly dynamicCallbackUrl?: MotoCharge['dynamicCallbackUrl']
}

/** A payment by a wallet's token. */
export interface WalletRequest extends Omit<ChargeTerms, 'amount'>, PayerBlocks {
  /** In minor units, at least 1; 0 with the feature VERIFY, which stores the card without paying. */
  readonly amount: number
  /** The wallet that the token is of. */
  readonly wallet: WalletCharge['wallet']
  /** The wallet's result, as an object, as JSON text, or as Base64 of it. */
  readonly paymentToken: WalletCharge['paymentToken']
  /** Whether the proxy decrypts the token, or the gateway; absent, the proxy where it has keys of that wallet. */
  readonly open?: WalletCharge['open']
  /** Who initiates it, with a kept token: `U` unscheduled, `R` recurrent, `F` the customer (online gateway 2.3). */
  readonly tii?: WalletCharge['tii']
  /** With a kept token: `authRefNum` of the first payment (RRN), up to 36 characters. */
  readonly originalPaymentNetRefNum?: WalletCharge['originalPaymentNetRefNum']
  /** With a kept token: `authDateTime` of the first payment, in Unix milliseconds, as a number or as text. */
  readonly originalPaymentDate?: WalletCharge['originalPaymentDate']
  /** The exemption from strong customer authentication, for merchants with the permission. */
  readonly externalScaExemptionIndicator?: WalletCharge['externalScaExemptionIndicator']
  /** Features of the order, as the gateway specifies them. */
  readonly features?: WalletCharge['features']
  /** The client, as tickets name it: 1 to 255 characters (online gateway 2.2). */
  readonly clientId?: WalletCharge['clientId']
  /** Login of the child merchant whose order it is (online gateway 4.7, 4.8, 4.10). */
  readonly merchantLogin?: WalletCharge['merchantLogin']
  /** Google Pay: where the gateway would lead a payer; the shop's first origin when absent. */
  readonly returnUrl?: WalletCharge['returnUrl']
  /** Google Pay: the same after a failed payment. */
  readonly failUrl?: WalletCharge['failUrl']
  /** Google Pay that the gateway opens: where it sends the callbacks about this order, in place of the proxy. */
  readonly dynamicCallbackUrl?: WalletCharge['dynamicCallbackUrl']
  /** The version of 3-D Secure, as 2.2.0, where the proxy opens the token (online gateway 4.8, 4.10). */
  readonly threeDSProtocolVersion?: WalletCharge['threeDSProtocolVersion']
  /** The payer's IP address, IPv4 or IPv6 (online gateway 4.1). */
  readonly ip?: WalletCharge['ip']
  /** What is paid for, for the gateway's own pages: up to 598 characters. */
  readonly description?: WalletCharge['description']
  /** Language of the gateway's messages. */
  readonly language?: WalletCharge['language']
  /** The payer's e-mail address, up to 40 characters. */
  readonly email?: WalletCharge['email']
  /** The payer's phone: 7 to 15 digits with the country code. */
  readonly phone?: WalletCharge['phone']
  /** True holds the amount, which `capture` debits; absent, it is debited at once. */
  readonly preAuth?: WalletCharge['preAuth']
  /** When the gateway debits a hold by itself, as `2030-12-29T13:02:51`, in UTC+3. */
  readonly autocompletionDate?: WalletCharge['autocompletionDate']
  /** When the gateway releases a hold by itself, as `2030-12-29T13:02:51`, in UTC+3. */
  readonly autoReverseDate?: WalletCharge['autoReverseDate']
  /** Names and values that the gateway keeps with the order. */
  readonly additionalParameters?: WalletCharge['additionalParameters']
}

/** Which order may be paid at a link, and how long. */
export interface LinkRequest {
  /** The claims of an order ticket, but for those about the ticket itself; without `returnUrl` the payer comes back to the link. */
  readonly order: LinkOrder
  /** Seconds until it ends: 1 to 2592000 (30 days), 86400 (a day) when absent. */
  readonly expiresIn?: number
}
