import { endOf, instantOf } from '#server-contract/issuing/fields.ts'
import type { GeoRestriction } from '#server-contract/issuing/geo.ts'
import { regionsAround } from './places.ts'

/** The key of a rule: the country, or else the region, and the group. */
const subjectOf = ({ countryId, regionId, transactionGroupId }: GeoRestriction): string =>
  `${countryId === undefined ? `region ${regionId}` : `country ${countryId}`}, group ${transactionGroupId}`

/** Adds rules to those of a card; a rule with the same key replaces the earlier one. */
export const merged = (before: readonly GeoRestriction[], update: readonly GeoRestriction[]): GeoRestriction[] => [
  ...new Map([...before, ...update].map((rule) => [subjectOf(rule), rule])).values(),
]

/** The rules that refuse something, now or later. */
export const restricting = (rules: readonly GeoRestriction[], now: number): GeoRestriction[] =>
  rules.filter(({ status, endDate }) => status === 'DISABLED' && (endDate === undefined || now <= endOf(endDate)))

/**
 * Whether a payment in a country is allowed. Of the rules in force for its group the narrowest decides: the country's,
 * else that of the smallest region around it; without any rule it is allowed.
 */
export function isAllowed(rules: readonly GeoRestriction[], country: number, group: number, now: number): boolean {
  const inForce = rules.filter((rule) => rule.transactionGroupId === group && isInForce(rule, now))
  const ofCountry = inForce.find(({ countryId }) => countryId === country)
  const ofRegion = (region: number) =>
    inForce.find(({ countryId, regionId }) => countryId === undefined && regionId === region)
  const deciding = ofCountry ?? regionsAround(country).map(ofRegion).find(Boolean)
  return deciding?.status !== 'DISABLED'
}

const isInForce = ({ startDate, endDate }: GeoRestriction, now: number): boolean =>
  (startDate === undefined || instantOf(startDate) <= now) && (endDate === undefined || now <= endOf(endDate))
