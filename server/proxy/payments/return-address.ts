import type { Ticket } from '#server-contract/ticket.ts'
import { withParameters } from '#contract/with-parameters.ts'
import type { Signer } from '../tickets/signatures.ts'

/** Most characters of 3-D Secure's return address that the gateway takes (online gateway 4.3). */
const MAX_ADDRESS_LENGTH = 512

/** The payment's data in the address of the return page. */
export interface Return {
  readonly number: string
  readonly orderId: string
  readonly returnUrl?: string
  readonly failUrl?: string
  /** The locale of the element. */
  readonly locale?: string
}

/** The address of the return page for one attempt; the merchant's addresses are included as far as they fit. */
export function returnAddress(
  publicUrl: string,
  signer: Signer,
  ticket: Ticket,
  number: string,
  orderId: string,
  locale?: string,
): string {
  const { returnUrl, failUrl } = ticket
  const loads = [
    [number, orderId, returnUrl, failUrl, locale],
    [number, orderId, returnUrl, undefined, locale],
    [number, orderId, undefined, undefined, locale],
  ]
  const addresses = loads.map((load) => `${publicUrl}/3ds/return?k=${signer.sign('return', load)}`)
  return addresses.find(({ length }) => length <= MAX_ADDRESS_LENGTH) ?? addresses.at(-1)!
}

/** The address where the 3-D Secure method notifies the page that waits for it. */
export const methodPage = ({ publicUrl }: { readonly publicUrl: string }, methodNonce: string): string =>
  `${publicUrl}/3ds/method?n=${methodNonce}`

/** Reads the data of a {@link returnAddress}; `undefined` when it was not signed here. */
export function returnIn(signer: Signer, signed: string): Return | undefined {
  const [number, orderId, returnUrl, failUrl, locale] = signer.open('return', signed) ?? []
  if (number === undefined) return undefined
  return {
    number: String(number),
    orderId: String(orderId),
    ...(typeof returnUrl === 'string' && { returnUrl }),
    ...(typeof failUrl === 'string' && { failUrl }),
    ...(typeof locale === 'string' && { locale }),
  }
}

/** The merchant's address with the order's identifier appended, as the gateway itself would do (online gateway 4.6). */
export const withOrderId = (address: string, orderId: string): string => withParameters(address, { orderId })
