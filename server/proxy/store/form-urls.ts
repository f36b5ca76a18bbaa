import { ProxyError } from '#contract/proxy-errors.ts'
import type { Signer } from '../tickets/signatures.ts'

/**
 * Addresses of the gateway's own page by the order's identifier, since only the registration returns them: where every
 * process reads them, an untouched order is used again by each.
 */
export interface FormUrls {
  read(orderId: string): Promise<string | undefined>
  write(orderId: string, formUrl: string): Promise<void>
}

/** Texts by their keys. Each method rejects where the store fails. */
interface Texts {
  read(key: string): Promise<string | undefined>
  write(key: string, text: string, ttlMs: number): Promise<void>
}

/** Milliseconds; for an order that lives longer, another number is used after that. */
const KEPT = 86_400_000

/** The addresses in a store that others share, signed, since nobody is to be sent to a page that others wrote there. */
export function formUrlsIn(store: Texts, signer: Signer): FormUrls {
  const busy = (): never => {
    throw new ProxyError('busy', 'The page of the order cannot be looked up; try again.')
  }
  return {
    read: async (orderId) => openedPage(signer, orderId, await store.read(pageOf(orderId)).catch(busy)),
    async write(orderId, formUrl) {
      // The shopper is sent on all the same.
      await store.write(pageOf(orderId), signedPage(signer, orderId, formUrl), KEPT).catch(() => {})
    },
  }
}

/** An address for a store that others share. */
export const signedPage = (signer: Signer, orderId: string, formUrl: string): string =>
  signer.sign('page', [orderId, formUrl])

/** The address in a {@link signedPage}; `undefined` where it was not signed here, or is another order's. */
export function openedPage(signer: Signer, orderId: string, signed = ''): string | undefined {
  const [of, formUrl] = signer.open('page', signed) ?? []
  return of === orderId ? String(formUrl) : undefined
}

const pageOf = (orderId: string): string => `page of ${orderId}`
