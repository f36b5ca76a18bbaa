import type { KnownDifference } from './known.ts'

export const gatewayKnown: readonly KnownDifference[] = [
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'One mode makes login and password mandatory and lists no token, the section on credentials allows either',
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'userName password', lines: [213, 354, 355] }],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'One line lets another field replace year and month, the other makes the month mandatory',
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'MM', lines: [217, 218] }],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'request',
    reason: 'One mode makes login and password mandatory and lists no token, the section on credentials allows either',
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'token', lines: [213, 354, 355] }],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'response',
    reason: 'One mode makes it mandatory, the other states nothing and answers a first call without it',
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'errorCode', lines: [197, 231] }],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'response',
    reason: 'Mandatory in the answer of a first call with 3-D Secure 2, and not in the answer of any other',
    rows: [
      {
        operation: '/payment/rest/paymentorder.do',
        fields: 'is3DSVer2 threeDSServerTransId threeDSMethodUrlServer',
        lines: [193, 198, 199],
      },
    ],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'response',
    reason: 'The table writes the name in one case, the examples in the other',
    rows: [
      {
        operation: '/payment/rest/paymentorder.do',
        fields: 'threeDSMethodURL threeDSMethodURLServer',
        lines: [200, 205],
      },
    ],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'The card number is mandatory, while the next line lets a seToken or a bindingId replace the card',
    rows: [{ operation: '/payment/rest/motoPayment.do', fields: 'pan', lines: [244, 245] }],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'request',
    reason: 'A line names it as the replacement of the card, the list of the request does not have it',
    rows: [{ operation: '/payment/rest/motoPayment.do', fields: 'seToken bindingId', lines: [237, 245] }],
  },
  {
    class: 'contradiction',
    kind: 'missing',
    side: 'response',
    reason: 'The resource has it as a field, the status object has it among its attributes',
    rows: [{ operation: '/payment/rest/getOrderStatusExtended.do', fields: 'orderId', lines: [19, 27, 296] }],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'request',
    reason: 'The list of the request has no token, the section on credentials allows one everywhere',
    rows: [
      { operation: '/payment/rest/getBindings.do', fields: 'token', lines: [333, 355] },
      { operation: '/payment/rest/paymentOrderBinding.do', fields: 'token', lines: [337, 355] },
      { operation: '/payment/recurrentPayment.do', fields: 'token', lines: [342, 355] },
      { operation: '/payment/walletA/payment.do', fields: 'token', lines: [265, 357] },
      { operation: '/payment/walletB/payment.do', fields: 'token', lines: [304, 357] },
    ],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'request',
    reason: 'The list of the request has no credentials, the section on credentials says that its body carries them',
    rows: [
      { operation: '/payment/walletA/payment.do', fields: 'userName password', lines: [265, 357] },
      { operation: '/payment/walletB/payment.do', fields: 'userName password', lines: [304, 357] },
    ],
  },
  {
    class: 'contradiction',
    kind: 'required, unstated',
    side: 'request',
    reason: 'Only an example shows them here, the other direct operation makes them mandatory',
    rows: [{ operation: '/payment/walletA/paymentDirect.do', fields: 'username password', lines: [282, 325, 357] }],
  },
  {
    class: 'family',
    kind: 'not shown',
    side: 'response',
    reason: 'An addition of the gateway family, marked so in the contract',
    rows: [
      { operation: '/payment/rest/paymentorder.do', fields: 'error errorTypeName processingErrorType', lines: [] },
      {
        operation: '4.8',
        fields:
          'paymentWay tii depositedDate reversedDate refundedDate refunds cardAuthInfo.secureAuthInfo.authTypeIndicator cardAuthInfo.secureAuthInfo.threeDsType cardAuthInfo.secureAuthInfo.threeDsProtocolVersion cardAuthInfo.secureAuthInfo.aResTransStatus cardAuthInfo.secureAuthInfo.rReqTransStatus cardAuthInfo.secureAuthInfo.threeDSInfo',
        lines: [],
      },
      {
        operation: '/payment/rest/paymentOrderBinding.do',
        fields: 'error errorTypeName processingErrorType',
        lines: [],
      },
      { operation: '/payment/walletA/payment.do', fields: 'data.packedCReq', lines: [] },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'data.packedCReq', lines: [] },
      { operation: '/payment/walletB/payment.do', fields: 'data.packedCReq', lines: [] },
    ],
  },
  {
    class: 'family',
    kind: 'not shown',
    side: 'request',
    reason: 'An addition of the gateway family, marked so in the contract',
    rows: [
      { operation: '/payment/rest/getBindings.do', fields: 'merchantLogin language', lines: [] },
      {
        operation: '/payment/rest/paymentOrderBinding.do',
        fields:
          'seToken email jsonParams threeDSProtocolVersion threeDSServerTransId threeDSServerTransID threeDSVer2FinishUrl threeDSMethodNotificationUrl clientBrowserInfo',
        lines: [],
      },
      {
        operation: '/payment/walletB/paymentDirect.do',
        fields: 'threeDSServerTransId threeDSVer2FinishUrl threeDSMethodNotificationUrl',
        lines: [],
      },
    ],
  },
]
