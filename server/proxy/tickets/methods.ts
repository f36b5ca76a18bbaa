import { ProxyError } from '#contract/proxy-errors.ts'
import { codeMethodNames, type MethodName } from '#contract/methods/methods.ts'
import type { Ticket } from '#server-contract/ticket.ts'

/** Whether the ticket allows the payment method. */
export const isAllowed = ({ methods }: Ticket, method: MethodName): boolean => !methods || methods.includes(method)

/** Throws unless the ticket allows the payment method; a mail or telephone order is never paid as one from the web. */
export function requireMethod(ticket: Ticket, method: MethodName): void {
  requireChannel(ticket, 'web')
  if (!isAllowed(ticket, method))
    throw new ProxyError('ticket_invalid', `must name ${method} for this payment`, 'methods')
}

/** The methods that pay an order which was registered before. */
const prepared: readonly MethodName[] = ['binding', 'card', ...codeMethodNames]

/** Throws unless the ticket allows a payment method for an order that was registered before. */
export function requirePrepared(ticket: Ticket): void {
  requireMethod(ticket, prepared.find((method) => isAllowed(ticket, method)) ?? 'card')
}

/** Throws unless the ticket is for that channel. */
export function requireChannel({ channel = 'web' }: Ticket, wanted: NonNullable<Ticket['channel']>): void {
  if (channel !== wanted) throw new ProxyError('ticket_invalid', `must be ${wanted} for this payment`, 'channel')
}

/** Whether the card is only to be verified and stored (online gateway 4.8, features). */
export const isVerification = ({ features }: Ticket): boolean => features?.includes('VERIFY') ?? false
