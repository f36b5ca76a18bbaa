import creditCardType from 'credit-card-type'
import cardTypes from 'credit-card-type/dist/lib/card-types.js'
import { expect, test } from 'vitest'
import { cardSchemes, schemeOf } from '#server-contract/gateway/card-schemes.ts'
import { brandOf } from '#proxy/methods/card/brand.ts'
import { networkOf } from '#sandbox/issuer/acquiring/merchant-side.ts'
import { systemOf } from '#sandbox/gateway/cards/card-data.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'

test.each([
  ['4111111111111111', 'VISA'],
  ['5555555555555599', 'MASTERCARD'],
  ['2221000000000009', 'MASTERCARD'],
  ['2720990000000007', 'MASTERCARD'],
  ['2721000000000004', 'UNKNOWN'],
  ['2200000000000004', 'MIR'],
  ['2204990000000005', 'MIR'],
  ['2205000000000009', 'UNKNOWN'],
  ['3528000000000007', 'JCB'],
  ['3589990000000009', 'JCB'],
  ['3590000000000004', 'UNKNOWN'],
  ['371449635398431', 'AMEX'],
  ['6212345678901232', 'CUP'],
  ['6240008631401148', 'CUP'],
  ['8171999927660000', 'CUP'],
  ['8172000000000000', 'UNKNOWN'],
  ['6759649826438453', 'MAESTRO'],
  ['5018000000000009', 'MAESTRO'],
  ['6011111111111117', 'DISCOVER'],
  ['6500000000000002', 'DISCOVER'],
  ['9860000000000000', 'HUMO'],
  // Of schemes that no public document of the family gives a word for.
  ['30569309025904', 'UNKNOWN'],
  ['6800000000000009', 'UNKNOWN'],
])('the paymentSystem of %s is %s', (pan, system) => {
  expect(systemOf(pan)).toBe(system)
  expect(networkOf(pan)).toBe(system === 'UNKNOWN' ? 'OTHER' : system)
})

test.each([
  ['624000**1148', 'unionpay'],
  ['352800**0007', 'jcb'],
  ['675964**8453', 'maestro'],
  ['601111**1117', 'discover'],
  ['305693**5904', 'diners-club'],
  ['680000**0009', undefined],
  ['6240********', 'unionpay'],
  ['35**********', undefined],
])('the brand of the mask %s is %s', (masked, brand) => {
  expect(brandOf(undefined, masked)).toBe(brand)
})

test.each([
  ['CUP', 'unionpay'],
  ['JCB', 'jcb'],
  ['AMEX', 'american-express'],
  ['DINERS', 'diners-club'],
  ['DISCOVER', 'discover'],
  ['HUMO', 'humo'],
])('the brand of the paymentSystem %s is %s', (system, brand) => {
  expect(brandOf(system, '')).toBe(brand)
})

test('every test card of a known scheme is of that scheme', () => {
  const known = testCards.filter(({ brand }) => brand !== 'unknown')
  expect(known.map(({ pan }) => [pan, schemeOf(pan)?.id])).toEqual(known.map(({ pan, brand }) => [pan, brand]))
})

/** Both ends of each range of our table, as prefixes. */
const bounds = cardSchemes.flatMap(({ digits }) =>
  digits.split(' ').map((range): readonly [string, string] => [range.split('-')[0]!, range.split('-').at(-1)!]),
)

test('no two schemes share digits', () => {
  const ranges = bounds.map(([low, high]) => [low.padEnd(8, '0'), high.padEnd(8, '9')] as const).toSorted()
  const shared = ranges.filter(([low], at) => at > 0 && low <= ranges[at - 1]![1])
  expect(shared).toEqual([])
})

/** Every limit of the ranges of both tables, its neighbours, and the middle of each range, as six digits. */
const borders = [
  ...Object.values(cardTypes).flatMap(({ patterns }) =>
    (patterns as readonly (number | readonly number[])[]).map((pattern) => [pattern].flat().map(String)),
  ),
  ...bounds,
].flatMap((range) => {
  const [low, high] = [range[0]!.padEnd(8, '0'), range.at(-1)!.padEnd(8, '9')].map(Number) as [number, number]
  return [low - 1, low, low + 1, Math.floor((low + high) / 2), high - 1, high, high + 1].map((number) =>
    String(number).padStart(8, '0'),
  )
})

/** Where our table differs from the library on purpose: its scheme, ours, and the reason. */
const differences: readonly (readonly [library: string, ours: string | undefined, reason: string])[] = [
  ['maestro', undefined, 'the library gives Maestro each 6 that it knows no other scheme for'],
  ['maestro', 'unionpay', 'the library has only the parts of 62 in use, and gives Maestro the rest'],
  ['maestro', 'visa', 'the library keeps 493698 of Switch, a scheme that became Maestro'],
  ['elo', 'visa', 'a range of Elo within that of another scheme, for which the family shows no word'],
  ['elo', 'maestro', 'as above'],
  ['elo', 'discover', 'as above'],
  ['elo', 'unionpay', 'as above'],
  ['verve', 'maestro', 'a range of Verve within that of another scheme'],
  ['troy', 'discover', 'a range of Troy within that of another scheme'],
  ['hiper', 'maestro', 'a range of Hiper within that of another scheme'],
  ['naranja', 'maestro', 'a range of Naranja within that of another scheme'],
  ['naranja', 'mastercard', 'as above'],
  ['naranja', 'visa', 'as above'],
]

test('the table agrees with credit-card-type but for the differences named', () => {
  const own: ReadonlySet<string> = new Set(cardSchemes.map(({ id }) => id))
  const found = new Set<string>()
  for (const number of new Set(borders)) {
    const [library] = creditCardType(number.padEnd(16, '0')).map(({ type }) => type as string)
    const ours = schemeOf(number)?.id
    if (library === ours || (library !== undefined && !own.has(library) && ours === undefined)) continue
    found.add(`${library} ${ours}`)
  }
  found.delete('undefined humo')
  expect([...found].toSorted()).toEqual(differences.map(([library, ours]) => `${library} ${ours}`).toSorted())
})
