import type { CardPayment } from '#server-contract/gateway/card-payments.ts'

/** The fields of a payment call, of any operation, that 3-D Secure needs. */
export type PaymentCall = {
  readonly [
    Field in
      | 'language'
      | 'ip'
      | 'email'
      | 'orderPayerData'
      | 'billingPayerData'
      | 'clientBrowserInfo'
      | 'threeDSProtocolVersion'
      | 'threeDSServerTransId'
      | 'threeDSServerTransID'
      | 'threeDSVer2FinishUrl'
      | 'threeDSMethodNotificationUrl'
  ]?: CardPayment[Field] | undefined
}
