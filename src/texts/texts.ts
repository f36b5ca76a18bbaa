import type { Reason } from '#contract/gateway/reasons.ts'

/** Sentences of the card frame. `{name}` is filled in; the frame reads only this part, from the proxy. */
export interface CardTexts {
  readonly form: string
  readonly number: string
  readonly expiry: string
  readonly expiryHint: string
  readonly cvc: string
  readonly cvcHint: string
  readonly holder: string
  readonly pay: string
  readonly hold: string
  readonly paying: string
  readonly numberMissing: string
  readonly numberShort: string
  readonly numberWrong: string
  readonly expiryMissing: string
  readonly expiryWrong: string
  readonly expiryPast: string
  readonly cvcMissing: string
  readonly cvcShort: string
  readonly holderMissing: string
  readonly holderLatin: string
  readonly unknownBrand: string
  /** Over the brands of a co-badged card. */
  readonly brandChoice: string
  /** Of stored cards. */
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
  /** The consent to store a card: asked for, and told where it is no question; for an agreed rhythm, and for an unknown one. */
  readonly saveCommon: string
  readonly saveRecurrent: string
  readonly saveSchedule: string
  readonly savedCommon: string
  readonly savedRecurrent: string
  readonly savedSchedule: string
  readonly motoHint: string
  readonly charge: string
  readonly saveCard: string
  readonly saving: string
  readonly declinedCard: string
  /** After a press that did not count, and where the page alone wants to pay. */
  readonly pressButton: string
  /** What may be asked about the payer. */
  readonly email: string
  readonly phone: string
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

/** Sentences around the frames, spoken by the element on the shop's page. */
export interface CheckoutTexts {
  readonly name: string
  readonly cardFrame: string
  readonly challengeFrame: string
  readonly loading: string
  readonly submitting: string
  /** After the sentence of what is waited for, where that takes long. */
  readonly slow: string
  readonly authenticating: string
  readonly authenticatingHint: string
  readonly challengeTitle: string
  readonly challengeCancel: string
  readonly challengeRedirect: string
  readonly challengeElsewhere: string
  readonly redirecting: string
  readonly confirming: string
  readonly paid: string
  readonly paidHint: string
  readonly held: string
  readonly heldHint: string
  readonly verified: string
  readonly verifiedHint: string
  readonly refunded: string
  /** `{refunded}` of the `{amount}` that was paid. */
  readonly refundedHint: string
  readonly declined: string
  readonly cancelled: string
  readonly pending: string
  readonly pendingHint: string
  readonly reference: string
  readonly tryAgain: string
  readonly otherCard: string
  readonly failed: string
  readonly retry: string
  /** The way out when the form cannot be shown here. */
  readonly bankPage: string
  /** Of the buttons over the form. */
  readonly wallets: string
  readonly payWith: string
  readonly orByCard: string
  readonly inWallet: string
  /** Why the checkout could not be shown, by fault or frame trouble. */
  readonly troubleTicket: string
  readonly troubleExpired: string
  readonly troubleReach: string
  readonly troubleSetup: string
  readonly troubleUnsent: string
  readonly troubleSlow: string
  readonly troubleScript: string
  readonly troubleOrder: string
  readonly troubleWallet: string
  readonly troubleTries: string
  readonly troubleWait: string
  readonly troubleOther: string
}

/** Every sentence that a shopper may read, in one language. */
export interface Texts {
  readonly checkout: CheckoutTexts
  readonly card: CardTexts
  /** Why a payment was refused and what to do next. */
  readonly reasons: Readonly<Record<Reason, string>>
}

/** Sentences about a payment that stand in the frame, over its button, where the shopper looks. */
type NoteKey = 'slow' | Extract<keyof CheckoutTexts, `trouble${string}`>
export type NoteTexts = Readonly<Pick<CheckoutTexts, NoteKey>>

/** What the card frame reads of the texts. */
export const frameTexts = ({ card, checkout }: Texts): CardTexts & NoteTexts => ({
  ...card,
  ...(Object.fromEntries(Object.entries(checkout).filter(([key]) => isNote(key))) as NoteTexts),
})

const isNote = (key: string): boolean => key === 'slow' || key.startsWith('trouble')

/** Fills `{name}` places of a sentence. It is missing where an older proxy has sent the texts during an upgrade. */
export const fill = (sentence: string | undefined, values: Readonly<Record<string, string>>): string =>
  (sentence ?? '').replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place))
