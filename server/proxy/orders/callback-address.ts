import type { Signer } from '../tickets/signatures.ts'
import type { NoticeSettings } from '../config/webhook-settings.ts'

/** Where callbacks about an order come to: its number, and the proof that the address was given away here. */
export const signedPath = '/callback/:number/:proof'

/** Where a gateway that knows one address only sends its callbacks. */
export const staticPath = '/callback'

/** The address of the callbacks about an order and all its tries (online gateway 4.1 dynamicCallbackUrl). */
function callbackAddress(publicUrl: string, signer: Signer, orderNumber: string): string {
  // The number travels as base64url, since one such as `..` or `a/b` is no path of its own.
  const [number, proof] = signer.sign('callback', [orderNumber]).split('.')
  return `${publicUrl}${staticPath}/${number}/${proof}`
}

/** What a registration says of callbacks: nothing where nobody is to be told. */
export const callbackOf = (
  { config, signer }: { readonly config: NoticeSettings & { readonly publicUrl: string }; readonly signer: Signer },
  orderNumber: string,
): { readonly dynamicCallbackUrl?: string } =>
  config.webhook ? { dynamicCallbackUrl: callbackAddress(config.publicUrl, signer, orderNumber) } : {}

/** The order that a callback address is about; `undefined` when it was not made here. */
export function orderAt(signer: Signer, { number, proof }: { number: string; proof: string }): string | undefined {
  const [orderNumber] = signer.open('callback', `${number}.${proof}`) ?? []
  return typeof orderNumber === 'string' ? orderNumber : undefined
}
