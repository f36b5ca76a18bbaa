import type { Reason } from '#contract/reasons.ts'

export type PluralForms<Name extends string> = {
  readonly [Category in Intl.LDMLPluralRule as `${Name}_${Category}`]?: string
}

/**
 * Texts with a number, `{count}`: each in the plural forms that a language has (`_one`, `_few`, `_many`…), by the
 * categories of `Intl.PluralRules`. All of a language's are in its file, and no other.
 */
export type PluralTexts = PluralForms<'moreCards'>

export type Unit = 'day' | 'minute' | 'second'

/**
 * How a language writes what `Intl` cannot write in it everywhere. Chromium says that it knows `az`, `kk` and `uz` and
 * writes `€ 4,990.00` and `2034 M12 31`; in `be`, `hy`, `ka` and `ky` it writes as in English. These patterns are used in
 * every browser, also in one that has the data.
 */
export interface Formats extends PluralForms<`${Unit}s`> {
  /** The tag of a language that every browser has, and that writes numbers, amounts and the time of day in the same way. */
  readonly numbers: string
  /** The order of `{day}`, `{month}` and `{year}` in a date. */
  readonly date: string
  /** The names of the months as in a date, separated by spaces. */
  readonly months: string
}

/**
 * Texts of the card frame. `{name}` is a placeholder; the frame reads only this part, and its notes, from the proxy.
 */
export interface CardTexts {
  readonly form: string
  readonly number: string
  readonly expiry: string
  readonly expiryHint: string
  readonly cvc: string
  /** The code's label beside a stored card: `{field}` is `cvc`, and `{digits}` are the last four of the card. */
  readonly cvcOf: string
  readonly cvcHint: string
  readonly cvcFront: string
  readonly holder: string
  readonly pay: string
  readonly hold: string
  readonly paying: string
  readonly numberMissing: string
  readonly numberShort: string
  readonly numberWrong: string
  /** A digit was typed or pasted into a number, a date or a code that has all of its digits. */
  readonly noRoom: string
  readonly expiryMissing: string
  readonly expiryWrong: string
  readonly expiryPast: string
  readonly cvcMissing: string
  readonly cvcShort: string
  readonly holderMissing: string
  readonly holderLatin: string
  readonly unknownBrand: string
  /** Above the brands of a co-badged card. */
  readonly brandChoice: string
  /** The heading of stored cards, and what is said of them. */
  readonly savedCards: string
  readonly savedExpiry: string
  readonly savedExpired: string
  readonly savedDeclined: string
  readonly anotherCard: string
  readonly remove: string
  readonly removeCard: string
  readonly removeAsk: string
  readonly removeFailed: string
  readonly removed: string
  readonly keep: string
  readonly cvcOptional: string
  readonly optional: string
  readonly holderLong: string
  /**
   * The consent to store a card, as a question (`save…`) or as a statement (`saved…`); `…Schedule` with a known
   * interval, `…Recurrent` without one.
   */
  readonly saveCommon: string
  readonly saveRecurrent: string
  readonly saveSchedule: string
  readonly savedCommon: string
  readonly savedRecurrent: string
  readonly savedSchedule: string
  readonly motoHint: string
  readonly charge: string
  /** The label of the button, by the attribute `button-text`. */
  readonly order: string
  readonly donate: string
  readonly subscribe: string
  readonly save: string
  readonly saveCard: string
  readonly saving: string
  readonly declinedCard: string
  /** After a press that did not count, and when the page submits what the shopper has not typed. */
  readonly pressButton: string
  /** The payer data that may be requested. */
  readonly email: string
  readonly phone: string
  /** `{example}` is a number of the country that the number is likely to be of. */
  readonly phoneHint: string
  readonly billing: string
  readonly address: string
  readonly city: string
  readonly postalCode: string
  readonly state: string
  readonly country: string
  readonly emailMissing: string
  readonly emailWrong: string
  readonly phoneMissing: string
  readonly phoneWrong: string
  readonly addressMissing: string
  readonly cityMissing: string
  readonly postalCodeMissing: string
  readonly countryMissing: string
  readonly stateLatin: string
}

/**
 * Texts of the form that come with the words of an address, and that a page names to replace them: the label of the
 * second line, the sentence without a state, and those about a wrong postal code and a line that is too long.
 */
export interface AddressTexts {
  readonly addressLine2: string
  readonly stateMissing: string
  /** `{field}` is what the country calls the postal code, `{example}` one of its postal codes. */
  readonly postalCodeWrong: string
  /** `{field}` is what the country calls the line, `{length}` the number of characters that it may have. */
  readonly addressLong: string
}

/** Texts around the frames, which the element shows on the shop's page. */
export interface CheckoutTexts {
  readonly name: string
  readonly cardFrame: string
  readonly challengeFrame: string
  readonly loading: string
  readonly submitting: string
  /** Appended to the text of a step that takes long. */
  readonly slow: string
  readonly authenticating: string
  readonly authenticatingHint: string
  readonly challengeTitle: string
  readonly challengeCancel: string
  readonly challengeRedirect: string
  /** In place of the dialog, when the bank’s page could not be loaded in it. */
  readonly challengeFailed: string
  readonly challengeElsewhere: string
  readonly redirecting: string
  readonly confirming: string
  /** The time that the bank's page waits; `{time}` as minutes or seconds. */
  readonly timeLeft: string
  readonly paid: string
  readonly paidHint: string
  /** To an operator, who has paid nothing. */
  readonly chargedHint: string
  readonly held: string
  readonly heldHint: string
  readonly verified: string
  readonly verifiedHint: string
  readonly refunded: string
  /** `{refunded}` of the `{amount}` that was paid. */
  readonly refundedHint: string
  readonly declined: string
  readonly cancelled: string
  readonly expired: string
  readonly pending: string
  readonly pendingHint: string
  readonly reference: string
  /** Labels of the facts under a result. */
  readonly receiptAmount: string
  /** The label of the method of a payment by a code. */
  readonly receiptMethod: string
  readonly receiptDate: string
  readonly receiptOrder: string
  readonly tryAgain: string
  /** That nothing was charged: the first sentence of every text that says so about a refusal, in the same words. */
  readonly otherCard: string
  readonly failed: string
  readonly retry: string
  /** The fallback when the form cannot be shown here. */
  readonly bankPage: string
  /** Label of the wallet buttons above the form. */
  readonly wallets: string
  readonly payWith: string
  /** Above the methods of payment, as tabs or as an accordion. */
  readonly payBy: string
  readonly orByCard: string
  readonly inWallet: string
  /** What the shopper does with the code of a bank's app, as steps; on a phone as a button, and what shows the code. */
  readonly codeApp: string
  readonly codeScan: string
  readonly codeOpen: string
  readonly codeShow: string
  readonly codeConfirm: string
  /** A bank has accepted the payment by a code, which is not made yet. */
  readonly codeAccepted: string
  readonly codeOver: string
  readonly codeNew: string
  /** Takes the code back, and shows the form again. */
  readonly codeBack: string
  /** Why the checkout could not be shown or nothing was sent, by the code of the error. */
  readonly troubleTicket: string
  readonly troubleExpired: string
  readonly troubleReach: string
  readonly troubleSetup: string
  readonly troubleUnsent: string
  readonly troubleOffline: string
  /** The connection is lost while it is unknown whether the payment was made. */
  readonly troubleLost: string
  readonly troubleSlow: string
  readonly troubleScript: string
  readonly troubleOrder: string
  /** `{wallet}` is its name. */
  readonly troubleWallet: string
  readonly troubleTries: string
  readonly troubleWait: string
  readonly troubleOther: string
}

/** Every text that a shopper may read, in one language. */
export interface Texts {
  readonly checkout: CheckoutTexts
  readonly card: CardTexts & PluralTexts
  /** Why a payment was declined and what to do next. */
  readonly reasons: Readonly<Record<Reason, string>>
  /** How dates, amounts and units are written, in the languages of which not every browser has data. */
  readonly formats?: Formats
}

/** Texts of the form that the element shows too. */
const sharedWithPage = ['anotherCard', 'unknownBrand'] as const

/** The texts that the element reads. */
export type PageTexts = Pick<Texts, 'checkout' | 'reasons' | 'formats'> & {
  readonly card: Pick<CardTexts, (typeof sharedWithPage)[number]>
}

/** What the build leaves of a language in the files that the shop's page loads. */
export const pageTexts = ({ checkout, reasons, card, formats }: Texts): PageTexts => ({
  checkout,
  reasons,
  ...(formats && { formats }),
  card: Object.fromEntries(sharedWithPage.map((key) => [key, card[key]])) as PageTexts['card'],
})

/** Texts about a payment that are shown in the frame above its button, where the shopper looks. */
const noteKeys = [
  'slow',
  'otherCard',
  'troubleSetup',
  'troubleUnsent',
  'troubleOffline',
  'troubleLost',
  'troubleTries',
  'troubleWait',
] as const
export type NoteTexts = Readonly<Pick<CheckoutTexts, (typeof noteKeys)[number]>>

/** The texts that the card frame reads. */
export type FrameTexts = CardTexts & PluralTexts & NoteTexts & Partial<Formats>

export const frameTexts = ({ card, checkout, formats }: Texts): FrameTexts => ({
  ...card,
  ...formats,
  ...(Object.fromEntries(noteKeys.map((key) => [key, checkout[key]])) as unknown as NoteTexts),
})

export const isNote = (key: string): boolean => (noteKeys as readonly string[]).includes(key)

/** A text in two: the sentence that nothing was charged, which leads in bold letters where a text begins with it, and the rest. */
export const moneyFirst = (text: string, uncharged: string): readonly [money: string, rest: string] =>
  text.startsWith(uncharged) ? [uncharged, text.slice(uncharged.length)] : ['', text]

/**
 * Fills the `{name}` placeholders of a text, which is missing when an older proxy has sent the texts during an upgrade.
 * After a value that ends with an abbreviation, such as “2027 г.” or “10,00 kr.”, the full stop is left out.
 */
export const fill = (sentence: string | undefined, values: Readonly<Record<string, string>>): string =>
  (sentence ?? '').replace(/\{(\w+)\}(\.?)/g, (place, name: string, stop: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : undefined
    return value === undefined ? place : /\.[\u200e\u200f\u2069]*$/.test(value) ? value : value + stop
  })
