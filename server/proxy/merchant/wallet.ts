import { Refused } from '#contract/faults.ts'
import type { WalletAnswer } from '#contract/gateway/wallets.ts'
import type { Order } from '#contract/merchant.ts'
import type { WalletCharge } from '#contract/merchant-charges.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { openWallet } from '../wallets/open-wallet.ts'
import { spend } from '../wallets/spent-tokens.ts'
import { packed } from '../wallets/token.ts'
import { registerAndCharge } from './register-and-charge.ts'
import { isLost } from '../gateway/gateway-fault.ts'
import { stateRefused } from './change-order.ts'
import type { Settlement } from '../payments/pay-once.ts'
import { walletOperations } from '../payments/wallet-operations.ts'

/**
 * Charges a wallet's token: as it is (payment.do, online gateway 4.7, 4.9), or decrypted here (paymentDirect.do, 4.8,
 * 4.10). A payment that needs 3-D Secure is declined, since there is no payer's browser.
 */
export async function wallet(proxy: ProxyContext, request: WalletCharge): Promise<Order> {
  const isOpened = request.open ?? proxy.config.wallets[request.wallet] !== undefined
  const operation = walletOperations[request.wallet][isOpened ? 'opened' : 'sealed']
  const missing = operation.needs.find((field) => request[field] === undefined)
  if (missing)
    throw new Refused('field_invalid', `is required for ${request.wallet} where the gateway opens it`, missing)
  return registerAndCharge(proxy, request, {
    op: operation.op,
    hasCallback: operation.hasCallback,
    async prepare() {
      const token = await (isOpened ? opened(proxy, request) : { paymentToken: packed(request.paymentToken) })
      return {
        send: () => operation.send(proxy, { ...request, ...token }),
        end: (result) => giveUpInThreeDs(proxy, request, result),
      }
    },
  })
}

async function opened(proxy: ProxyContext, request: WalletCharge) {
  const token = await openWallet(proxy, { ...request, paymentToken: packed(request.paymentToken) })
  await spend(proxy, token, request.orderNumber)
  const { paymentToken, protocolVersion } = token
  return { paymentToken, ...(protocolVersion && { protocolVersion }) }
}

/** No one else has the address where this payment would be confirmed, so no one can be paying it. */
async function giveUpInThreeDs(
  proxy: ProxyContext,
  { orderNumber }: WalletCharge,
  result: GatewayResult<WalletAnswer>,
): Promise<Settlement<Order> | undefined> {
  const data = result.kind === 'answered' ? result.answer.data : undefined
  if (data?.acsUrl === undefined && data?.threeDSServerTransId === undefined) return undefined
  if (data.orderId === undefined) return undefined
  const lost = isLost(proxy, 'decline.do', orderNumber, await proxy.gateway.decline({ orderId: data.orderId }))
  if (lost) return { result: new Refused('answer_lost'), isDecided: false }
  const why = "its card needs 3-D Secure in the payer's browser; take it through the checkout"
  return { result: stateRefused('declined', why), isDecided: true }
}
