import type { IssuerContext } from '../context.ts'
import type { Refusal, AuthorizationRequest } from '../authorizations/authorization-request.ts'
import { countries, countryOf } from './places.ts'
import { isAllowed } from './restrictions.ts'
import { groupOf, transactionGroups } from './transaction-groups.ts'

/**
 * What the card's geographic rules say against a payment: 57; nothing where nobody says in which country it is made.
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
