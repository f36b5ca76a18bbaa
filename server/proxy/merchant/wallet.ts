import { ProxyError } from '#contract/proxy-errors.ts'
import type { WalletAnswer } from '#server-contract/gateway/wallets.ts'
import type { Order } from '#server-contract/merchant/merchant.ts'
import type { WalletCharge } from '#server-contract/merchant/charges.ts'
import type { GatewayResult } from '#gateway-client/answer-kind.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { openKeptWallet, openWallet } from '../methods/open-wallet.ts'
import { spend } from '../methods/spent-tokens.ts'
import { paramsOfCharge } from '../orders/registration.ts'
import { chargeOrder } from './charge-order.ts'
import { failureOf } from '../gateway/gateway-failure.ts'
import { stateRefused } from './change-order.ts'
import type { Conclusion, LockedOrderContext } from '../payments/locked-order.ts'
import { sendByWallet } from '../payments/send-by-wallet.ts'
import type { KeptToken } from '../methods/wallet.ts'
import { hasKeysOf, operationOf } from '../methods/wallets.ts'
import { checkWalletCharge, isSubsequent } from './wallet-charge-rules.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'

/**
 * Charges a wallet's token: as it is (payment.do, online gateway 4.7, 4.9), or decrypted here (paymentDirect.do, 4.8,
 * 4.10). A payment that needs 3-D Secure is declined, since there is no payer's browser.
 */
export async function wallet(proxy: LockedOrderContext, request: WalletCharge): Promise<Order> {
  const isOpened = request.open ?? hasKeysOf(request.wallet, proxy.config.wallets)
  const operation = operationOf(request.wallet, isOpened)
  checkWalletCharge(request, isOpened, operation)
  if (!isOpened && !(request.merchantLogin ?? proxy.config.gateway.merchant))
    throw new ProxyError('field_invalid', 'needs TENDER_GATEWAY_MERCHANT on the proxy beside its token', 'wallet')
  return chargeOrder(proxy, request, { paysRegistered: false }, async (send) => {
    const token = await (isOpened ? opened(proxy, request) : { paymentToken: packed(request.paymentToken) })
    const fields = { ...fieldsOf(request), ...paramsOfCharge(proxy, request, 'additionalParameters'), ...token }
    return send({
      op: operation.op,
      method: 'wallet_charge',
      hasCallback: operation.hasCallback && request.dynamicCallbackUrl === undefined,
      send: () => sendByWallet(proxy, operation, fields),
      giveUp: (answer) => giveUpInThreeDs(proxy, request, answer),
    })
  })
}

/** The fields that the gateway takes in another form: features as one text, the date as text. */
const fieldsOf = ({ features, originalPaymentDate: date, reference: _, ...request }: WalletCharge) => ({
  ...request,
  ...(features?.length && { features: features.join(',') }),
  ...(date !== undefined && { originalPaymentDate: String(date) }),
})

async function opened(proxy: Pick<ProxyContext, 'config' | 'clock' | 'log' | 'locks'>, request: WalletCharge) {
  const sealed = { ...request, paymentToken: packed(request.paymentToken) }
  if (isSubsequent(request)) return sendable(await openKeptWallet(proxy, sealed))
  const token = await openWallet(proxy, sealed)
  await spend(proxy, { ...token, wallet: request.wallet }, request.orderNumber)
  return sendable(token)
}

const sendable = ({ paymentToken, protocolVersion }: KeptToken) => ({
  paymentToken,
  ...(protocolVersion && { protocolVersion }),
})

/** No one else has the address where this payment would be confirmed, so no one can be paying it. */
async function giveUpInThreeDs(
  proxy: Pick<ProxyContext, 'gateway' | 'log'>,
  { orderNumber }: WalletCharge,
  result: GatewayResult<WalletAnswer>,
): Promise<Conclusion<Order> | undefined> {
  const data = result.kind === 'answered' ? result.answer.data : undefined
  if (data?.acsUrl === undefined && data?.threeDSServerTransId === undefined) return undefined
  if (data.orderId === undefined) return undefined
  const declined = await proxy.gateway.decline({ orderId: data.orderId })
  const failure = failureOf(proxy, 'decline.do', orderNumber, declined)
  if (failure) return { result: failure, isDecided: false }
  const why = "its card needs 3-D Secure in the payer's browser; take it through the checkout"
  return { result: stateRefused('declined', why), isDecided: true }
}

/** A wallet's token as the gateway takes it (online gateway 4.7, 4.9): Base64 of the given text or object. */
function packed(token: string | Readonly<Record<string, unknown>>): string {
  const text = typeof token === 'string' ? inBase64(token.trim()) : packPaymentToken(token)
  if (text === undefined || text.length > MAX_TOKEN_LENGTH)
    throw new ProxyError(
      'field_invalid',
      `must be the wallet's token, or its Base64 of at most ${MAX_TOKEN_LENGTH} characters`,
      FIELD,
    )
  return text
}

const FIELD = 'paymentToken'

/** Characters of a paymentToken (online gateway 4.7). */
const MAX_TOKEN_LENGTH = 8192

/** JSON is encoded byte for byte as the wallet wrote it. */
function inBase64(text: string): string | undefined {
  if (text.startsWith('{')) return Buffer.from(text, 'utf8').toString('base64')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : undefined
}
