import type * as Medusa from '@medusajs/framework/types'
import { AbstractPaymentProvider, MathBN, MedusaError, PaymentSessionStatus } from '@medusajs/framework/utils'
import type { MerchantClient, MerchantError } from 'tender-checkout/merchant'
import { merchantClient, minorUnits, newPaymentRecord, reconcileOrder, signOrder } from 'tender-checkout/merchant'

/** What the provider needs of the proxy; the secrets are those of its variables. */
export interface TenderOptions {
  /** Address of the proxy, such as https://pay-shop.example. */
  readonly proxy: string
  readonly ticketSecret: string
  readonly apiKey: string
  /** `two-phase` authorises, and the capture in the back office debits. */
  readonly capture: 'one-phase' | 'two-phase'
  /** The storefront's page of the checkout, to which a bank's page returns. */
  readonly returnUrl: string
}

/** What a payment session and its payment keep. The shopper can read it, and cannot change it. */
export interface TenderData extends Record<string, unknown> {
  readonly orderNumber: string
  /** In minor units. */
  readonly amount: number
  readonly currency: string
  readonly ticket: string
  readonly proxy: string
}

/** Who made a refund that the bank has and Medusa books; an operator's refund has the id of a user here. */
export const BANK = 'the-bank'

/** The number at the gateway is the id of the payment session, without its prefix: one has room for 32 characters. */
const PREFIX = 'payses_'
export const sessionOf = (orderNumber: string): string => PREFIX + orderNumber

/** Medusa counts major units, and keeps more decimals of taxes and discounts than the currency has. */
export const toMinor = (amount: Medusa.BigNumberInput, currency: string): number =>
  Math.round(MathBN.mult(amount, minorUnits(1, currency)).toNumber())
export const toMajor = (minor: number, currency: string): number => minor / minorUnits(1, currency)

/** Medusa shows an operator only errors of its own. */
function tell({ outcome, sentence }: MerchantError): never {
  throw new MedusaError(outcome === 'unknown' ? 'unexpected_state' : 'not_allowed', sentence)
}

/** The services within Medusa's payment module: a provider is told of a session, a capture and a refund only the id. */
interface Services {
  readonly paymentSessionService: { retrieve(id: string, of: object): Promise<Medusa.PaymentSessionDTO> }
  readonly captureService: { retrieve(id: string): Promise<Medusa.CaptureDTO> }
  readonly refundService: { retrieve(id: string, of: object): Promise<Medusa.RefundDTO> }
}

const { AUTHORIZED, CAPTURED, PENDING, REQUIRES_MORE, ERROR } = PaymentSessionStatus

export class TenderProvider extends AbstractPaymentProvider<TenderOptions> {
  static identifier = 'tender'
  readonly #merchant: MerchantClient

  constructor(
    private readonly services: Services & Record<string, unknown>,
    private readonly options: TenderOptions,
  ) {
    super(services, options)
    this.#merchant = merchantClient({ base: options.proxy, apiKey: options.apiKey })
  }

  /** A ticket for the amount of the session. */
  async initiatePayment(input: Medusa.InitiatePaymentInput): Promise<Medusa.InitiatePaymentOutput> {
    const { proxy, ticketSecret, capture, returnUrl } = this.options
    const customer = input.context?.customer
    const currency = input.currency_code.toUpperCase()
    const id = String(input.data!['session_id'])
    const session = await this.services.paymentSessionService.retrieve(id, { relations: ['payment_collection'] })
    if (session.payment_collection?.status === 'canceled')
      throw new MedusaError('not_allowed', 'The order is cancelled')
    const orderNumber = id.slice(PREFIX.length)
    const amount = toMinor(input.amount, currency)
    // Medusa has a customer here only where one is logged in: a guest has no stored cards.
    const payer = customer && { email: customer.email, clientId: `medusa-${customer.id}`, save: 'ask' as const }
    const ticket = await signOrder({ orderNumber, amount, currency, returnUrl, capture, ...payer }, ticketSecret)
    return { id: orderNumber, data: { orderNumber, amount, currency, ticket, proxy } satisfies TenderData }
  }

  /** What the proxy says of the payment, whatever the storefront or a webhook says. */
  async authorizePayment({ data }: Medusa.PaymentProviderInput): Promise<Medusa.AuthorizePaymentOutput> {
    return { data, status: await this.#status(data as TenderData) }
  }

  getPaymentStatus(input: Medusa.PaymentProviderInput): Promise<Medusa.AuthorizePaymentOutput> {
    return this.authorizePayment(input)
  }

  async #status(data: TenderData): Promise<PaymentSessionStatus> {
    const read = await this.#merchant.order({ orderNumber: data.orderNumber }).catch((error: MerchantError) => {
      if (error.code !== 'order_unknown') throw error
    })
    if (!read) return REQUIRES_MORE
    const { record, changes } = reconcileOrder(newPaymentRecord(data), read)
    if (changes.some(({ type }) => type === 'mismatch')) return ERROR
    // A part of a hold that was captured at the bank is a capture of its own.
    if (record.paid || record.held) return record.paid === data.amount ? CAPTURED : AUTHORIZED
    return read.state === 'pending' ? PENDING : REQUIRES_MORE
  }

  async capturePayment({ data, context }: Medusa.PaymentProviderInput): Promise<Medusa.PaymentProviderOutput> {
    const { orderNumber, currency } = data as TenderData
    const { amount } = await this.services.captureService.retrieve(context!.idempotency_key!)
    await this.#merchant.capture({ orderNumber, amount: toMinor(amount, currency) }).catch(tell)
    return { data }
  }

  /** By the id of the refund before it: Medusa forgets one whose answer is lost, and asks for it again by the same id. */
  async refundPayment({ data, amount, context }: Medusa.RefundPaymentInput): Promise<Medusa.PaymentProviderOutput> {
    const { orderNumber, currency } = data as TenderData
    const of = { relations: ['payment.refunds'] }
    const { id, created_by, payment } = await this.services.refundService.retrieve(context!.idempotency_key!, of)
    const before = payment.refunds!.reduce((last, one) => (one.id < id && one.id > last ? one.id : last), '')
    const terms = { orderNumber, amount: toMinor(amount, currency), refundId: before || orderNumber }
    if (created_by !== BANK) await this.#merchant.refund(terms).catch(tell)
    return { data }
  }

  /** Gives a hold back. */
  async cancelPayment({ data }: Medusa.PaymentProviderInput): Promise<Medusa.PaymentProviderOutput> {
    await this.#merchant.cancel({ orderNumber: (data as TenderData).orderNumber }).catch(tell)
    return { data }
  }

  /** A session goes when its cart changes: a page that is still open must not pay the old amount. */
  async deletePayment({ data }: Medusa.PaymentProviderInput): Promise<Medusa.PaymentProviderOutput> {
    return data?.['orderNumber'] ? this.cancelPayment({ data }) : { data }
  }

  /** Medusa makes a new session where an amount changes. */
  async updatePayment({ data }: Medusa.PaymentProviderInput): Promise<Medusa.PaymentProviderOutput> {
    return { data }
  }

  async retrievePayment({ data }: Medusa.PaymentProviderInput): Promise<Medusa.PaymentProviderOutput> {
    return { data }
  }

  /** Webhooks go to /hooks/tender, which answers only once one is booked: Medusa's own route answers before. */
  async getWebhookActionAndData() {
    return { action: 'not_supported' as const }
  }
}
