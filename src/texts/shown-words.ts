import type { ReceiptWords } from './language.ts'

/** What the element's receipt shows of {@link ReceiptWords}, in their order. */
export const shownWords = ['paymentId', 'approvalCode', 'refNum'] as const

export type ShownWords = Readonly<Pick<ReceiptWords, (typeof shownWords)[number]>>
