/** What every side knows of a wallet. Without schemas, since the page loads it with the first file. */
interface WalletFacts {
  /** Its brand, which is not translated. */
  readonly label: string
  /** The global without which a browser does not have it; absent where its script brings all. */
  readonly browserApi?: string
}

/** The wallets, in the order of their buttons. */
export const wallets = {
  applePay: { label: 'Apple Pay', browserApi: 'ApplePaySession' },
  googlePay: { label: 'Google Pay' },
} as const satisfies Readonly<Record<string, WalletFacts>>

export type WalletName = keyof typeof wallets
export const walletNames = Object.keys(wallets) as readonly WalletName[]

/** Whether this browser may have the wallet, before any of its code is loaded. */
export function mayHaveWallet(name: WalletName): boolean {
  const { browserApi }: WalletFacts = wallets[name]
  return !browserApi || browserApi in globalThis
}

/** `applePay` as `apple-pay`, in the test ids of its button. */
export const kebabOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The name of a method by a code, which is not translated, and how it is written in Cyrillic letters. */
interface CodeMethodFacts {
  readonly label: string
  readonly cyrillic: string
}

/**
 * The methods by a code that an app of the payer's bank reads, in the order of their buttons, which follow the wallets'.
 * Apart from their names, which the script tag does not need.
 */
export const codeMethodNames = ['sbp'] as const
export type CodeMethodName = (typeof codeMethodNames)[number]

export const codeMethods: Readonly<Record<CodeMethodName, CodeMethodFacts>> = {
  sbp: { label: 'SBP', cyrillic: 'СБП' },
}

/** The gateway's own page, where the payer types the card: the browser leaves the shop's page for it, and comes back. */
export const BANK_PAGE = 'bank-page'

/** The methods that are paid off the shop's page: in an app that reads a code, or on the bank's page. */
export const offPageMethodNames = [...codeMethodNames, BANK_PAGE] as const
export type OffPageMethodName = (typeof offPageMethodNames)[number]

/** A way to pay beside the card's form. */
export type OtherMethodName = WalletName | OffPageMethodName

export const isByCode = (name: string | undefined): name is CodeMethodName =>
  codeMethodNames.some((method) => method === name)

export const isOffPage = (name: string | undefined): name is OffPageMethodName =>
  offPageMethodNames.some((method) => method === name)

/** The name of a method in the letters of a locale (BCP 47); the bank's page has none. */
export function labelIn(locale: string, name: Exclude<OtherMethodName, typeof BANK_PAGE>): string {
  if (!isByCode(name)) return wallets[name].label
  const { label, cyrillic } = codeMethods[name]
  return new Intl.Locale(locale).maximize().script === 'Cyrl' ? cyrillic : label
}

/**
 * What a ticket's `methods` may name: a new card, the wallets, the methods by a code, the bank's page, and a card that the
 * client has stored.
 */
export const methodNames = ['card', ...walletNames, ...offPageMethodNames, 'binding'] as const
export type MethodName = (typeof methodNames)[number]

/** How an order reaches the shop: from its page, or by mail or telephone, typed by an operator (online gateway 4.5). */
export const channels = ['web', 'moto'] as const

/** Whether an operator types the card of a payer who wrote or phoned; of a ticket's claims. */
export const isByOperator = ({ channel }: { readonly channel?: unknown }): boolean => channel === 'moto'
