import { createHash } from 'node:crypto'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { REFERENCE_PARAM, type ProxyConfig } from '../config/config.ts'
import { receiptClaims } from '../tickets/claim-rules.ts'
import type { Signer } from '../tickets/signatures.ts'

/** The terms that an order was registered with, from its ticket or its charge at that time. */
export interface OrderTerms {
  /** The order that the number was registered for, as its first attempt or a later one. */
  readonly orderNumber: string
  readonly amount: number
  readonly currency: string
  readonly feeInput?: number
  /** Digest of the client, and of all that decides how the order is paid and its card stored. */
  readonly digest: string
  /** Digest of the fiscal receipt's claims, empty where there are none; absent in orders of earlier versions. */
  readonly receipt: string | undefined
  /** When the ticket was issued, Unix seconds; 0 where it has no `iat`. */
  readonly iat: number
}

interface Proxy {
  readonly config: Pick<ProxyConfig, 'termsParam'>
  readonly signer: Signer
}

/** An order as the gateway returns it. */
interface Payload {
  readonly status: OrderState
}

/** What a registration has of a ticket; a charge has no page. */
export type Registered = Omit<Ticket, 'returnUrl' | 'exp'>

/**
 * The parameter of a registration that holds its terms (online gateway 4.1 jsonParams); none where it is switched off.
 */
export function termsParam({ config, signer }: Proxy, ticket: Registered): Readonly<Record<string, string>> {
  if (config.termsParam === undefined) return {}
  const { orderNumber, amount, currency, iat = 0, feeInput } = ticket
  const fee = feeInput === undefined ? [] : [feeInput]
  const { digest, receipt } = digestsOf(ticket)
  const terms = [orderNumber, amount, currency, digest, iat, receipt, ...fee]
  return { [config.termsParam]: signer.sign('terms', terms) }
}

/** The terms that the gateway echoes for an order; `undefined` where it echoes none that this proxy has signed. */
export function termsOf({ config, signer }: Proxy, { status }: Payload): OrderTerms | undefined {
  const value = paramIn(status, config.termsParam)
  const signed = value === undefined ? undefined : signer.open('terms', value)
  if (!signed) return undefined
  const [orderNumber, amount, currency, digest, iat, receipt, fee] = signed
  return {
    orderNumber: String(orderNumber),
    amount: Number(amount),
    currency: String(currency),
    digest: String(digest),
    receipt: receipt === undefined ? undefined : String(receipt),
    iat: Number(iat),
    ...(fee !== undefined && { feeInput: Number(fee) }),
  }
}

/** The parameter of a registration that holds the merchant's reference. */
export const referenceParam = ({ reference }: Pick<Ticket, 'reference'>): Readonly<Record<string, string>> =>
  reference === undefined ? {} : { [REFERENCE_PARAM]: reference }

/** The merchant's reference of an order, where the gateway echoes it. */
export const referenceIn = (status: OrderState): string | undefined => paramIn(status, REFERENCE_PARAM) || undefined

const paramIn = ({ merchantOrderParams }: OrderState, param: string | undefined): string | undefined =>
  merchantOrderParams?.find(({ name }) => name === param)?.value

/** What two tickets of one number are compared by, besides their sums. */
export const digestsOf = (ticket: Registered) => ({ digest: digestOf(ticket), receipt: receiptOf(ticket) })

/** Characters: 132 bits. */
const LENGTH = 22

/** Claims that came later; each of them is a term of the order, too. */
const termsAdded = [
  'feeInput',
  'autocompletionDate',
  'autoReverseDate',
  'postAddress',
  'merchantLogin',
  'merchantInn',
  'bindingId',
  'dynamicCallbackUrl',
] as const satisfies readonly (keyof Ticket)[]

function digestOf(ticket: Registered): string {
  const { clientId = '', capture = 'one-phase', channel = 'web', features = [] } = ticket
  const { saveAs = 'common', recurringFrequency = '', recurringExpiry = '' } = ticket
  const more = termsAdded.map((name) => ticket[name])
  const terms = [clientId, capture, channel, features.toSorted(), saveAs, recurringFrequency, recurringExpiry]
  // Without any of them the digest is that of earlier versions, whose orders stay the ticket's.
  if (more.some((term) => term !== undefined)) terms.push(...more.map((term) => String(term ?? '')))
  return hashOf(terms)
}

/**
 * The digest of a ticket's fiscal receipt, empty where it has none. The time at which its basket was written is left out,
 * since each load of the shop's page may change it.
 */
function receiptOf(ticket: Registered): string {
  const { orderCreationDate: _, ...basket } = ticket.orderBundle ?? {}
  if (receiptClaims.every((name) => ticket[name] === undefined)) return ''
  return hashOf([basket, ticket.taxSystem, ticket.additionalOfdParams])
}

const hashOf = (terms: unknown): string =>
  createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, LENGTH)
