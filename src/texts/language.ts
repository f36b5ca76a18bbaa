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
  readonly proxyPages: ProxyPageTexts
}

/** What the parts of an address are called in one country and not in another, and what is wrong with one of them. */
export interface AddressWords {
  readonly zip: string
  readonly state: string
  readonly province: string
  readonly county: string
  readonly department: string
  readonly district: string
  readonly emirate: string
  readonly island: string
  readonly parish: string
  readonly prefecture: string
  readonly suburb: string
  readonly post_town: string
  /** The second line of an address. */
  readonly line2: string
  /** `{field}` is the label of a required field that is empty. */
  readonly missing: string
  /** `{field}` is the label of the postal code, `{example}` one of the country's postal codes. */
  readonly wrong: string
  /** `{field}` is the label of a line that has more than `{length}` characters. */
  readonly long: string
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
