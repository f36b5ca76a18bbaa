import type { KnownDifference } from './known.ts'

/** What 3-D Secure answers, of an operation whose answer shows nothing of it. */
const threeDs =
  'termUrl acsUrl paReq is3DSVer2 threeDSServerTransId threeDSMethodUrl threeDSMethodURL threeDSMethodUrlServer threeDSMethodURLServer threeDSMethodURLServerDirect threeDSMethodDataPacked packedCReq'
const payerBlocks = 'billingPayerData shippingPayerData preOrderPayerData orderPayerData'
/** What a registration takes for the fiscal receipt besides the basket. */
const receipt = 'taxSystem additionalOfdParams'
const inData = (fields: string): string => fields.replace(/\S+/g, 'data.$&')

/** The fields that the contract marks with `family()`. */
export const gatewayMarked: readonly KnownDifference[] = [
  {
    class: 'family',
    kind: 'not shown',
    side: 'response',
    reason: 'An addition of the gateway family, marked so in the contract',
    rows: [
      { operation: '/payment/rest/paymentorder.do', fields: 'error errorTypeName processingErrorType' },
      {
        operation: '4.8',
        fields:
          'paymentWay tii depositedDate reversedDate refundedDate refunds transactionAttributes.name transactionAttributes.value cardAuthInfo.secureAuthInfo.authTypeIndicator cardAuthInfo.secureAuthInfo.threeDsType cardAuthInfo.secureAuthInfo.threeDsProtocolVersion cardAuthInfo.secureAuthInfo.aResTransStatus cardAuthInfo.secureAuthInfo.rReqTransStatus cardAuthInfo.secureAuthInfo.threeDSInfo',
      },
      {
        operation: '/payment/rest/paymentOrderBinding.do',
        fields: `error errorTypeName processingErrorType ${threeDs}`,
      },
      { operation: '/payment/recurrentPayment.do', fields: 'error' },
      { operation: '/payment/walletA/payment.do', fields: inData(`bindingId ${threeDs}`) },
      { operation: '/payment/walletA/paymentDirect.do', fields: inData(`bindingId ${threeDs}`) },
      { operation: '/payment/walletB/payment.do', fields: 'data.packedCReq orderStatus' },
    ],
  },
  {
    class: 'family',
    kind: 'not shown',
    side: 'request',
    reason: 'An addition of the gateway family, marked so in the contract',
    rows: [
      { operation: '/payment/rest/paymentorder.do', fields: 'billingAndShippingAddressMatchIndicator' },
      { operation: '/payment/rest/motoPayment.do', fields: 'billingAndShippingAddressMatchIndicator' },
      { operation: '/payment/rest/register.do', fields: receipt },
      { operation: '/payment/rest/registerPreAuth.do', fields: receipt },
      {
        operation: '2.4 orderBundle',
        fields:
          'ffdVersion receiptType company payments total installments customerDetails.email customerDetails.phone customerDetails.inn cartItems.items.tax cartItems.items.itemAttributes cartItems.items.discount cartItems.items.agentInterest cartItems.items.depositedItemAmount',
      },
      { operation: '/payment/rest/getBindings.do', fields: 'merchantLogin language' },
      { operation: '/payment/recurrentPayment.do', fields: 'email ip' },
      {
        operation: '/payment/rest/paymentOrderBinding.do',
        fields:
          'seToken email jsonParams threeDSProtocolVersion threeDSServerTransId threeDSServerTransID threeDSVer2FinishUrl threeDSMethodNotificationUrl clientBrowserInfo',
      },
      {
        operation: '/payment/walletA/payment.do',
        fields: `${payerBlocks} billingAndShippingAddressMatchIndicator`,
      },
      { operation: '/payment/walletA/paymentDirect.do', fields: 'phone autocompletionDate autoReverseDate' },
      { operation: '/payment/walletB/payment.do', fields: 'phone' },
      {
        operation: '/payment/walletB/paymentDirect.do',
        fields: 'phone threeDSServerTransId threeDSVer2FinishUrl threeDSMethodNotificationUrl',
      },
    ],
  },
]
