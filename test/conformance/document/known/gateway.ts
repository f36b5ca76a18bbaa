import type { KnownDifference } from './known.ts'

const noToken = {
  213: 'userName, password | String | Mandatory | token is not listed in this mode',
  355: 'A token issued by technical support: token String [1..256]. Do not pass userName and password with it.',
}

/** Where the document contradicts itself. */
const contradictions: readonly KnownDifference[] = [
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'One mode makes login and password mandatory and lists no token, the section on credentials allows either',
    quotes: noToken,
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'userName password' }],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'request',
    reason: 'One mode makes login and password mandatory and lists no token, the section on credentials allows either',
    quotes: noToken,
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'token' }],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'One line lets another field replace year and month, the other makes the month mandatory',
    quotes: {
      217: 'Expiry year; with MM, unless $EXPIRY or seToken',
      218: 'MM | Integer [2] | Mandatory | Expiry month',
    },
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'MM' }],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'response',
    reason: 'One mode makes it mandatory, the section on errors takes answers that have success in its place',
    quotes: {
      231: 'Response: errorCode (String [1..2], mandatory), errorMessage, info.',
      390: 'Success is success equal to true or errorCode equal to 0. When both are present, success wins.',
    },
    rows: [{ operation: '/payment/rest/paymentorder.do', fields: 'errorCode' }],
  },
  {
    class: 'contradiction',
    kind: 'not shown',
    side: 'response',
    reason: 'The table writes the name in one case, the examples in the other',
    quotes: { 205: 'Case of the method-URL names varies between the table (threeDSMethodUrl) and examples' },
    rows: [
      {
        operation: '/payment/rest/paymentorder.do',
        fields: 'threeDSMethodURL threeDSMethodURLServer',
        quotes: {
          199: 'threeDSMethodUrlServer (String [1..512], mandatory)',
          200: 'threeDSMethodUrl (String [1..512]',
        },
      },
      {
        operation: '/payment/walletB/payment.do',
        fields: 'data.threeDSMethodURL data.threeDSMethodURLServer',
        quotes: { 318: 'is3DSVer2, threeDSServerTransId, threeDSMethodUrl, threeDSMethodUrlServer' },
      },
    ],
  },
  {
    class: 'contradiction',
    kind: 'not required',
    side: 'request',
    reason: 'The card number is mandatory, while the next line lets a seToken or a bindingId replace the card',
    quotes: {
      244: 'pan (String [1..19], Mandatory): card number.',
      245: 'expiry (Integer [6], Mandatory unless seToken or bindingId is passed): YYYYMM.',
    },
    rows: [{ operation: '/payment/rest/motoPayment.do', fields: 'pan' }],
  },
  {
    class: 'contradiction',
    kind: 'longer',
    side: 'request',
    reason: 'The other direct operation gives the login 30 characters, the section on credentials 50',
    quotes: {
      325: 'username, password (Mandatory, String [1..30])',
      354: 'userName String [1..50], password String [1..30]',
    },
    rows: [{ operation: '/payment/walletA/paymentDirect.do', fields: 'username' }],
  },
]

/** What only the document's sentences say. */
const inSentences: readonly KnownDifference[] = [
  {
    class: 'text',
    kind: 'not shown',
    side: 'response',
    reason: 'The section on errors names it for every answer',
    quotes: { 390: 'Success is success equal to true or errorCode equal to 0. When both are present, success wins.' },
    rows: [
      { operation: '/payment/rest/register.do', fields: 'success' },
      { operation: '/payment/rest/paymentorder.do', fields: 'success' },
      { operation: '4.8', fields: 'success' },
      { operation: '/payment/rest/getBindings.do', fields: 'success' },
      { operation: '/payment/rest/paymentOrderBinding.do', fields: 'success' },
    ],
  },
  {
    class: 'text',
    kind: 'not shown',
    side: 'response',
    reason: 'The section on errors shows it beside every errorCode',
    quotes: { 395: 'Body errors: errorCode (String [1..2]) with errorMessage' },
    rows: [{ operation: '/payment/rest/paymentOrderBinding.do', fields: 'errorMessage' }],
  },
  {
    class: 'text',
    kind: 'not required',
    side: 'response',
    reason: 'Mandatory in the answer of a first call with 3-D Secure 2, and absent from a payment without it',
    quotes: {
      193: 'returned for a successful payment without 3-D Secure involvement',
      197: 'The first call returns:',
    },
    rows: [
      {
        operation: '/payment/rest/paymentorder.do',
        fields: 'is3DSVer2 threeDSServerTransId threeDSMethodUrlServer',
      },
    ],
  },
  {
    class: 'text',
    kind: 'not shown',
    side: 'request',
    reason: 'Another line names them as what replaces the card',
    quotes: { 245: 'expiry (Integer [6], Mandatory unless seToken or bindingId is passed): YYYYMM.' },
    rows: [{ operation: '/payment/rest/motoPayment.do', fields: 'seToken bindingId' }],
  },
  {
    class: 'text',
    kind: 'missing',
    side: 'response',
    reason: 'The answer is not shown, and the status object has it among its attributes',
    quotes: {
      19: 'orderId: gateway identifier, String [1..36], unique in the gateway (also called mdOrder or MDORDER).',
      27: 'attributes (list of name/value with mdOrder)',
      348: 'Its request and response: not shown.',
    },
    rows: [{ operation: '/payment/rest/getOrderStatusExtended.do', fields: 'orderId' }],
  },
  {
    class: 'text',
    kind: 'not shown',
    side: 'request',
    reason: 'The section on credentials lets a token replace login and password',
    quotes: {
      352: 'Two methods; the two are mutually exclusive.',
      355: 'A token issued by technical support: token String [1..256].',
    },
    rows: [
      { operation: '/payment/rest/getBindings.do', fields: 'token' },
      { operation: '/payment/rest/paymentOrderBinding.do', fields: 'token' },
      { operation: '/payment/recurrentPayment.do', fields: 'token' },
      { operation: '/payment/walletA/payment.do', fields: 'token' },
      { operation: '/payment/walletB/payment.do', fields: 'token' },
    ],
  },
  {
    class: 'text',
    kind: 'not shown',
    side: 'request',
    reason: 'The section on credentials says that the body carries them',
    quotes: { 357: 'JSON wallet and recurrent endpoints in examples carry credentials in the JSON body.' },
    rows: [
      { operation: '/payment/walletA/payment.do', fields: 'userName password' },
      { operation: '/payment/walletB/payment.do', fields: 'userName password' },
    ],
  },
  {
    class: 'text',
    kind: 'not shown',
    side: 'request',
    reason: 'Named as the first of the parameters that are not shown',
    quotes: { 270: 'Remaining parameters from phone onward: not shown.' },
    rows: [{ operation: '/payment/walletA/payment.do', fields: 'phone' }],
  },
  {
    class: 'text',
    kind: 'values',
    side: 'request',
    reason: 'The values are those of a common binding; the table of initiators has R for a recurrent one',
    quotes: {
      47: 'R | Recurrent, merchant-initiated, subsequent | Merchant',
      337: 'tii (F or U for a common binding)',
    },
    rows: [{ operation: '/payment/rest/paymentOrderBinding.do', fields: 'tii' }],
  },
]

export const gatewayKnown: readonly KnownDifference[] = [...contradictions, ...inSentences]
