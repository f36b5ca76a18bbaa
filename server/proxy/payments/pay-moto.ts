import type { checkoutApi, Outcome } from '#contract/checkout.ts'
import { Refused } from '#contract/faults.ts'
import { errorCodeText } from '#contract/gateway/error-codes.ts'
import type { MotoAnswer, MotoPayment } from '#contract/gateway/moto.ts'
import { latin } from '#contract/gateway/billing.ts'
import type { Request } from '#contract/operation.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { GatewayResult } from '#gateway-client/meaning.ts'
import { requireChannel } from '../tickets/methods.ts'
import { isStored } from '../payment-methods/saving.ts'
import { callbackFor, isCalledBack } from '../orders/callback-address.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { registerAndPay } from './register-and-pay.ts'
import { holdDatesOf, paramsOf, registrationOf } from '../orders/registration.ts'
import type { PaymentAnswer } from './steps.ts'

type MotoCard = Request<typeof checkoutApi.payMoto>

/** Pays a mail or telephone order by the card that an operator typed (motoPayment.do, online gateway 4.5). */
export function payMoto(proxy: ProxyContext, ticket: Ticket, card: MotoCard): Promise<Outcome> {
  requireChannel(ticket, 'moto')
  const cardholder = holderOf(card)
  return registerAndPay(proxy, ticket, {
    op: 'motoPayment.do',
    method: 'moto',
    hasCallback: isCalledBack(ticket),
    requestId: card.requestId,
    prepare: async () => async (sending) => {
      const payment = {
        ...fieldsOf(proxy, ticket, card, sending.number),
        ...callbackFor(proxy, ticket),
        cardholder,
      }
      return asPayment(await proxy.gateway.motoPayment(payment))
    },
  })
}

/** Shorter than elsewhere (online gateway 4.5). */
const Holder = latin(1, 26)

function holderOf({ cardholder }: MotoCard): string {
  const read = Holder.safeParse(cardholder)
  if (!read.success) throw new Refused('field_invalid', 'must be 1 to 26 characters in Latin letters', 'cardholder')
  return read.data
}

function fieldsOf(
  proxy: ProxyContext,
  ticket: Ticket,
  { seToken, save }: MotoCard,
  number: string,
): Omit<MotoPayment, 'cardholder'> {
  const { cardholderName: _, features = [], ...registration } = registrationOf(ticket, number)
  const stored = isStored(ticket, save) && !features.includes(STORE) ? [...features, STORE] : features
  return {
    ...registration,
    ...paramsOf(proxy, ticket),
    ...(stored.length && { features: stored }),
    ...(ticket.capture === 'two-phase' && { preAuth: true }),
    ...holdDatesOf(ticket),
    seToken,
  }
}

/** The feature that stores a card where there is no tii (family). */
const STORE = 'FORCE_CREATE_BINDING'

function asPayment(result: GatewayResult<MotoAnswer>): GatewayResult<PaymentAnswer> {
  if (result.kind !== 'answered') return result
  const { mdOrder } = result.answer
  return {
    kind: 'answered',
    answer: { errorCode: errorCodeText('success'), ...(mdOrder !== undefined && { orderId: mdOrder }) },
  }
}
