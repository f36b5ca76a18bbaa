/// <reference types="googlepay" />

type Client = google.payments.api.PaymentsClient

const refused = (statusCode: string, statusMessage: string): google.payments.api.PaymentsError => ({
  statusCode,
  statusMessage,
})

const known = new Set([
  'AMEX',
  'DISCOVER',
  'ELECTRON',
  'ELO',
  'ELO_DEBIT',
  'INTERAC',
  'JCB',
  'MAESTRO',
  'MASTERCARD',
  'VISA',
])

/** Every request must name the version, and methods with parameters that Google knows. */
function check(request: google.payments.api.IsReadyToPayRequest): void {
  if (request.apiVersion !== 2 || request.apiVersionMinor !== 0) throw refused('DEVELOPER_ERROR', 'apiVersion')
  for (const { type, parameters } of request.allowedPaymentMethods) {
    if (type !== 'CARD') throw refused('DEVELOPER_ERROR', 'type')
    const { allowedAuthMethods, allowedCardNetworks } = parameters as google.payments.api.CardParameters
    if (!allowedAuthMethods.length || !allowedCardNetworks.length) throw refused('DEVELOPER_ERROR', 'empty list')
    if (!allowedCardNetworks.every((network) => known.has(network))) throw refused('DEVELOPER_ERROR', 'network')
  }
}

/** A fake `PaymentsClient` that checks requests as Google documents them; the test acts as the payer. */
export class FakePaymentsClient implements Client {
  static ready = true
  static gesture = false
  static last: FakePaymentsClient | undefined
  readonly options: google.payments.api.PaymentOptions
  readonly buttons: google.payments.api.ButtonOptions[] = []
  request: google.payments.api.PaymentDataRequest | undefined
  #sheet: { resolve(data: google.payments.api.PaymentData): void; reject(error: unknown): void } | undefined

  constructor(options: google.payments.api.PaymentOptions) {
    if (options.environment !== 'TEST' && options.environment !== 'PRODUCTION') throw new Error('environment')
    this.options = options
    FakePaymentsClient.last = this
  }

  async isReadyToPay(request: google.payments.api.IsReadyToPayRequest) {
    check(request)
    return { result: FakePaymentsClient.ready }
  }

  createButton(options: google.payments.api.ButtonOptions): HTMLElement {
    this.buttons.push(options)
    const container = document.createElement('div')
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', 'Google Pay')
    button.addEventListener('click', options.onClick)
    container.append(button)
    return container
  }

  loadPaymentData(request: google.payments.api.PaymentDataRequest) {
    if (!FakePaymentsClient.gesture) throw refused('DEVELOPER_ERROR', 'loadPaymentData was called outside a gesture.')
    check(request)
    const { tokenizationSpecification } = request.allowedPaymentMethods[0]!
    if (tokenizationSpecification?.type !== 'PAYMENT_GATEWAY') throw refused('DEVELOPER_ERROR', 'tokenization')
    // The pattern is the one that Google publishes.
    if (!/^[0-9]+(\.[0-9][0-9])?$/.test(request.transactionInfo!.totalPrice!))
      throw refused('DEVELOPER_ERROR', 'totalPrice')
    this.request = request
    return new Promise<google.payments.api.PaymentData>((resolve, reject) => (this.#sheet = { resolve, reject }))
  }

  /** The payer confirms and shares the required data. */
  confirm(token: string, { email, address = {} }: { email?: string; address?: Record<string, string> } = {}): void {
    const { emailRequired, allowedPaymentMethods } = this.request!
    const { billingAddressRequired, billingAddressParameters: wanted } = allowedPaymentMethods[0]!
      .parameters as google.payments.api.CardParameters
    const { phoneNumber, ...whole } = address
    const { name, postalCode, countryCode } = whole
    const billingAddress = {
      ...(wanted?.format === 'FULL' ? whole : { name, postalCode, countryCode }),
      ...(wanted?.phoneNumberRequired && { phoneNumber }),
    }
    const paymentMethodData = {
      type: 'CARD',
      tokenizationData: { type: 'PAYMENT_GATEWAY', token },
      info: { ...(billingAddressRequired && { billingAddress }) },
    }
    const data = { apiVersion: 2, apiVersionMinor: 0, paymentMethodData, ...(emailRequired && { email }) }
    this.#sheet!.resolve(data as unknown as google.payments.api.PaymentData)
  }

  /** The payer closes the sheet (`CANCELED`), or Google reports a problem. */
  fail(statusCode: string, statusMessage = ''): void {
    this.#sheet!.reject(refused(statusCode, statusMessage))
  }

  prefetchPaymentData(): void {}

  /** Installs the fake where pay.js would; returns a function that removes it. */
  static install(): () => void {
    Object.assign(this, { ready: true, gesture: false, last: undefined })
    Object.assign(globalThis, { google: { payments: { api: { PaymentsClient: this } } } })
    return () => void Reflect.deleteProperty(globalThis, 'google')
  }
}
