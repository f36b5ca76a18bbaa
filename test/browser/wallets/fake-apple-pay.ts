/// <reference types="applepayjs" />

const wrong = (message: string): DOMException => new DOMException(message, 'InvalidAccessError')

const contactFields = new Set(['email', 'name', 'phone', 'postalAddress', 'phoneticName'])

/** A fake `ApplePaySession` that checks gestures, states and requests as WebKit does; the test acts as the payer. */
export class FakeApplePaySession extends EventTarget implements ApplePaySession {
  static readonly STATUS_SUCCESS = 0
  static readonly STATUS_FAILURE = 1
  static readonly STATUS_INVALID_BILLING_POSTAL_ADDRESS = 2
  static readonly STATUS_INVALID_SHIPPING_POSTAL_ADDRESS = 3
  static readonly STATUS_INVALID_SHIPPING_CONTACT = 4
  static readonly STATUS_PIN_REQUIRED = 5
  static readonly STATUS_PIN_INCORRECT = 6
  static readonly STATUS_PIN_LOCKOUT = 7

  static secure = true
  static able = true
  /** Whether code runs within the payer's gesture, which lasts only while the click is dispatched. */
  static gesture = false
  static last: FakeApplePaySession | undefined

  static supportsVersion(version: number): boolean {
    return version >= 1 && version <= 14
  }

  static canMakePayments(): boolean {
    if (!this.secure) throw wrong('Trying to start an Apple Pay session from an insecure document.')
    return this.able
  }

  static canMakePaymentsWithActiveCard = async () => this.able
  static openPaymentSetup = async () => false
  static applePayCapabilities = async () => ({ paymentCredentialStatus: 'paymentCredentialsAvailable' }) as const

  oncancel: ApplePaySession['oncancel'] = () => {}
  onpaymentauthorized: ApplePaySession['onpaymentauthorized'] = () => {}
  onvalidatemerchant: ApplePaySession['onvalidatemerchant'] = () => {}
  onpaymentmethodselected: ApplePaySession['onpaymentmethodselected'] = () => {}
  onshippingcontactselected: ApplePaySession['onshippingcontactselected'] = () => {}
  onshippingmethodselected: ApplePaySession['onshippingmethodselected'] = () => {}
  oncouponcodechanged: ApplePaySession['oncouponcodechanged'] = () => {}

  state: 'new' | 'validating' | 'shown' | 'authorized' | 'completed' | 'aborted' | 'cancelled' = 'new'
  merchantSession: unknown
  status: number | undefined
  readonly request: ApplePayJS.ApplePayPaymentRequest

  constructor(version: number, request: ApplePayJS.ApplePayPaymentRequest) {
    super()
    if (!FakeApplePaySession.gesture) throw wrong('Must create a new ApplePaySession from a user gesture handler.')
    if (!FakeApplePaySession.supportsVersion(version)) throw wrong(`"${version}" is not a supported version.`)
    const { countryCode, currencyCode, supportedNetworks, merchantCapabilities, total } = request
    if (!/^[A-Z]{2}$/.test(countryCode)) throw new TypeError('countryCode')
    if (!/^[A-Z]{3}$/.test(currencyCode)) throw new TypeError('currencyCode')
    if (!supportedNetworks.length) throw new TypeError('At least one supported network must be provided.')
    if (!merchantCapabilities.includes('supports3DS')) throw new TypeError('merchantCapabilities')
    for (const fields of [request.requiredBillingContactFields, request.requiredShippingContactFields])
      if (fields && !fields.every((field) => contactFields.has(field))) throw new TypeError('contact fields')
    if (!total.label || !/^\d+(?:\.\d+)?$/.test(total.amount)) throw new TypeError('total')
    this.request = request
    FakeApplePaySession.last = this
  }

  get over(): boolean {
    return ['completed', 'aborted', 'cancelled'].includes(this.state)
  }

  begin(): void {
    this.#must('new')
    if (!FakeApplePaySession.gesture) throw wrong('Must begin an ApplePaySession from a user gesture handler.')
    this.state = 'validating'
    queueMicrotask(() => {
      const event = Object.assign(new Event('validatemerchant'), {
        validationURL: 'https://apple-pay-gateway.apple.com/x',
      })
      this.onvalidatemerchant(event as unknown as ApplePayJS.ApplePayValidateMerchantEvent)
    })
  }

  completeMerchantValidation(merchantSession: unknown): void {
    this.#must('validating')
    this.merchantSession = merchantSession
    this.state = 'shown'
  }

  /** The payer authorises with face or finger and shares the required data: of the billing contact only the address. */
  authorize(paymentData: unknown, payer: ApplePayJS.ApplePayPaymentContact = {}): void {
    this.#must('shown')
    this.state = 'authorized'
    const { requiredBillingContactFields: billing = [], requiredShippingContactFields: shipping = [] } = this.request
    const { emailAddress, phoneNumber, ...address } = payer
    const payment = {
      token: { paymentData },
      ...(billing.includes('postalAddress') && { billingContact: address }),
      ...(shipping.length > 0 && {
        shippingContact: {
          ...(shipping.includes('email') && { emailAddress }),
          ...(shipping.includes('phone') && { phoneNumber }),
          ...(shipping.includes('postalAddress') && address),
        },
      }),
    }
    const event = Object.assign(new Event('paymentauthorized'), { payment })
    this.onpaymentauthorized(event as unknown as ApplePayJS.ApplePayPaymentAuthorizedEvent)
  }

  /** The payer closes the sheet, or it closes because it received no answer. */
  cancel(): void {
    this.state = 'cancelled'
    this.oncancel(new Event('cancel') as unknown as ApplePayJS.Event)
  }

  completePayment(result: number | ApplePayJS.ApplePayPaymentAuthorizationResult): void {
    this.#must('authorized')
    this.status = typeof result === 'number' ? result : result.status
    this.state = 'completed'
  }

  abort(): void {
    if (this.state === 'new' || this.over) throw wrong('Session is not active.')
    this.state = 'aborted'
  }

  completePaymentMethodSelection(): void {}
  completeShippingContactSelection(): void {}
  completeShippingMethodSelection(): void {}
  completeCouponCodeChange(): void {}

  #must(state: FakeApplePaySession['state']): void {
    if (this.state !== state) throw wrong(`The session is ${this.state}, and not ${state}.`)
  }

  /** Installs the fake where a page looks for it; returns a function that removes it. */
  static install(): () => void {
    Object.assign(this, { secure: true, able: true, gesture: false, last: undefined })
    Object.assign(globalThis, { ApplePaySession: this })
    return () => void Reflect.deleteProperty(globalThis, 'ApplePaySession')
  }
}
