import type { Texts } from './texts.ts'

/**
 * All that is known of a language, in `languages/<tag>.ts`: its BCP 47 tag in lower case is the name of the file. The
 * build leaves to each file for browsers only the parts that are shown there.
 */
export interface Language extends Texts {
  readonly direction: 'ltr' | 'rtl'
  /** Other tags, in lower case: older ones, dialects, and the gateway's own codes. */
  readonly aliases?: readonly string[]
  readonly addressWords: AddressWords
  readonly receiptWords: ReceiptWords
  readonly proxyPages: ProxyPageTexts
}

/** What a part of an address is called: its label, and as the object of the sentences below, in their case and with its article. */
export type AddressWord = readonly [label: string, object: string]

/** What the parts of an address are called in one country and not in another, and what is wrong with one of them. */
export interface AddressWords {
  readonly zip: AddressWord
  readonly state: AddressWord
  readonly province: AddressWord
  readonly county: AddressWord
  readonly department: AddressWord
  readonly district: AddressWord
  readonly emirate: AddressWord
  readonly island: AddressWord
  readonly parish: AddressWord
  readonly prefecture: AddressWord
  readonly suburb: AddressWord
  readonly post_town: AddressWord
  /** The second line of an address. */
  readonly line2: string
  /** Objects alone, where the label is that of the form: its postal code, and its state or region. */
  readonly postalCode: string
  readonly region: string
  /** A required field is empty: `{field}` is an object that is typed, or chosen from a list. */
  readonly missing: string
  readonly unchosen: string
  /** `{field}` is the postal code as an object, `{example}` one of the country's postal codes. */
  readonly wrong: string
  /** A line has more than `{length}` characters. */
  readonly long: string
}

/** What a receipt says beside the result itself, of which nothing is loaded before the payment. */
export interface ReceiptWords {
  readonly approvalCode: string
  readonly refNum: string
  /** The gateway's identifier of the payment, beside the shop's own number of the order. */
  readonly paymentId: string
  /** The rest is on the proxy's own page alone. */
  readonly bankAnswer: string
  readonly shop: string
  readonly support: string
  readonly print: string
}

/** Texts of the pages that the proxy shows by itself. */
export interface ProxyPageTexts {
  /** On the page to which a bank's full page returns; scripts normally redirect the shopper from it. */
  readonly back: string
  readonly close: string
  /** On the page that replaces the gateway's own, when a shopper cannot be redirected there. */
  readonly refused: string
  readonly pending: string
}
