import type { Ticket } from '#server-contract/ticket.ts'
import type { Signer } from '../tickets/signatures.ts'
import type { WebhookConfig } from '../config/webhook-settings.ts'

/** Path of the callbacks about an order: its number, and the proof that the proxy issued the address. */
export const signedPath = '/callback/:number/:proof'

/** Path of the callbacks from a gateway that supports one fixed address only. */
export const staticPath = '/callback'

/** The address of the callbacks about an order and all its attempts (online gateway 4.1 dynamicCallbackUrl). */
function callbackAddress(publicUrl: string, signer: Signer, orderNumber: string): string {
  // The number is encoded as base64url, since one such as `..` or `a/b` is not one segment of a path.
  const [number, proof] = signer.sign('callback', [orderNumber]).split('.')
  return `${publicUrl}${staticPath}/${number}/${proof}`
}

interface Callbacks {
  readonly config: WebhookConfig & { readonly publicUrl: string }
  readonly signer: Signer
}

/** The callback field of a ticket's order: the ticket's own address, or the proxy's. */
export const callbackFor = (proxy: Callbacks, { orderNumber, dynamicCallbackUrl }: Ticket) =>
  dynamicCallbackUrl === undefined ? callbackOf(proxy, orderNumber) : { dynamicCallbackUrl }

/** Whether the gateway calls the proxy about the ticket's order; it does not where the ticket names another address. */
export const isCalledBack = ({ dynamicCallbackUrl }: Ticket): boolean => dynamicCallbackUrl === undefined

/** The callback field of a registration; empty where no webhook is configured. */
export const callbackOf = (
  { config, signer }: Callbacks,
  orderNumber: string,
): { readonly dynamicCallbackUrl?: string } =>
  config.webhook ? { dynamicCallbackUrl: callbackAddress(config.publicUrl, signer, orderNumber) } : {}

/** The order number in a callback address; `undefined` when the proxy did not issue the address. */
export function orderAt(signer: Signer, { number, proof }: { number: string; proof: string }): string | undefined {
  const [orderNumber] = signer.open('callback', `${number}.${proof}`) ?? []
  return typeof orderNumber === 'string' ? orderNumber : undefined
}
