/** One meaning of an errorCode. Some codes mean different things in different operations, and then have several rows. */
interface ErrorCode {
  readonly code: number
  /** The operations that give the code this meaning; absent where all do. */
  readonly operations?: readonly string[]
  readonly meaning: string
  /** What the proxy concludes from it. */
  readonly conclusion: string
}

const statusDecides = "refused; the order's status says whether it was paid"
const refused = 'refused: the request is wrong, and is not sent again'

/**
 * Every errorCode of the gateway by its meaning. The specification defines 0 only (online gateway 7); the others are
 * facts of the family. Code compares an errorCode by the name of a row, see {@link hasErrorCode}.
 */
export const errorCodes = {
  success: {
    code: 0,
    meaning: 'The request was processed',
    conclusion: "answered; the order's status says whether it was paid, since a declined card has this code too",
  },
  numberTaken: {
    code: 1,
    operations: ['register.do', 'registerPreAuth.do', 'motoPayment.do', 'instantPayment.do'],
    meaning: 'The order number is registered already, or malformed',
    conclusion: 'the order exists: it is read by its number',
  },
  identifierMissing: {
    code: 1,
    operations: ['getOrderStatusExtended.do', 'getReceiptStatus.do', 'getBindings.do'],
    meaning: 'Neither orderId nor orderNumber, or no clientId',
    conclusion: 'a status request by a token needs an orderId, which is looked up',
  },
  notFound: {
    code: 2,
    operations: [
      'getBindings.do',
      'bindCard.do',
      'unBindCard.do',
      'unBind.do',
      'extendBinding.do',
      'paymentOrderBinding.do',
      'instantPayment.do',
    ],
    meaning: 'The client has no stored cards or accounts, or not this one',
    conclusion: 'a list of stored cards is empty',
  },
  insufficientFunds: {
    code: 1,
    operations: ['payment.do', 'paymentDirect.do'],
    meaning: 'The card has not enough funds',
    conclusion: statusDecides,
  },
  paymentDeclined: {
    code: 2,
    operations: ['getOrderStatus.do', 'acknowledgeTransaction.do'],
    meaning: 'The payment is declined',
    conclusion: 'the order is declined, where the bank has this status alone',
  },
  currencyUnknown: { code: 3, meaning: 'The currency is unknown', conclusion: refused },
  fieldMissing: { code: 4, meaning: 'A field is missing, or a return address is wrong', conclusion: refused },
  valueWrong: {
    code: 5,
    meaning: 'A field has a wrong value',
    conclusion: refused,
  },
  accessDenied: {
    code: 5,
    meaning: 'The credentials are wrong, or lack a permission',
    conclusion:
      'as the answer of a status request, which has nothing else that could be wrong: the credentials are refused; as that of a payment: the API user may lack a permission, which is logged for the operator',
  },
  orderUnknown: {
    code: 6,
    meaning: 'There is no such order',
    conclusion: 'the number is free: the order was not registered',
  },
  stateOrSystem: {
    code: 7,
    meaning: 'The state of the order does not allow the request, or the gateway has an internal error',
    conclusion: 'undecided while the order is open: another payment of it may be in progress',
  },
  parameterWrong: {
    code: 10,
    operations: ['recurrentPayment.do', 'payment.do', 'paymentDirect.do'],
    meaning: 'A parameter is wrong, or the order number is taken',
    conclusion: statusDecides,
  },
  autoPaymentDenied: {
    code: 13,
    operations: ['register.do', 'registerPreAuth.do', 'instantPayment.do'],
    meaning: 'AUTO_PAYMENT is not permitted, or contradicts another feature',
    conclusion: refused,
  },
  featuresWrong: {
    code: 14,
    operations: ['register.do', 'registerPreAuth.do', 'instantPayment.do'],
    meaning: 'The features are wrong',
    conclusion: refused,
  },
} as const satisfies Record<string, ErrorCode>

export type ErrorCodeName = keyof typeof errorCodes

/** The code as most answers contain it: the specification types it as text. */
export const errorCodeText = (name: ErrorCodeName): string => String(errorCodes[name].code)

/** Whether an errorCode is that of one of these rows; the caller names rows of the operation that was refused. */
export const hasErrorCode = ({ errorCode }: { readonly errorCode: number }, ...names: ErrorCodeName[]): boolean =>
  names.some((name) => errorCodes[name].code === errorCode)
