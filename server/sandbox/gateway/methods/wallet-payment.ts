import { methodStep, type CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { initiatorOf } from '#server-contract/gateway/initiators.ts'
import type { WalletAnswer } from '#server-contract/gateway/wallets.ts'
import type { Operation } from '#contract/operation.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { payOrder } from '../payments/pay-order.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller, Merchant } from '../merchants/merchants.ts'
import type { OrderUpdate, Order } from '../orders/order.ts'
import { stateOf } from '../orders/order-state.ts'
import { Refusal } from '../errors/refusal.ts'
import type { OpenWallet, WalletSource } from './wallet.ts'
import { begin, goOn, storingOf } from './wallet-orders.ts'
import { checkWallet, requireWalletContact, readWallet, type WalletFields, type WalletRequest } from './wallet-rules.ts'

/** The wallet operations (online gateway 4.7 to 4.10): open the token, register the order and pay it. */
export const payByWallet =
  (context: GatewayContext, operation: Operation, open: OpenWallet) =>
  async (requested: WalletFields, { merchant }: Caller): Promise<Answer> => {
    try {
      const request = withPhone(readWallet(requested, operation))
      checkWallet(request, merchant, operation)
      const source = await sourceIn(context, request, merchant, open)
      requireWalletContact(request, source, merchant)
      const stand = request.threeDSServerTransId === undefined ? begin : goOn
      const order = stand({ context, request, merchant, operation, source })
      const answer = await pay(context, request, merchant, order, source)
      return answerOf(answer, context.orders.byId(order.id)!, merchant)
    } catch (error) {
      throw repeated(error, requested.language)
    }
  }

/** Uses the `phone` of a wallet request as the payer's mobile phone, if that is absent. */
const withPhone = ({ phone, orderPayerData, ...request }: WalletRequest): WalletRequest => ({
  ...request,
  ...((phone ?? orderPayerData) && { orderPayerData: { ...(phone && { mobilePhone: phone }), ...orderPayerData } }),
})

async function sourceIn(
  { wallets: openers, clock }: GatewayContext,
  { paymentToken, tii }: WalletRequest,
  merchant: Merchant,
  open: OpenWallet,
): Promise<WalletSource> {
  const initiator = initiatorOf(tii)
  const source = await open(paymentToken, { openers, merchant, initiator, now: clock.now() })
  return initiator.checked ? source : { ...source, secure: { type: '0' } }
}

function pay(
  context: GatewayContext,
  call: WalletRequest,
  merchant: Merchant,
  order: Order,
  { card, holder, method, secure }: WalletSource,
): Promise<CardPaymentAnswer> {
  const update: OrderUpdate = { method, tii: call.tii, storing: storingOf(order, call.tii), binding: undefined }
  return payOrder({ context, merchant, order, card, holder, call, update, ...(secure && { secure }) })
}

const response = [
  'termUrl',
  'acsUrl',
  'paReq',
  ...(Object.keys(methodStep) as (keyof typeof methodStep)[]),
  'packedCReq',
] as const satisfies readonly (keyof CardPaymentAnswer & keyof NonNullable<WalletAnswer['data']>)[]

/** An answer with the order that the specification makes mandatory for walletB only. */
type Answer = WalletAnswer & { readonly data: { readonly orderId: string } }

/** Success means that the request was processed; the order status has the outcome. */
function answerOf(answer: CardPaymentAnswer, order: Order, merchant: Merchant): Answer {
  const threeDs = Object.fromEntries(
    response.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]]])),
  )
  return {
    success: true,
    data: { orderId: order.id, ...(order.binding !== undefined && { bindingId: order.binding }), ...threeDs },
    orderStatus: stateOf(order, merchant),
  }
}

/** Wallet operations have one code for every refusal (family), except that of order states and system errors. */
function repeated(error: unknown, language: WalletRequest['language']): unknown {
  if (error instanceof WalletTokenRefused) {
    return new Refusal('parameterWrong', { message: error.message, topic: 'wallet', language })
  }
  if (!(error instanceof Refusal) || error.code === 'stateOrSystem') return error
  return new Refusal('parameterWrong', { message: error.message, topic: error.topic, language })
}
