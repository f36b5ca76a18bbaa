import type { CardPayment } from '#contract/gateway/card-payments.ts'

/** What a payment's way through 3-D Secure needs of the call that pays, whichever operation it is. */
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
