import type { WalletAnswer } from '#server-contract/gateway/wallets.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { Ready, WalletOperation } from '../methods/wallet.ts'
import { callbackOf } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'

/**
 * Sends a payment by a wallet, with an address of the proxy for callbacks where the operation takes one and the request
 * names none. `base` is the order's number where a later attempt pays it.
 */
export const sendByWallet = (
  proxy: Pick<ProxyContext, 'config' | 'gateway' | 'signer'>,
  { hasCallback, send }: WalletOperation,
  ready: Ready,
  base = ready.orderNumber,
): Promise<GatewayResult<WalletAnswer>> =>
  send(proxy, {
    ...ready,
    ...(hasCallback && ready.dynamicCallbackUrl === undefined && callbackOf(proxy, base)),
  })
