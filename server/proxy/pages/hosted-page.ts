import type { Outcome } from '#contract/checkout.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { payOnPage, type PagePaymentRequest } from '../payments/pay-on-page.ts'
import { withOrderId } from '../payments/return-address.ts'
import { isAllowed, requireMethod } from '../tickets/methods.ts'

/**
 * The page where the shopper pays without our own form: the gateway's for the order, or the shop's where it is already
 * paid. `undefined` while a payment may be in progress elsewhere.
 */
export async function hostedPage(proxy: ProxyContext, request: PagePaymentRequest): Promise<string | undefined> {
  const { ticket } = request
  requireMethod(ticket, isAllowed(ticket, BANK_PAGE) ? BANK_PAGE : 'card')
  return addressIn(ticket, await payOnPage(proxy, request))
}

function addressIn({ returnUrl, failUrl = returnUrl }: Ticket, outcome: Outcome): string | undefined {
  if (outcome.state === 'pending' || outcome.state === 'open') return undefined
  if (outcome.state === 'authenticate') {
    const { step } = outcome
    if (step.kind === 'code') return step.method === BANK_PAGE ? step.payload : undefined
    return 'redirectUrl' in step ? step.redirectUrl : undefined
  }
  const address = 'reason' in outcome ? failUrl : returnUrl
  return outcome.orderId === undefined ? address : withOrderId(address, outcome.orderId)
}
