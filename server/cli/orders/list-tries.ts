import { PAGE_SIZE, type ListedTry } from '#server-contract/merchant/order-list.ts'
import type { MerchantClient } from '#proxy/merchant/merchant-operations.ts'
import { CommandError } from '../command.ts'

type Question = Omit<Parameters<MerchantClient['orders']>[0], 'state' | 'page' | 'size'>

/** The tries of all pages, and how many the gateway lists beside them without what a try has. */
interface AllTries {
  readonly tries: readonly ListedTry[]
  readonly unreadable: number
}

/**
 * Reads all pages of a list, each try once. No state is asked for: an order that is refunded between two pages would
 * leave the list of those that are paid, and another one would slip from the next page to the one before.
 */
export async function listTries({ orders }: Pick<MerchantClient, 'orders'>, question: Question): Promise<AllTries> {
  const found = new Map<string, ListedTry>()
  let unreadable = 0
  for (let page = 1; ; page += 1) {
    const { tries, total, unreadable: leftOut = 0 } = await orders({ ...question, page, size: PAGE_SIZE })
    for (const one of tries) found.set(one.orderId, one)
    unreadable += leftOut
    const rows = tries.length + leftOut
    const isLast = total === undefined ? rows < PAGE_SIZE : page * PAGE_SIZE >= total || !rows
    if (!isLast) continue
    if (total !== undefined && found.size + unreadable < total) throw new CommandError(changed(found.size, total))
    return { tries: [...found.values()], unreadable }
  }
}

const changed = (found: number, total: number): string =>
  `The list changed while it was read: ${found} of ${total} tries were found. Run it again.`
