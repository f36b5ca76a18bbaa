import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf } from '#card-frame/card/brand.ts'
import { cvcMask } from '#card-frame/card/cvc.ts'
import { digitsIn } from '#card-frame/card/digits.ts'
import { expiryMask } from '#card-frame/card/expiry.ts'
import { applyMask, type Edit, type Mask, type Refusal } from '#card-frame/card/mask.ts'
import { numberMask } from '#card-frame/card/number.ts'

/** A field with what is selected in it, or with the caret where `from` is `to`. */
interface Field {
  readonly value: string
  readonly from: number
  readonly to: number
  readonly refused: Refusal | undefined
}

type Key = 'Backspace' | 'Delete' | (string & {})

/** Presses a key as in a plain field, and lets the mask format what comes of it. */
function press(mask: Mask, field: Field, key: Key): Field {
  const { value, from, to } = field
  const selected = from !== to
  const forward = key === 'Delete'
  const start = key === 'Backspace' && !selected ? Math.max(0, from - 1) : from
  const end = forward && !selected ? Math.min(value.length, to + 1) : to
  const data = key.length === 1 ? key : ''
  if (!data && start === end) return { ...field, refused: undefined }
  const raw = value.slice(0, start) + data + value.slice(end)
  const edit: Edit = { before: value, raw, caret: start + data.length, data, forward, selected }
  const { caret, ...shown } = applyMask(mask, edit)
  return { ...shown, from: caret, to: caret }
}

const empty: Field = { value: '', from: 0, to: 0, refused: undefined }
const at = (value: string, from: number, to = from): Field => ({ value, from, to, refused: undefined })
const keys = (mask: Mask, field: Field, text: string): Field =>
  [...text].reduce((shown, key) => press(mask, shown, key), field)

test('a month that is selected and typed anew leaves the year', () => {
  const first = press(expiryMask, at('12 / 34', 0, 2), '0')
  expect(first).toMatchObject({ value: '0 / 34', from: 1 })
  expect(press(expiryMask, first, '7')).toMatchObject({ value: '07 / 34', from: 5 })
})

test.each([
  ['Backspace at the year', at('12 / 34', 5), 'Backspace', '1 / 34', 1],
  ['Backspace behind the month', at('12 / 34', 2), 'Backspace', '1 / 34', 1],
  ['Delete behind the month', at('12 / 34', 2), 'Delete', '12 / 4', 2],
  ['Delete before the year', at('12 / 34', 5), 'Delete', '12 / 4', 5],
  ['Delete of a selected separator', at('12 / 34', 2, 5), 'Delete', '12 / 34', 2],
  ['Backspace of the selected month', at('12 / 34', 0, 2), 'Backspace', ' / 34', 0],
  ['Backspace of the selected year', at('12 / 34', 5, 7), 'Backspace', '12 / ', 5],
  ['Backspace from the month into the year', at('12 / 34', 1, 6), 'Backspace', '1 / 4', 1],
  ['a separator behind a month of one digit', at('7 / 34', 1), '/', '7 / 34', 4],
  ['a digit into a full month', at('12 / 34', 1), '5', '12 / 34', 1],
  ['a letter over a selection', at('12 / 34', 0, 2), 'x', '12 / 34', 2],
] as const)('%s', (_, field, key, value, from) => {
  expect(press(expiryMask, field, key)).toMatchObject({ value, from })
})

test.each([
  ['number', numberMask, '5555 5555 5555 5599', 6],
  ['number', numberMask, '5555 5555 5555 5599', 19],
  ['expiry', expiryMask, '12 / 34', 0],
  ['expiry', expiryMask, '12 / 34', 6],
  ['code', cvcMask(brandOf('4111')), '123', 1],
] as const)('a full %s refuses a digit in it, and says so', (_, mask, value, caret) => {
  expect(press(mask, at(value, caret), '7')).toEqual({ value, from: caret, to: caret, refused: 'full' })
})

test('a deletion cuts nothing, whatever brand the digits that are left are of', () => {
  const long = '6373 5000 0000 0000 000'
  expect(digitsIn(press(numberMask, at(long, 0), 'Delete').value)).toBe('373500000000000000')
})

const paste = (mask: Mask, { value, from, to }: Field, data: string) =>
  applyMask(mask, {
    before: value,
    raw: value.slice(0, from) + data + value.slice(to),
    caret: from + data.length,
    data,
  })

test.each([
  ['number', numberMask, at('5555 5555 5555 5599', 19), '4111 1111 1111 1111', '4111 1111 1111 1111'],
  ['expiry', expiryMask, at('12 / 34', 7), '01/35', '01 / 35'],
  ['code', cvcMask(brandOf('4111')), at('123', 3), '456', '456'],
] as const)('a complete %s that is pasted beside another one takes its place', (_, mask, field, text, value) => {
  expect(paste(mask, field, text)).toEqual({ value, caret: value.length, refused: undefined })
})

test.each([
  ['a month over the selected one', at('12 / 34', 0, 2), '07', '07 / 34', undefined],
  ['a year over the selected one', at('12 / 34', 5, 7), '29', '12 / 29', undefined],
  ['a year of four digits', at('12 / ', 5), '2029', '12 / 29', undefined],
  ['a date with a day', at('12 / 34', 7), '12/03/2034', '12 / 34', 'unread'],
  ['a date with a day over all', at('12 / 34', 0, 7), '12/03/2034', '12 / 34', 'unread'],
  ['a date with a day', empty, '12/03/2034', '', 'unread'],
  ['words', empty, 'no date', '', 'unread'],
] as const)('%s that is pasted into %o', (_, field, text, value, refused) => {
  expect(paste(expiryMask, field, text)).toMatchObject({ value, refused })
})

test('more digits than a number has are refused from the first that has no room', () => {
  const shown = paste(numberMask, empty, '5555 5555 5555 5599 1234')
  expect(shown).toEqual({ value: '5555 5555 5555 5599', caret: 19, refused: 'full' })
})

test('a script that writes another date is read as a whole, also where it begins like the one before', () => {
  const edit: Edit = { before: '12 / 34', raw: '1/35', caret: 4, whole: true }
  expect(applyMask(expiryMask, edit)).toMatchObject({ value: '01 / 35' })
})

/** What a person does: mostly typing, and now and then another place or a selection. */
const action = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...'0123456789') },
  { weight: 1, arbitrary: fc.constantFrom(...'/ .x-') },
  { weight: 2, arbitrary: fc.constantFrom('Backspace', 'Delete') },
  { weight: 2, arbitrary: fc.tuple(fc.nat(20), fc.nat(20)) },
  { weight: 1, arbitrary: fc.nat(20).map((place) => [place, place] as const) },
)

/** The digits before, in and behind the selection. */
const split = ({ value, from, to }: Field): [string, string, string] => [
  digitsIn(value.slice(0, from)),
  digitsIn(value.slice(from, to)),
  digitsIn(value.slice(to)),
]

/** A person's idea of a key: the digits before and behind the caret after it, or `refused`. */
function expected(field: Field, key: Key, hasRoom: (digits: string) => boolean): [string, string] | 'refused' {
  const [left, chosen, right] = split(field)
  if (key === 'Backspace') return chosen || field.from !== field.to ? [left, right] : [left.slice(0, -1), right]
  if (key === 'Delete') return chosen || field.from !== field.to ? [left, right] : [left, right.slice(1)]
  if (!digitsIn(key)) return [left + chosen, right]
  return hasRoom(left + key + right) ? [left + key, right] : 'refused'
}

function edit(
  mask: Mask,
  actions: readonly (string | readonly [number, number])[],
  check: (field: Field, key: Key, next: Field) => void,
) {
  let field = empty
  for (const one of actions) {
    if (typeof one === 'string') {
      const next = press(mask, field, one)
      check(field, one, next)
      field = next
    } else {
      const [from, to] = one.map((place) => Math.min(place, field.value.length)).toSorted((a, b) => a - b)
      field = { ...field, from: from!, to: to! }
    }
  }
}

test.each([
  ['number', numberMask, (digits: string) => digits.length <= brandOf(digits).longest],
  ['code', cvcMask(brandOf('3782')), (digits: string) => digits.length <= 4],
])(
  'whatever one does in the %s, no digit appears or goes that was not typed, deleted or refused',
  (_, mask, hasRoom) => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        edit(mask, actions, (field, key, next) => {
          const wanted = expected(field, key, hasRoom)
          const [left, , right] = split(next)
          if (wanted === 'refused') expect(next).toMatchObject({ value: field.value, from: field.to, refused: 'full' })
          else expect([left, right, next.refused]).toEqual([...wanted, undefined])
          expect(next.value).toBe(mask.show([left + right]))
        })
      }),
      { numRuns: 1000 },
    )
  },
)

const isMonth = (digits: string): boolean => digits.length <= 2
const isYear = (digits: string): boolean => digits.length <= 2 || (digits.length <= 4 && digits.startsWith('20'))

/** The date after a digit, as a person fills in a month and a year: `undefined` where it has no room. */
function dateAfter({ value, from, to }: Field, key: string): readonly [string, string] | undefined {
  const kept = `${value.slice(0, from)}|${value.slice(to)}`
  const [month = '', year = ''] = kept.includes('/') ? kept.split('/') : cutInYear(value, from, to)
  const put = (part: string, text = key): string => digitsIn(part.replace('|', text))
  const isAtEnd = from === value.length && put(year, '') === ''
  // Only a month that is typed with nothing behind it gets the 0 that it lacks.
  if (put(month, '') + put(year, '') === '' || isAtEnd) return typedMonth(put(month, ''), key)
  if (month.includes('|') && isMonth(put(month))) return [put(month), put(year, '')]
  const isBehind = month.includes('|') && digitsIn(month.split('|')[1]!) === ''
  const later = month.includes('|') ? (isBehind ? key + digitsIn(year) : '-') : put(year)
  return later !== '-' && isYear(later) ? [put(month, ''), later.length === 4 ? later.slice(2) : later] : undefined
}

/** Where the separator was selected too, the caret is behind what is left of the month. */
function cutInYear(value: string, from: number, to: number): [string, string] {
  return value.includes('/')
    ? [`${value.slice(0, from)}|`, value.slice(to)]
    : [`${value.slice(0, from)}|${value.slice(to)}`, '']
}

function typedMonth(month: string, key: string): readonly [string, string] {
  if (month.length === 2) return [month, key]
  const digits = month + key
  return /^[2-9]|^1[3-9]/.test(digits) ? [`0${digits[0]}`, digits.slice(1)] : [digits, '']
}

test('whatever one does in the expiry date, month and year keep their digits', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      edit(expiryMask, actions, (field, key, next) => {
        const [month = '', year = ''] = next.value.split('/').map(digitsIn)
        expect(expiryMask.show([month, year])).toBe(next.value)
        if (digitsIn(key)) {
          const date = dateAfter(field, key)
          if (date) expect([month, year, next.refused]).toEqual([...date, undefined])
          else expect(next).toMatchObject({ value: field.value, from: field.to, refused: 'full' })
          return
        }
        const [left, right] = expected(field, key, () => true)
        const [before, , behind] = split(next)
        const isEnded = key.length === 1 && key !== 'x' && /^[1-9]$/.test(field.value) && field.from === 1
        expect([before, behind, next.refused]).toEqual([isEnded ? `0${left}` : left, right, undefined])
      })
    }),
    { numRuns: 1000 },
  )
})

test('a date is typed over the one before, from the start or by parts', () => {
  expect(keys(expiryMask, at('05 / ', 0, 2), '1229').value).toBe('12 / 29')
  expect(keys(expiryMask, at('12 / 34', 0, 7), '0729').value).toBe('07 / 29')
  expect(keys(expiryMask, at('12 / 34', 5, 7), '29').value).toBe('12 / 29')
})
