import type { IssuerContext } from '../context.ts'
import type { Refusal, AuthorizationRequest } from '../ledger/authorization-request.ts'
import { countries, countryOf } from './places.ts'
import { isAllowed } from './restrictions.ts'
import { groupOf, transactionGroups } from './transaction-groups.ts'

/**
 * The objection of the card's geographic rules to a payment, 57; none if the country of the payment is not known.
 */
export function geoObjection(
  { card, acceptor, entryMode = 'terminal' }: AuthorizationRequest,
  { clock }: IssuerContext,
): Refusal | undefined {
  const country = acceptor?.country && countryOf(acceptor.country)
  if (!acceptor || !country || !card.geo.length) return undefined
  const group = groupOf(acceptor.mcc, entryMode)
  if (isAllowed(card.geo, country, group, clock.now())) return undefined
  const [where, what] = [countries.get(country)!.name, transactionGroups.get(group)!.toLowerCase()]
  return { responseCode: '57', message: `the card's restrictions let no payment through of ${what} in ${where}` }
}
