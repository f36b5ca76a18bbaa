import {
  BANK_PAGE,
  codeMethodNames,
  codeMethods,
  walletNames,
  wallets,
  type CodeMethodName,
  type MethodName,
  type WalletName,
} from '#contract/methods/methods.ts'

const walletLabels = Object.fromEntries(walletNames.map((name) => [name, wallets[name].label]))
const codeLabels = Object.fromEntries(codeMethodNames.map((name) => [name, codeMethods[name].label]))

/** The payment methods that a ticket may name, with their labels in the panel. */
export const methodNames = {
  card: 'New card',
  binding: 'Stored cards',
  ...(walletLabels as Record<WalletName, string>),
  ...(codeLabels as Record<CodeMethodName, string>),
  'bank-page': 'The bank’s page',
} satisfies Readonly<Record<MethodName, string>>

/** The currency that all ways to pay can use which an order names: that of the codes where it names no other way. */
export const currencyFor = (named: readonly MethodName[] | undefined, currency: string): string =>
  named?.length && named.every((name) => codeMethodNames.some((code) => code === name)) ? ROUBLE : currency

/** Numeric ISO 4217. */
const ROUBLE = '643'

export const methods = Object.keys(methodNames) as readonly MethodName[]

/** Those that an order has which chooses none: the bank's page is a choice of its own. */
export const usualMethods = methods.filter((name) => name !== BANK_PAGE)
