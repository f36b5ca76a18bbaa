import { BANK_PAGE, codeMethodNames, isByOperator, mayHaveWallet, walletNames } from '../methods/methods.ts'

type Claims = Readonly<Record<string, unknown>>

/** Claims of orders that no wallet can pay. */
const noWallets = /"(feeInput|merchantLogin|merchantInn)"/

/** The methods beside the card for which a place is kept, and the layout of that place; none where there are no methods. */
export interface KeptMethods {
  readonly names: readonly string[]
  readonly layout: string
  /** Whether the place is kept for what the shop has asked for, and not for what any proxy may offer. */
  readonly isAnnounced: boolean
}

/**
 * The methods for which a checkout keeps a place: of those that the ticket's `methods` name, codes and wallets that the
 * browser supports (on a server, any browser); without `methods`, all such wallets, since any proxy may offer them.
 */
export function keptMethods(claims: Claims, named: unknown, layout: string): KeptMethods {
  const methods = isByOperator(claims) ? '' : `${named ?? ['card', ...walletNames]}`
  const wallets = noWallets.test(JSON.stringify(claims)) ? [] : walletNames.filter(mayHaveWallet)
  const names = [...wallets, ...codeMethodNames, BANK_PAGE].filter((name) => methods.includes(name))
  const isChoice = /^(tabs|accordion)$/.test(layout)
  const isChosen = isChoice && (names.length > 1 || methods.includes('card'))
  return { names, layout: names.length ? (isChosen ? layout : 'stack') : '', isAnnounced: isChoice || !!named }
}
