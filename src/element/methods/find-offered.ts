import type { CheckoutError } from '#bridge/protocol.ts'
import { withTimeout } from '#browser/with-timeout.ts'
import { retryImport } from '#browser/retry-import.ts'
import { walletNames, type WalletName } from '#contract/methods/methods.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import type { ElementContext } from '../element-context.ts'
import { checkoutErrorOf } from '../state/errors.ts'
import { loadWallet, missingOf, type Offered } from './methods.ts'
import type { Bill, Wallet } from './wallet.ts'

/** Which of an order's wallets can pay in this browser. */
export interface FoundWallets {
  readonly offered: readonly Offered[]
  /** The wallets that were expected, where none of them came. */
  readonly missing: readonly WalletName[]
  /** The error of a wallet whose file could not be loaded. */
  readonly lostFile: CheckoutError | undefined
}

/** Milliseconds in which a wallet must say whether it is available, with its script loaded: others wait for it. */
const AVAILABLE_LIMIT = 15_000

interface WalletSearch {
  readonly context: ElementContext
  /** In the element's shadow root; a sandbox wallet's sheet is added to it. */
  readonly place: HTMLElement
}

/** Loads the wallets that the proxy offers, and asks each whether it is available for this bill. */
export async function findOffered(offers: WalletOffers, bill: Bill, search: WalletSearch): Promise<FoundWallets> {
  let lostFile: CheckoutError | undefined
  const findOne = async (name: WalletName): Promise<Offered | undefined> => {
    try {
      const wallet = await load(name, offers, search)
      return wallet && (await withTimeout(wallet.isAvailable(bill), AVAILABLE_LIMIT, search.context.clock))
        ? { name, wallet }
        : undefined
    } catch (error) {
      search.context.complain(leftOut(name, error))
      const found = checkoutErrorOf(error)
      if (found.code === 'script_failed') lostFile = found
      return undefined
    }
  }
  const found = await Promise.all(walletNames.map(findOne))
  const offered = found.filter((one) => one !== undefined)
  return { offered, missing: offered.length ? [] : missingOf(offers), lostFile }
}

/** For the console. */
export const leftOut = (name: string, error: unknown): string =>
  `tender-checkout: ${name} is left out: ${String(error)}`

async function load(name: WalletName, offers: WalletOffers, search: WalletSearch): Promise<Wallet | undefined> {
  const offer = offers[name]
  const { clock } = search.context
  if (!offer) return undefined
  if (offer.sheet === undefined) return loadWallet(name, offer, clock)
  const { sandboxWallet } = await retryImport(() => import('./sandbox-wallet.ts'), clock)
  return sandboxWallet({ ...offer, sheet: offer.sheet }, search)
}
