import { Refused } from '#contract/faults.ts'
import type { Clock } from '#contract/ports.ts'
import type { Claims } from '../locks/claims.ts'
import type { OpenedToken } from './open-wallet.ts'

interface Memory {
  readonly claims: Claims
  readonly clock: Clock
}

/**
 * Uses a token up for this order, whose claim the caller holds; the order itself may bring it again. Throws when another
 * order has brought it, when it was made before the memory of such tokens began, or when the claims cannot be read.
 */
export async function spend({ claims, clock }: Memory, token: OpenedToken, orderNumber: string): Promise<void> {
  const key = keyOf(token)
  const taken = claims
    .release(key, orderNumber)
    .then(() => claims.take(key, orderNumber, token.goodUntil - clock.now()))
  if (!(await taken.catch(storeDown))) throw new Refused('field_invalid', 'was used before', 'paymentToken')
  if (token.madeBefore !== undefined && token.madeBefore <= clock.now() - (claims.remembersFor?.() ?? Infinity))
    throw new Refused('field_invalid', 'was made before this process began: open the wallet again', 'paymentToken')
}

/** Longer than any order number, so that the two never meet. */
const keyOf = ({ once }: OpenedToken): string => `token ${once}`

function storeDown(): never {
  throw new Refused('busy', 'The claims cannot be read; nothing was sent. Try again.')
}
