import type { Saving } from '#contract/payment-methods.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isVerification } from '../../tickets/methods.ts'

/** Whether a card that pays is stored; never without a client that it could be stored for. */
export function savingOf(ticket: Ticket): Saving {
  // A card is verified only in order to be stored.
  const {
    clientId,
    save = isVerification(ticket) ? 'required' : 'never',
    saveAs = 'common',
    recurringFrequency,
    recurringExpiry,
  } = ticket
  return {
    mode: clientId ? save : 'never',
    as: saveAs,
    ...(recurringFrequency !== undefined && { frequency: recurringFrequency }),
    ...(recurringExpiry !== undefined && { until: recurringExpiry }),
  }
}

/** Whether this card is stored; the shopper's consent counts only where the ticket asks for it. */
export function isStored(ticket: Ticket, consent: boolean | undefined): boolean {
  const { mode } = savingOf(ticket)
  return mode === 'required' || (mode === 'ask' && consent === true)
}

/** The transaction initiator indicator of a payment that stores its card (online gateway 2.3). */
export const storingTii = ({ saveAs }: Ticket): 'CI' | 'RI' => (saveAs === 'recurrent' ? 'RI' : 'CI')
