import type { ReceiptWords } from './language.ts'

/** The rows of a receipt below its order, by their {@link ReceiptWords}: what banks certify, and whose shop it is. */
export const shownWords = ['paymentId', 'approvalCode', 'refNum', 'bankAnswer', 'shop', 'support'] as const

export type ShownWords = Readonly<Pick<ReceiptWords, (typeof shownWords)[number]>>

/** Those rows in their order, of which a receipt leaves out what is not known. */
export const certifiedRows = (
  words: ShownWords,
  known: { readonly [Key in keyof ShownWords]?: string | undefined },
): readonly (readonly [label: string, value: string | undefined])[] => shownWords.map((key) => [words[key], known[key]])
