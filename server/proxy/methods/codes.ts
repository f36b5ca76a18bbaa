import { ProxyError } from '#contract/proxy-errors.ts'
import { codeRules } from '#server-contract/methods/codes.ts'
import { codeMethodNames, type CodeMethodName } from '#contract/methods/methods.ts'
import type { CodeOffers } from '#contract/methods/offers.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import { isAllowed, requireMethod } from '../tickets/methods.ts'
import { savingOf } from './card/saving.ts'
import type { CodeMethod } from './code-method.ts'
import { sbp } from './sbp/sbp.ts'

/** How each method by a code is paid with. */
export const codeMethods: Readonly<Record<CodeMethodName, CodeMethod>> = { sbp }

interface Settings {
  /** The methods that are switched on. */
  readonly codeMethods: readonly CodeMethodName[]
}

/** The methods by a code that this ticket's shopper is offered. */
export function codeOffersFor({ codeMethods: on }: Settings, ticket: Ticket): CodeOffers {
  const offered = codeMethodNames.filter(
    (method) => on.includes(method) && isAllowed(ticket, method) && !brokenRule(ticket, method),
  )
  return Object.fromEntries(offered.map((method) => [method, codeMethods[method].offer(storesAccount(ticket))]))
}

/** Throws a refusal that names the claim and the rule which keep the ticket from being paid so. */
export function requireCode({ codeMethods: on }: Settings, ticket: Ticket, method: CodeMethodName): void {
  requireMethod(ticket, method)
  if (!on.includes(method)) throw new ProxyError('field_invalid', 'must be switched on at the proxy', 'method')
  const broken = brokenRule(ticket, method)
  if (broken) throw new ProxyError('ticket_invalid', `${broken[1]} to be paid by ${method}`, broken[0])
}

const brokenRule = (ticket: Ticket, method: CodeMethodName) => codeRules[method].find(([, , holds]) => !holds(ticket))

/** Whether the account that pays is stored: the ticket requires it, and names a client. */
export const storesAccount = (ticket: Ticket): boolean => savingOf(ticket).mode === 'required'
