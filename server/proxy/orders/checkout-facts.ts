import { isByOperator } from '#contract/methods/methods.ts'
import type { Checkout } from '#contract/checkout.ts'
import { currencyOf } from '#contract/money/currencies.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { ProxyConfig } from '../config/config.ts'
import { asksOf, prefillOf, storedAsksOf, walletAsksOf } from './payer-data.ts'
import { savingOf } from '../methods/card/saving.ts'
import { isAllowed, isVerification } from '../tickets/methods.ts'
import { codeOffersFor } from '../methods/codes.ts'
import { offersFor } from '../methods/offers.ts'

type CheckoutFacts = Omit<Checkout, 'savedCards' | 'sealingKey' | 'outcome'>

/** What is to be paid, and by which payment methods, from the ticket and the proxy's configuration. */
export function checkoutFactsOf(config: ProxyConfig, ticket: Ticket): CheckoutFacts {
  const { brandParam, sandbox } = config
  const { orderNumber, amount, currency, feeInput: fee, description, cardholderName } = ticket
  const { capture = 'one-phase', channel = 'web' } = ticket
  const { letters: currencyCode, digits: fractionDigits } = currencyOf(currency)!
  return {
    orderNumber,
    amount,
    currency,
    ...(fee !== undefined && { fee }),
    currencyCode,
    fractionDigits,
    ...(description !== undefined && { description }),
    ...(cardholderName !== undefined && { cardholderName }),
    capture,
    channel,
    verify: isVerification(ticket),
    card: isByOperator(ticket) || isAllowed(ticket, 'card'),
    brandChoice: brandParam !== undefined && channel === 'web',
    saving: savingOf(ticket),
    asks: asksOf(ticket),
    storedAsks: storedAsksOf(ticket),
    known: prefillOf(ticket),
    wallets: offersFor(config, ticket, walletAsksOf(ticket)),
    codes: codeOffersFor(config, ticket),
    ...(sandbox !== undefined && { sandbox }),
  }
}
