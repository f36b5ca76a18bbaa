import type { Ticket } from '#contract/ticket.ts'
import type { Signer } from '../tickets/signatures.ts'

/** Where 3-D Secure brings the shopper back to; the gateway takes at most 512 characters (online gateway 4.3). */
const LONGEST = 512

/** What the return page knows of the payment. */
export interface Return {
  readonly number: string
  readonly orderId: string
  readonly returnUrl?: string
  readonly failUrl?: string
}

/** The address of the return page for one try; the merchant's addresses ride along as far as they fit. */
export function returnAddress(
  publicUrl: string,
  signer: Signer,
  ticket: Ticket,
  number: string,
  orderId: string,
): string {
  const { returnUrl, failUrl } = ticket
  const loads = [
    [number, orderId, returnUrl, failUrl],
    [number, orderId, returnUrl],
    [number, orderId],
  ]
  const addresses = loads.map((load) => `${publicUrl}/3ds/return?k=${signer.sign('return', load)}`)
  return addresses.find(({ length }) => length <= LONGEST) ?? addresses.at(-1)!
}

/** Where the 3-D Secure method notifies the page that waits for it. */
export const methodPage = ({ publicUrl }: { readonly publicUrl: string }, methodNonce: string): string =>
  `${publicUrl}/3ds/method?n=${methodNonce}`

/** Reads what {@link returnAddress} wrote; `undefined` when it was not written here. */
export function returnIn(signer: Signer, signed: string): Return | undefined {
  const [number, orderId, returnUrl, failUrl] = signer.open('return', signed) ?? []
  if (number === undefined) return undefined
  return {
    number: String(number),
    orderId: String(orderId),
    ...(typeof returnUrl === 'string' && { returnUrl }),
    ...(typeof failUrl === 'string' && { failUrl }),
  }
}

/** The merchant's address with the order's identifier appended, as the gateway itself would do (online gateway 4.6). */
export function withOrderId(address: string, orderId: string): string {
  const url = new URL(address)
  url.searchParams.set('orderId', orderId)
  return url.href
}
