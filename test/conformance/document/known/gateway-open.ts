import type { KnownDifference } from './known.ts'

export const gatewayOpen: readonly KnownDifference[] = [
  {
    class: 'open',
    kind: 'required, unstated',
    side: 'request',
    reason: 'Required in a request, where the document states nothing',
    rows: [
      {
        operation: '2.4 orderBundle',
        fields:
          'cartItems.items.quantity.value cartItems.items.quantity.measure cartItems.items.itemDetails.itemDetailsParams.value cartItems.items.itemDetails.itemDetailsParams.name',
        lines: [97, 98],
      },
      { operation: '/payment/rest/getBindings.do', fields: 'clientId', lines: [333] },
      { operation: '/payment/rest/paymentOrderBinding.do', fields: 'mdOrder', lines: [337] },
      { operation: '/payment/recurrentPayment.do', fields: 'orderNumber bindingId amount', lines: [342] },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'orderNumber', lines: [286] },
      { operation: '/payment/walletB/paymentDirect.do', fields: 'username orderNumber', lines: [325] },
    ],
  },
  {
    class: 'open',
    kind: 'type',
    side: 'request',
    reason: 'Another type or place than the document shows',
    rows: [{ operation: '2.4 orderBundle', fields: 'cartItems.items.itemDetails.itemDetailsParams', lines: [98] }],
  },
  {
    class: 'open',
    kind: 'values invented',
    side: 'request',
    reason: 'A list of values that the document does not state',
    rows: [
      { operation: '/payment/walletA/paymentDirect.do', fields: 'threeDSProtocolVersion', lines: [289, 290, 291] },
    ],
  },
  {
    class: 'open',
    kind: 'length invented',
    side: 'request',
    reason: 'A length or a number of digits that the document does not state',
    rows: [
      { operation: '/payment/rest/paymentorder.do', fields: 'threeDSServerTransID seToken', lines: [188, 220] },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'username', lines: [282, 288] },
      { operation: '/payment/walletB/paymentDirect.do', fields: 'username', lines: [325, 327] },
    ],
  },
  {
    class: 'open',
    kind: 'not shown',
    side: 'request',
    reason: 'A field of a request that the document does not show; to be marked as an addition, or to go',
    rows: [
      { operation: '/payment/rest/paymentorder.do', fields: 'billingAndShippingAddressMatchIndicator', lines: [] },
      { operation: '/payment/rest/motoPayment.do', fields: 'billingAndShippingAddressMatchIndicator', lines: [] },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'autocompletionDate autoReverseDate', lines: [] },
    ],
  },
  {
    class: 'open',
    kind: 'required, unstated',
    side: 'response',
    reason: 'Required in an answer, where the document states nothing',
    rows: [
      {
        operation: '4.8',
        fields: 'merchantOrderParams.name merchantOrderParams.value attributes.name attributes.value',
        lines: [22, 26, 27, 299],
      },
      { operation: '2.2', fields: 'bindingId maskedPan expiryDate bindingCategory', lines: [31, 33] },
      { operation: '/payment/recurrentPayment.do', fields: 'success data.orderId', lines: [344] },
      { operation: '/payment/walletA/payment.do', fields: 'success data.orderId error.code', lines: [273, 274, 275] },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'success data.orderId error.code', lines: [293] },
      { operation: '/payment/walletB/payment.do', fields: 'success error.code', lines: [313, 319] },
    ],
  },
  {
    class: 'open',
    kind: 'length invented',
    side: 'response',
    reason: 'A length or a number of digits that the document does not state',
    rows: [{ operation: '4.8', fields: 'orderDescription', lines: [27] }],
  },
  {
    class: 'open',
    kind: 'not shown',
    side: 'response',
    reason: 'A field of an answer that the document does not show; to be marked as an addition, or to go',
    rows: [
      { operation: '4.8', fields: 'transactionAttributes.name transactionAttributes.value', lines: [] },
      {
        operation: '/payment/rest/paymentOrderBinding.do',
        fields:
          'errorMessage termUrl acsUrl paReq is3DSVer2 threeDSServerTransId threeDSMethodUrl threeDSMethodURL threeDSMethodUrlServer threeDSMethodURLServer threeDSMethodURLServerDirect threeDSMethodDataPacked packedCReq',
        lines: [],
      },
      { operation: '/payment/recurrentPayment.do', fields: 'error', lines: [] },
      {
        operation: '/payment/walletA/payment.do',
        fields:
          'data.bindingId data.termUrl data.acsUrl data.paReq data.is3DSVer2 data.threeDSServerTransId data.threeDSMethodUrl data.threeDSMethodUrlServer data.threeDSMethodDataPacked data.threeDSMethodURLServerDirect',
        lines: [],
      },
      {
        operation: '/payment/walletA/paymentDirect.do',
        fields:
          'data.bindingId data.termUrl data.acsUrl data.paReq data.is3DSVer2 data.threeDSServerTransId data.threeDSMethodUrl data.threeDSMethodUrlServer data.threeDSMethodDataPacked data.threeDSMethodURLServerDirect',
        lines: [],
      },
      { operation: '/payment/walletB/payment.do', fields: 'orderStatus', lines: [] },
    ],
  },
  {
    class: 'open',
    kind: 'values',
    side: 'request',
    reason: 'Other values than the document lists',
    rows: [{ operation: '/payment/rest/paymentOrderBinding.do', fields: 'tii', lines: [337] }],
  },
  {
    class: 'open',
    kind: 'not shown',
    side: 'request',
    reason: 'Named, not shown; to be marked as an addition',
    rows: [
      { operation: '/payment/walletA/payment.do', fields: 'phone', lines: [270] },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'phone', lines: [270] },
      { operation: '/payment/walletB/payment.do', fields: 'phone', lines: [270] },
      { operation: '/payment/walletB/paymentDirect.do', fields: 'phone', lines: [270] },
    ],
  },
  {
    class: 'open',
    kind: 'not shown',
    side: 'request',
    reason: 'Beyond the part of the request that is shown; to be marked as an addition',
    rows: [
      {
        operation: '/payment/walletA/payment.do',
        fields:
          'billingPayerData shippingPayerData preOrderPayerData orderPayerData billingAndShippingAddressMatchIndicator',
        lines: [270],
      },
    ],
  },
  {
    class: 'open',
    kind: 'not shown',
    side: 'response',
    reason: 'Named in the text, not shown in the answer',
    rows: [
      { operation: '/payment/rest/register.do', fields: 'success', lines: [390] },
      { operation: '/payment/rest/paymentorder.do', fields: 'success', lines: [390] },
      { operation: '4.8', fields: 'success', lines: [390] },
      { operation: '/payment/rest/getBindings.do', fields: 'success', lines: [390] },
      { operation: '/payment/rest/paymentOrderBinding.do', fields: 'success', lines: [390] },
    ],
  },
  {
    class: 'open',
    kind: 'not shown',
    side: 'response',
    reason: 'Named in the text with both spellings, not shown in the answer',
    rows: [
      {
        operation: '/payment/walletA/payment.do',
        fields: 'data.threeDSMethodURL data.threeDSMethodURLServer',
        lines: [205],
      },
      {
        operation: '/payment/walletA/paymentDirect.do',
        fields: 'data.threeDSMethodURL data.threeDSMethodURLServer',
        lines: [205],
      },
      {
        operation: '/payment/walletB/payment.do',
        fields: 'data.threeDSMethodURL data.threeDSMethodURLServer',
        lines: [205],
      },
    ],
  },
  {
    class: 'open',
    kind: 'length invented',
    side: 'request',
    reason: 'To be settled in the contract',
    rows: [
      {
        operation: '/payment/walletA/paymentDirect.do',
        fields: 'billingAndShippingAddressMatchIndicator',
        lines: [161, 291, 309, 327],
      },
      {
        operation: '/payment/walletB/payment.do',
        fields: 'billingAndShippingAddressMatchIndicator',
        lines: [161, 291, 309, 327],
      },
      {
        operation: '/payment/walletB/paymentDirect.do',
        fields: 'billingAndShippingAddressMatchIndicator',
        lines: [161, 291, 309, 327],
      },
    ],
  },
]
