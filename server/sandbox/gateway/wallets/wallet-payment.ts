import type { CardPaymentAnswer } from '#contract/gateway/card-payments.ts'
import { initiatorOf } from '#contract/gateway/initiators.ts'
import type { WalletAnswer } from '#contract/gateway/wallets.ts'
import type { Operation } from '#contract/operation.ts'
import { WalletTokenRefused } from '#wallet-tokens/refused.ts'
import { attempt } from '../payments/attempt.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller, Merchant } from '../merchants/merchants.ts'
import type { News, Order } from '../orders/order.ts'
import { stateOf } from '../orders/order-state.ts'
import { Refusal, refusal } from '../errors/refusal.ts'
import type { OpenWallet, WalletMeans } from './wallet-means.ts'
import { begin, goOn, storingOf } from './wallet-orders.ts'
import { checkWallet, demandWalletContact, type WalletRequest } from './wallet-rules.ts'

/** The wallet operations (online gateway 4.7 to 4.10): open the token, register the order and pay it. */
export const payByWallet =
  (context: GatewayContext, operation: Operation, open: OpenWallet) =>
  async (asked: WalletRequest, { merchant }: Caller): Promise<WalletAnswer> => {
    try {
      const request = withPhone(asked)
      checkWallet(request, merchant, operation)
      const means = await meansIn(context, request, merchant, open)
      demandWalletContact(request, means, merchant)
      const stand = request.threeDSServerTransId === undefined ? begin : goOn
      const order = stand({ context, request, merchant, operation, means })
      const answer = await pay(context, request, merchant, order, means)
      return answerOf(answer, context.orders.byId(order.id)!, merchant)
    } catch (error) {
      throw retold(error, asked.language)
    }
  }

/** The phone of a wallet's request stands in for the payer's, where that is not told. */
const withPhone = ({ phone, orderPayerData, ...request }: WalletRequest): WalletRequest => ({
  ...request,
  ...((phone ?? orderPayerData) && { orderPayerData: { ...(phone && { mobilePhone: phone }), ...orderPayerData } }),
})

async function meansIn(
  { wallets: openers, clock }: GatewayContext,
  { paymentToken, tii }: WalletRequest,
  merchant: Merchant,
  open: OpenWallet,
): Promise<WalletMeans> {
  const initiator = initiatorOf(tii)
  const means = await open(paymentToken, { openers, merchant, initiator, now: clock.now() })
  return initiator.checked ? means : { ...means, secure: { type: '0' } }
}

function pay(
  context: GatewayContext,
  call: WalletRequest,
  merchant: Merchant,
  order: Order,
  { card, holder, way, secure }: WalletMeans,
): Promise<CardPaymentAnswer> {
  const news: News = { way, tii: call.tii, storing: storingOf(order, call.tii), binding: undefined }
  return attempt({ context, merchant, order, card, holder, call, news, ...(secure && { secure }) })
}

const told = [
  'termUrl',
  'acsUrl',
  'paReq',
  'is3DSVer2',
  'threeDSServerTransId',
  'threeDSMethodUrl',
  'threeDSMethodUrlServer',
  'threeDSMethodDataPacked',
  'threeDSMethodURLServerDirect',
  'packedCReq',
] as const satisfies readonly (keyof CardPaymentAnswer & keyof NonNullable<WalletAnswer['data']>)[]

/** Success says that the request was processed; the order status decides. */
function answerOf(answer: CardPaymentAnswer, order: Order, merchant: Merchant): WalletAnswer {
  const threeDs = Object.fromEntries(told.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]]])))
  return {
    success: true,
    data: { orderId: order.id, ...(order.binding !== undefined && { bindingId: order.binding }), ...threeDs },
    orderStatus: stateOf(order, merchant),
  }
}

/** Wallets know one code for whatever a request is refused for (family), but for states and the system's own, 7. */
function retold(error: unknown, language: WalletRequest['language']): unknown {
  if (error instanceof WalletTokenRefused) {
    const { answer, message } = refusal('wallet token', language)
    return new Refusal(String(answer.errorCode), message, { description: error.message })
  }
  if (!(error instanceof Refusal) || error.answer.errorCode === '7') return error
  return new Refusal('10', error.message)
}
