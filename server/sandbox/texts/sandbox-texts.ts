/** Texts of the bank's pages in one language; `{…}` is a placeholder. */
export interface BankTexts {
  readonly bank: string
  readonly sms: string
  readonly smsNow: string
  readonly smsText: string
  readonly title: string
  readonly lead: string
  readonly merchant: string
  readonly amount: string
  readonly card: string
  readonly code: string
  readonly submit: string
  readonly resend: string
  readonly cancel: string
  readonly wrong: string
  readonly missing: string
  readonly resent: string
  readonly noResend: string
  readonly sandbox: string
  readonly goneTitle: string
  readonly gone: string
}

/** Texts of a wallet's sheet in one language. */
export interface SheetTexts {
  readonly sandbox: string
  readonly pays: string
  readonly choose: string
  readonly device: string
  readonly onFile: string
  readonly declined: string
  readonly none: string
  /** The label before the payer data that the shop requests. */
  readonly shares: string
  readonly confirm: string
  readonly cancel: string
}

/** What the sandbox's bank and wallets say in one language. */
export interface SandboxTexts {
  readonly bank: BankTexts
  readonly sheet: SheetTexts
}
