import { actionCodeMeaning } from '#server-contract/gateway/action-codes.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { CardPaymentAnswer } from '#server-contract/gateway/card-payments.ts'
import { errorCodeText } from '#server-contract/gateway/error-codes.ts'
import { pack } from '#server-contract/three-ds/messages.ts'
import { endOf, type Order } from '../orders/order.ts'
import { paths } from './paths.ts'
import { translate, type Words } from '../errors/words/translate.ts'

const texts = {
  processed: {
    en: 'The payment is processed, going back…',
    ru: 'Платёж обработан, выполняется переход…',
  },
  authenticate: {
    en: 'Going to the bank to confirm the payment…',
    ru: 'Переход в банк для подтверждения платежа…',
  },
  pending: {
    en: 'The payment is being processed',
    ru: 'Платёж обрабатывается',
  },
  declined: {
    en: 'The payment is declined',
    ru: 'Платёж отклонён',
  },
} as const satisfies Record<string, Words>

/** A text of a payment answer, in the order's language. */
export const text = (name: keyof typeof texts, { language }: Order): string => translate(texts[name], language)

/** A refusal by 3-D Secure has two more fields (family). */
const unauthenticated = {
  errorTypeName: 'TDS_UNKNOWN_ARES_STATUS',
  processingErrorType: 'MANDATORY_3DSECURE',
} as const

/** Most characters of `redirect` (online gateway 4.3). */
const LONGEST_REDIRECT = 512

/** Where the payer is redirected; too long an address is reached through a page of the gateway's own. */
function redirectOf(order: Order, gateway: string): string {
  const end = endOf(order)
  return end.length <= LONGEST_REDIRECT ? end : `${gateway}${gatewayApi.acsRedirect.path}?orderId=${order.id}`
}

/**
 * The answer of a payment call once its order is decided, of the gateway at this address; a declined card has errorCode
 * 0 with an error (family).
 */
export function decidedAnswer(order: Order, gateway: string): CardPaymentAnswer {
  const common = { errorCode: errorCodeText('success'), redirect: redirectOf(order, gateway), ...isVersion2(order) }
  if (order.state !== 'declined')
    return { ...common, info: text(order.state === 'pending' ? 'pending' : 'processed', order) }
  const error = text('declined', order)
  const byThreeDs = actionCodeMeaning(order.actionCode).reason === 'authentication_failed'
  return { ...common, error, errorMessage: error, ...(byThreeDs && unauthenticated) }
}

const isVersion2 = ({ secure }: Order): CardPaymentAnswer => (secure?.version ? { is3DSVer2: true } : {})

/** The first call's answer for a card in 3-D Secure 2, with both spellings of the addresses. */
export function methodAnswer(
  order: Order,
  transId: string,
  gateway: string,
  method: {
    readonly url: string | undefined
    readonly notificationUrl: string | undefined
    /** Whether the merchant may load the method page through the gateway. */
    readonly direct: boolean
  },
): CardPaymentAnswer {
  const server = `${gateway}${paths.gather}?threeDSServerTransID=${transId}`
  return {
    errorCode: errorCodeText('success'),
    info: text('authenticate', order),
    is3DSVer2: true,
    threeDSServerTransId: transId,
    threeDSMethodUrlServer: server,
    threeDSMethodURLServer: server,
    ...(method.url !== undefined && {
      threeDSMethodUrl: method.url,
      threeDSMethodURL: method.url,
      ...(method.direct && {
        threeDSMethodURLServerDirect: `${gateway}${paths.directMethod}?threeDSServerTransID=${transId}`,
      }),
      threeDSMethodDataPacked: pack({
        threeDSServerTransID: transId,
        threeDSMethodNotificationURL: method.notificationUrl ?? gateway + paths.methodEnd,
      }),
    }),
  }
}

/** The second call's answer when the access server requires a challenge. */
export const challengeAnswer = (order: Order, acsUrl: string, packedCReq: string): CardPaymentAnswer => ({
  errorCode: errorCodeText('success'),
  info: text('authenticate', order),
  is3DSVer2: true,
  acsUrl,
  packedCReq,
})

/** The first call's answer for a card in 3-D Secure 1. */
export const redirectAnswer = (
  order: Order,
  fields: { readonly acsUrl: string; readonly paReq: string; readonly termUrl: string },
): CardPaymentAnswer => ({ errorCode: errorCodeText('success'), info: text('authenticate', order), ...fields })
