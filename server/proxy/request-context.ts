import type { Ticket } from '#server-contract/ticket.ts'
import type { ClientInfo } from './payments/client-info.ts'
import type { NoteSent } from './payments/conclude-for-shopper.ts'
import type { AuthenticateExternally } from './payments/pay-by-card.ts'

/** Data of a shopper's request besides its fields. */
export interface RequestContext {
  readonly ticket: Ticket
  readonly clientInfo: ClientInfo
  /** Authenticates the card with the merchant's own 3-D Secure server. */
  readonly authenticate?: AuthenticateExternally
  /** The challenge of the merchant's own 3-D Secure server that has ended, with what the access server posted. */
  readonly challenge?: { readonly cres?: string }
  /** Called when a payment was sent, before its outcome is returned. */
  readonly noteSent?: NoteSent
}
