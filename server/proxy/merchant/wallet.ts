import { Refused } from '#contract/faults.ts'
import type { WalletAnswer } from '#contract/gateway/wallets.ts'
import type { Order } from '#contract/merchant.ts'
import type { WalletCharge } from '#contract/merchant-charges.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import type { Parts } from '../parts.ts'
import { openWallet } from '../wallets/open-wallet.ts'
import { spend } from '../wallets/spent-tokens.ts'
import { packed } from '../wallets/token.ts'
import { registerAndCharge } from './register-and-charge.ts'
import { isLost } from '../gateway/gateway-fault.ts'
import { stateRefused } from './change-order.ts'
import type { Settlement } from '../payments/pay-once.ts'
import { walletOperations } from '../payments/wallet-operations.ts'

/**
 * Charges a wallet's token: as it is (payment.do, online gateway 4.7, 4.9), or opened here (paymentDirect.do, 4.8,
 * 4.10). A payment that needs 3-D Secure is given up, since the payer's browser is not there.
 */
export async function wallet(parts: Parts, asked: WalletCharge): Promise<Order> {
  const isOpened = asked.open ?? parts.config.wallets[asked.wallet] !== undefined
  const road = walletOperations[asked.wallet][isOpened ? 'opened' : 'sealed']
  const missing = road.needs.find((field) => asked[field] === undefined)
  if (missing) throw new Refused('field_invalid', `is required for ${asked.wallet} where the gateway opens it`, missing)
  return registerAndCharge(parts, asked, {
    op: road.op,
    hasCallback: road.hasCallback,
    async prepare() {
      const token = await (isOpened ? opened(parts, asked) : { paymentToken: packed(asked.paymentToken) })
      return {
        send: () => road.send(parts, { ...asked, ...token }),
        end: (told) => giveUpInThreeDs(parts, asked, told),
      }
    },
  })
}

async function opened(parts: Parts, asked: WalletCharge) {
  const token = await openWallet(parts, { ...asked, paymentToken: packed(asked.paymentToken) })
  await spend(parts, token, asked.orderNumber)
  const { paymentToken, protocolVersion } = token
  return { paymentToken, ...(protocolVersion && { protocolVersion }) }
}

/** Nobody else knows where this payment would be confirmed, so that nobody can be paying it. */
async function giveUpInThreeDs(
  parts: Parts,
  { orderNumber }: WalletCharge,
  told: GatewayResult<WalletAnswer>,
): Promise<Settlement<Order> | undefined> {
  const data = told.kind === 'answered' ? told.answer.data : undefined
  if (data?.acsUrl === undefined && data?.threeDSServerTransId === undefined) return undefined
  const lost = isLost(parts, 'decline.do', orderNumber, await parts.gateway.decline({ orderId: data.orderId }))
  if (lost) return { result: new Refused('answer_lost'), isDecided: false }
  const why = "its card needs 3-D Secure in the payer's browser; take it through the checkout"
  return { result: stateRefused('declined', why), isDecided: true }
}
