import { createHash } from 'node:crypto'
import type { OrderState } from '#contract/gateway/orders.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { ProxyConfig } from '../config/config.ts'
import type { Signer } from '../tickets/signatures.ts'

/** What an order was registered for, as the ticket of that time said. */
export interface OrderTerms {
  readonly amount: number
  readonly currency: string
  /** Digest of whom the order is for and how it is paid. */
  readonly digest: string
  /** When the ticket was issued, 0 where it did not say. */
  readonly iat: number
}

interface Proxy {
  readonly config: Pick<ProxyConfig, 'termsParam'>
  readonly signer: Signer
}

/** An order as the gateway tells it. */
interface Payload {
  readonly status: OrderState
}

/** The parameter that a registration carries its terms in (online gateway 4.1 jsonParams); nothing where it is off. */
export function termsParam({ config, signer }: Proxy, ticket: Ticket): Readonly<Record<string, string>> {
  if (config.termsParam === undefined) return {}
  const { orderNumber, amount, currency, iat = 0 } = ticket
  return { [config.termsParam]: signer.sign('terms', [orderNumber, amount, currency, digestOf(ticket), iat]) }
}

/** The terms that the gateway echoes of an order; `undefined` where it echoes none, or others than this proxy has signed. */
export function termsOf(proxy: Proxy, payload: Payload, orderNumber: string): OrderTerms | undefined {
  const [number, amount, currency, digest, iat] = signedIn(proxy, payload)
  if (number !== orderNumber) return undefined
  return { amount: Number(amount), currency: String(currency), digest: String(digest), iat: Number(iat) }
}

/** The order that a number was registered for, as a try of it or by its own name; `undefined` where the gateway echoes none. */
export function orderIn(proxy: Proxy, payload: Payload): string | undefined {
  const [number] = signedIn(proxy, payload)
  return number === undefined ? undefined : String(number)
}

function signedIn({ config, signer }: Proxy, { status }: Payload): readonly unknown[] {
  const value = status.merchantOrderParams?.find(({ name }) => name === config.termsParam)?.value
  return (value !== undefined && signer.open('terms', value)) || []
}

/** Whether an order was registered for another client, capture, channel, features or way of storing than the ticket's. */
export const differsFrom = (terms: OrderTerms | undefined, ticket: Ticket): boolean =>
  terms !== undefined && terms.digest !== digestOf(ticket)

/** Whether the gateway holds an order with another sum than it was registered for. */
export const isOtherSum = (terms: OrderTerms | undefined, { status: { amount, currency } }: Payload): boolean =>
  terms !== undefined && (amount !== terms.amount || (currency ?? terms.currency) !== terms.currency)

/** Characters: 132 bits. */
const LENGTH = 22

function digestOf(ticket: Ticket): string {
  const { clientId = '', capture = 'one-phase', channel = 'web', features = [] } = ticket
  const { saveAs = 'common', recurringFrequency = '', recurringExpiry = '' } = ticket
  const terms = [clientId, capture, channel, features.toSorted(), saveAs, recurringFrequency, recurringExpiry]
  return createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, LENGTH)
}
