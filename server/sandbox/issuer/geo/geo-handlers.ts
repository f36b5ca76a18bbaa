import { endOf, instantOf, type Done } from '#server-contract/issuing/fields.ts'
import type { geoOperations, GeoRestriction } from '#server-contract/issuing/geo.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { cardNamed } from '../find.ts'
import { countries, regions, regionsAround, type GeoPlace } from './places.ts'
import { merged, restricting } from './restrictions.ts'
import { transactionGroups } from './transaction-groups.ts'

type Setting = Request<typeof geoOperations.setGeoRestrictions>
type Reading = Request<typeof geoOperations.getGeoRestrictions>
type GeoRestrictionsAnswer = Answer<typeof geoOperations.getGeoRestrictions>

/** setGeoRestrictions and getGeoRestrictions (card management 4.4). */
export const geoHandlers = (context: IssuerContext) => ({
  setGeoRestrictions: (request: Setting) => set(context, request),
  getGeoRestrictions: (request: Reading) => read(context, request),
})

/** Adds rules to the card; a rule for the same country or region and group replaces the earlier one. */
function set(context: IssuerContext, { cardIdentification, restrictions }: Setting): Done {
  const card = cardNamed(context, cardIdentification)
  for (const [at, restriction] of restrictions.entries()) check(restriction, `restrictions.${at}`)
  context.tables.cards.put(card.pan, { ...card, geo: merged(card.geo, restrictions) })
  noteEvent(context, card, 'GEO_RESTRICTION')
  return { responseCode: '00' }
}

function check({ countryId, regionId, transactionGroupId, startDate, endDate }: GeoRestriction, at: string): void {
  const isPlace = (places: ReadonlyMap<number, unknown>, id: number | undefined) => id === undefined || places.has(id)
  declineIf(!isPlace(countries, countryId), 'A8', `${at}.countryId is no country of ISO 3166`)
  declineIf(!isPlace(regions, regionId), 'A8', `${at}.regionId is no region of UN M49`)
  declineIf(!transactionGroups.has(transactionGroupId), 'A8', `${at}.transactionGroupId is no group that is known here`)
  const isOutside = countryId !== undefined && regionId !== undefined && !regionsAround(countryId).includes(regionId)
  declineIf(isOutside, '92', `${at}.regionId is not a region around its countryId`)
  const isBackwards = startDate !== undefined && endDate !== undefined && instantOf(startDate) > endOf(endDate)
  declineIf(isBackwards, '92', `${at}.endDate must not come before its startDate`)
}

/** Only rules that restrict, now or later, with the names of all their places and groups. */
function read(context: IssuerContext, { cardIdentification }: Reading): GeoRestrictionsAnswer {
  const restrictions = restricting(cardNamed(context, cardIdentification).geo, context.clock.now())
  const mentioned = (key: 'countryId' | 'regionId' | 'transactionGroupId'): number[] => [
    ...new Set(restrictions.map((rule) => rule[key]).filter((id) => id !== undefined)),
  ]
  return {
    regions: mentioned('regionId').map((id) => named(regions.get(id)!)),
    countries: mentioned('countryId').map((id) => named(countries.get(id)!)),
    transactionGroups: mentioned('transactionGroupId').map((id) => ({ id, description: transactionGroups.get(id)! })),
    restrictions,
  }
}

const named = ({ id, name }: GeoPlace) => ({ id, description: name })
