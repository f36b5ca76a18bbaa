import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { Report } from './relay.ts'

/** The gateway's text fields without a fixed format, by operation; all of them get the payload. */
const gatewayTexts = {
  'getBindings.do': ['bindingId', 'maskedPan', 'expiryDate', 'paymentSystem', 'displayLabel', 'paymentWay'],
  'getOrderStatusExtended.do': [
    'errorMessage',
    'actionCodeDescription',
    'orderDescription',
    'terminalId',
    'authRefNum',
    'paymentWay',
    'ip',
    'bankInfo.bankName',
    'bankInfo.bankCountryName',
    'cardAuthInfo.cardholderName',
    'cardAuthInfo.maskedPan',
    'cardAuthInfo.paymentSystem',
    'bindingInfo.bindingId',
    'merchantOrderParams.value',
  ],
  'paymentOrderBinding.do': [
    'errorMessage',
    'userMessage',
    'displayErrorMessage',
    'info',
    'error',
    'errorTypeName',
    'processingErrorType',
    'redirect',
  ],
} as const

/** In how many of the gateway's texts a payload is sent. */
export const textCount = Object.values(gatewayTexts).reduce((sum, { length }) => sum + length, 0)

/** A stored card with the payload in every text; the category must be one that the checkout shows. */
export const bindingOf = (payload: string): object => ({
  bindingId: payload.slice(0, 255) || 'empty',
  maskedPan: payload,
  expiryDate: payload,
  paymentSystem: payload,
  displayLabel: payload,
  paymentWay: payload,
  bindingCategory: 'COMMON',
})

/** An order status with the payload in all texts that do not decide the state. */
export const tainted = (status: Partial<OrderState>, payload: string): object => ({
  ...status,
  errorMessage: payload,
  actionCodeDescription: payload,
  orderDescription: payload,
  terminalId: payload,
  authRefNum: payload,
  paymentWay: payload,
  ip: payload,
  bankInfo: { bankName: payload, bankCountryCode: payload, bankCountryName: payload },
  cardAuthInfo: { cardholderName: payload, maskedPan: payload, paymentSystem: payload, expiration: payload },
  bindingInfo: { clientId: payload, bindingId: payload },
  merchantOrderParams: [{ name: payload, value: payload }],
})

const paymentOf = (payload: string): object => ({
  errorCode: 0,
  errorMessage: payload,
  userMessage: payload,
  displayErrorMessage: payload,
  info: payload,
  error: payload,
  errorTypeName: payload,
  processingErrorType: payload,
  redirect: payload,
})

/** actionCode of a card without money, which lets the shopper try again. */
const NO_MONEY = 116

/** A stored card that works whatever the payload does to the other one. */
export const honest = {
  bindingId: 'honest',
  maskedPan: '411111**1111',
  expiryDate: '203412',
  paymentSystem: 'VISA',
  bindingCategory: 'COMMON',
}

/** A gateway with the payload in the texts of its stored cards, of every order's status and of every payment. */
export function saying(payload: string, { declines = false } = {}): Report {
  const paid = new Set<string>()
  return async ({ what, fields }, work) => {
    if (what === 'getBindings.do') return { errorMessage: payload, bindings: [bindingOf(payload), honest] }
    if (what === 'paymentOrderBinding.do') {
      paid.add(fields.get('mdOrder')!)
      return paymentOf(payload)
    }
    const answer = await work()
    if (what !== 'getOrderStatusExtended.do' || String(answer['errorCode'] ?? '0') !== '0') return answer
    const [order] = (answer as OrderState).attributes ?? []
    const end = declines ? { orderStatus: 6, actionCode: NO_MONEY } : { orderStatus: 2, actionCode: 0 }
    return tainted({ ...answer, ...(paid.has(order?.value ?? '') && end) }, payload)
  }
}
