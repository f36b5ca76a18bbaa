import { expect, test } from 'vitest'
import type { GeoRestriction } from '#server-contract/issuing/geo.ts'
import { countries, countryOf, regions, regionsAround } from '#sandbox/issuer/geo/places.ts'
import { isAllowed } from '#sandbox/issuer/geo/restrictions.ts'
import { groupOf } from '#sandbox/issuer/geo/transaction-groups.ts'

const [GERMANY, FRANCE, JAPAN] = [276, 250, 392]
const [WORLD, EUROPE, WEST] = [1, 150, 155]
const noon = Date.UTC(2030, 4, 1, 12)

const no = (rule: Partial<GeoRestriction>): GeoRestriction => ({ transactionGroupId: 1, status: 'DISABLED', ...rule })
const yes = (rule: Partial<GeoRestriction>): GeoRestriction => ({ ...no(rule), status: 'ENABLED' })

test('every country has a name, its own letters and number, and the world around it', () => {
  expect(countries.size).toBe(249)
  for (const [id, { name }] of countries) {
    expect(name).not.toMatch(/^[A-Z]{2}$/)
    expect(regionsAround(id).at(-1)).toBe(WORLD)
  }
  expect(countryOf('de')).toBe(GERMANY)
  expect(countryOf('XX')).toBeUndefined()
  expect(countries.get(GERMANY)?.name).toBe('Germany')
})

test('regions are named, and around a country from the smallest', () => {
  expect(regions.get(WEST)?.name).toBe('Western Europe')
  expect(regionsAround(GERMANY)).toEqual([WEST, EUROPE, WORLD])
  for (const { name, within } of regions.values()) {
    expect(name).not.toMatch(/^\d/)
    expect(within === undefined || regions.has(within)).toBe(true)
  }
})

test('the narrowest rule decides', () => {
  const allowed = (rules: GeoRestriction[], country = GERMANY) => isAllowed(rules, country, 1, noon)
  expect(allowed([])).toBe(true)
  expect(allowed([no({ regionId: EUROPE })])).toBe(false)
  expect(allowed([no({ regionId: EUROPE })], JAPAN)).toBe(true)
  expect(allowed([no({ regionId: WORLD })], JAPAN)).toBe(false)
  for (const rules of [
    [no({ regionId: EUROPE }), yes({ countryId: GERMANY })],
    [yes({ countryId: GERMANY, regionId: EUROPE }), no({ regionId: WEST })],
  ]) {
    expect(allowed(rules)).toBe(true)
    expect(allowed(rules, FRANCE)).toBe(false)
  }
  expect(allowed([no({ regionId: EUROPE }), yes({ regionId: WEST })])).toBe(true)
  expect(allowed([yes({ regionId: EUROPE }), no({ regionId: WEST })])).toBe(false)
})

test('a rule about a country says nothing about its region', () => {
  expect(isAllowed([no({ countryId: GERMANY, regionId: WEST })], FRANCE, 1, noon)).toBe(true)
})

test.each([
  [{ startDate: '2030-05-01' }, false],
  [{ startDate: '2030-05-02' }, true],
  [{ endDate: '2030-05-01' }, false],
  [{ endDate: '2030-04-30' }, true],
  [{ startDate: '2030-05-01T12:00:00', endDate: '2030-05-01T12:00:00' }, false],
  [{ startDate: '2030-05-01T12:00:01' }, true],
])('a rule with %j lets through at noon of 1 May: %s', (dates, is) => {
  expect(isAllowed([no({ countryId: GERMANY, ...dates })], GERMANY, 1, noon)).toBe(is)
})

test('the merchant category determines cash and transfers, else the manner does', () => {
  expect(groupOf(6011, 'remote')).toBe(3)
  expect(groupOf(4829, 'terminal')).toBe(4)
  expect([groupOf(5732, 'remote'), groupOf(5732, 'terminal'), groupOf(5732, 'transfer')]).toEqual([1, 2, 4])
})
