import { createHash } from 'node:crypto'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import type { Clock } from '#contract/ports.ts'
import type { LockStore } from '../locks/lock-store.ts'
import type { OpenedToken } from './wallet.ts'

interface Memory {
  readonly locks: LockStore
  readonly clock: Clock
}

/**
 * Marks a token as used by this order, whose lock the caller holds; the same order may use it again. Throws when
 * another order has used it, when it was made before the lock store was last empty, or when the locks cannot be read.
 */
export async function spend(
  { locks, clock }: Memory,
  token: OpenedToken & { readonly wallet: WalletName },
  orderNumber: string,
): Promise<void> {
  const key = tokenKey(token)
  const taken = locks.release(key, orderNumber).then(() => locks.take(key, orderNumber, token.goodUntil - clock.now()))
  if (!(await taken.catch(storeDown))) throw new ProxyError('field_invalid', 'was used before', 'paymentToken')
  if (token.madeBefore !== undefined && token.madeBefore <= clock.now() - (locks.remembersFor?.() ?? Infinity))
    throw new ProxyError('field_invalid', 'was made before this process began: open the wallet again', 'paymentToken')
}

/** Longer than any order number, so that the two keys never collide. */
const tokenKey = ({ wallet, id }: { readonly wallet: WalletName; readonly id: string }): string =>
  `token ${createHash('sha256').update(`${wallet} ${id}`).digest('hex')}`

function storeDown(): never {
  throw new ProxyError('busy', 'The locks cannot be read; nothing was sent. Try again.')
}
