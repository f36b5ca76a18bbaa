import { ProxyError } from '#contract/proxy-errors.ts'
import { codeRules } from '#server-contract/methods/codes.ts'
import {
  BANK_PAGE,
  offPageMethodNames,
  type CodeMethodName,
  type OffPageMethodName,
} from '#contract/methods/methods.ts'
import type { CodeOffers } from '#contract/methods/offers.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { ProxyConfig } from '../config/config.ts'
import { isAllowed, requireMethod } from '../tickets/methods.ts'
import { savingOf } from './card/saving.ts'
import { bankPage } from './bank-page.ts'
import type { CodeMethod, PageMethod } from './code-method.ts'
import { sbp } from './sbp/sbp.ts'

/** How each method by a code is paid with. */
export const codeMethods: Readonly<Record<CodeMethodName, CodeMethod>> = { sbp }

/** How each method off the shop's page is paid with. */
export const offPageMethods: Readonly<Record<CodeMethodName, CodeMethod> & Record<typeof BANK_PAGE, PageMethod>> = {
  ...codeMethods,
  'bank-page': bankPage,
}

type Settings = Pick<ProxyConfig, 'codeMethods' | 'bankPage'>

const isOn = ({ codeMethods: on, bankPage: page }: Settings, method: OffPageMethodName): boolean =>
  method === BANK_PAGE ? page !== 'off' : on.includes(method)

/** The methods off the shop's page that this ticket's shopper is offered. */
export function codeOffersFor(settings: Settings, ticket: Ticket): CodeOffers {
  const offered = offPageMethodNames.filter(
    (method) => isOn(settings, method) && isAllowed(ticket, method) && !brokenRule(ticket, method),
  )
  return Object.fromEntries(offered.map((method) => [method, offPageMethods[method].offer(storesAccount(ticket))]))
}

/** Throws a refusal that names the claim and the rule which keep the ticket from being paid so. */
export function requireCode(settings: Settings, ticket: Ticket, method: OffPageMethodName): void {
  requireMethod(ticket, method)
  if (!isOn(settings, method)) throw new ProxyError('field_invalid', 'must be switched on at the proxy', 'method')
  const broken = brokenRule(ticket, method)
  if (broken) throw new ProxyError('ticket_invalid', `${broken[1]} to be paid by ${method}`, broken[0])
}

const brokenRule = (ticket: Ticket, method: OffPageMethodName) =>
  codeRules[method].find(([, , holds]) => !holds(ticket))

/** Whether the account that pays is stored: the ticket requires it, and names a client. */
export const storesAccount = (ticket: Ticket): boolean => savingOf(ticket).mode === 'required'
