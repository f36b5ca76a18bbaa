import { describe, expect, test } from 'vitest'
import { checkoutApi } from '#contract/checkout-api.ts'
import { latinText, plainLatin } from '#contract/latin.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { checkHolder } from '#card-frame/card/holder.ts'

const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter((sign) =>
  /\P{Cs}/u.test(sign),
)

/** Every character of Unicode that has a property. */
const charactersOf = (property: RegExp): readonly string[] => all.filter((sign) => property.test(sign))

describe('a name is taken with every sign that writing has', () => {
  test.each([
    ['space', /^\p{Zs}$/u, 'Anna Maria'],
    ['hyphen or dash', /^\p{Dash}$/u, 'Anna-Maria'],
    ['quotation mark', /^(?=[^"'„“‟”‚])\p{Quotation_Mark}$/u, "Anna'Maria"],
    [
      'letter that modifies its neighbours',
      /^(?=\p{Script=Common})\p{Lm}(?<![\u30fc\uff70\uff9e\uff9f])$/u,
      "Anna'Maria",
    ],
    ['invisible sign of formatting', /^\p{Cf}$/u, 'AnnaMaria'],
    ['mark', /^\p{M}$/u, 'AnnaMaria'],
  ])('%s', (_, property, sent) => {
    const signs = charactersOf(property)
    expect(signs.length).toBeGreaterThan(4)
    expect(signs.filter((sign) => checkHolder(`Anna${sign}Maria`) || plainLatin(`Anna${sign}Maria`) !== sent)).toEqual(
      [],
    )
  })

  test('Latin letter', () => {
    const letters = charactersOf(/^(?=\p{Script=Latin})\p{L}$/u)
    expect(letters.length).toBeGreaterThan(1000)
    expect(letters.filter((letter) => checkHolder(`Anna ${letter}o`))).toEqual([])
  })
})

test.each([
  ['O‘tkir Gʻofurov', "O'tkir G'ofurov"],
  ['Anne‐Marie', 'Anne-Marie'],
  ['Anne−Marie', 'Anne-Marie'],
  ['Anneーmarie', 'Anne-marie'],
  ["'t Hooft", "'t Hooft"],
  ['ʿAbd al‑Raḥmān', "'Abd al-Rahman"],
  ['D`Angelo D´Angelo', "D'Angelo D'Angelo"],
  ['Nguyễn Thị Ánh', 'Nguyen Thi Anh'],
  ['Gal·la', 'Galla'],
  ['\u202aJane\u00a0Roe\u202c', 'Jane Roe'],
  ['ＪＡＮＥ　ＲＯＥ', 'JANE ROE'],
  ['Mª José', 'Ma Jose'],
  ['Kɔnadu Ɓala', 'Konadu Bala'],
  ['Henry Ⅷ', 'Henry VIII'],
])('%s is sent as %s', (name, sent) => {
  expect(checkHolder(name)).toBeUndefined()
  expect(plainLatin(name)).toBe(sent)
})

test.each(['Иван', 'Jаne with a Cyrillic letter', 'Ծովինար', '陳大文', 'Anna 👍', '२', '٣', "'", '-'])(
  '%s cannot be sent',
  (name) => {
    expect(checkHolder(name)).toBe('holderLatin')
  },
)

test.each([
  ['José', 'José'],
  ['Jose\u0301', 'José'],
  ['O‘tkir', "O'tkir"],
  ['Nguyễn', 'Nguyen'],
  ['Иван', undefined],
])('of the shop, %s is sent as %s', (name, sent) => {
  expect(latinText(name)).toBe(sent)
})

/** Every field of a request to the proxy that is the name on a card. */
const entrances = Object.entries({ ...checkoutApi, ...merchantApi, ticket: { request: Ticket } }).flatMap(
  ([operation, { request }]) =>
    Object.entries(request.shape)
      .filter(([field]) => /^cardholder/i.test(field))
      .map(([field, schema]) => [`${field} of ${operation}`, schema] as const),
)

test('a name on a card comes in by these fields', () => {
  expect(entrances.map(([name]) => name).toSorted()).toEqual([
    'cardholder of authenticate',
    'cardholder of moto',
    'cardholder of pay',
    'cardholder of payMoto',
    'cardholderName of ticket',
  ])
})

describe.each(entrances)('the %s', (_, schema) => {
  test.each(['JANE DOE', "Sean O'Neil-Smith Jr.", 'José Müller', 'SMITH/J MR', 'A. & B. (C)'])('may be %j', (name) => {
    expect(checkHolder(name)).toBeUndefined()
    expect(schema.safeParse(name)).toMatchObject({ success: true, data: name })
  })

  test.each([
    'JANE\u0000DOE',
    'JANE\u001b[31m DOE',
    '<b>JANE</b>',
    '"><script>',
    'JANE 4111111111111111',
    'J4NE',
    'Иван',
    'Jаne with a Cyrillic letter',
    'JANE=DOE;',
    'JANE × DOE',
    '-',
    ' ',
  ])('may not be %j, as in the form', (name) => {
    expect(checkHolder(name)).toBeDefined()
    expect(schema.safeParse(name).success).toBe(false)
  })

  test.each(['JANE\nDOE', 'JANE\r\nDOE', 'JANE\u2028DOE', 'JANE\u202eDOE'])(
    'never passes on the sign in %j',
    (name) => {
      expect(schema.safeParse(name).data ?? '').toMatch(/^(?:JANE ?DOE)?$/)
    },
  )
})
