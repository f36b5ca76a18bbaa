import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsIn } from '#card-frame/card/digits.ts'
import { expiryMask } from '#card-frame/card/expiry.ts'
import { applyMask, type Edit, type Mask, type MaskedText } from '#card-frame/card/mask.ts'
import { numberMask } from '#card-frame/card/number.ts'

/** What a field shows, and where its caret is. */
type Shown = Pick<MaskedText, 'value' | 'caret'>

const shownBy = (mask: Mask, edit: Edit): Shown => {
  const { value, caret } = applyMask(mask, edit)
  return { value, caret }
}

const type = (mask: Mask, { value, caret }: Shown, text: string): Shown =>
  shownBy(mask, {
    before: value,
    raw: value.slice(0, caret) + text + value.slice(caret),
    caret: caret + text.length,
  })

const backspace = (mask: Mask, { value, caret }: Shown): Shown =>
  caret === 0
    ? { value, caret }
    : shownBy(mask, { before: value, raw: value.slice(0, caret - 1) + value.slice(caret), caret: caret - 1 })

const remove = (mask: Mask, { value, caret }: Shown): Shown =>
  shownBy(mask, { before: value, raw: value.slice(0, caret) + value.slice(caret + 1), caret, forward: true })

const empty: Shown = { value: '', caret: 0 }
const typed = (mask: Mask, text: string): Shown => [...text].reduce((shown, key) => type(mask, shown, key), empty)

const before = ({ value, caret }: Shown): string => digitsIn(value.slice(0, caret))
const after = ({ value, caret }: Shown): string => digitsIn(value.slice(caret))

test('typing a number key by key groups it and leaves the caret at the end', () => {
  expect(typed(numberMask, '5555555555555599')).toEqual({ value: '5555 5555 5555 5599', caret: 19 })
  expect(typed(numberMask, '378282246310005')).toEqual({ value: '3782 822463 10005', caret: 17 })
})

test.each([
  ['5555 5555-5555 5599', '5555 5555 5555 5599'],
  ['٥٥٥٥٥٥٥٥٥٥٥٥٥٥٩٩', '5555 5555 5555 5599'],
  ['۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱', '4111 1111 1111 1111'],
  ['my card: 4111111111111111!', '4111 1111 1111 1111'],
  ['9860123412341234567', '9860 1234 1234 1234 567'],
])('a pasted number %s is shown as %s', (pasted, shown) => {
  expect(type(numberMask, empty, pasted)).toEqual({ value: shown, caret: shown.length })
})

test('deleting a space takes the digit beside it, on the side of the key', () => {
  const full = { value: '5555 6666', caret: 5 }
  expect(backspace(numberMask, full)).toEqual({ value: '5556 666', caret: 3 })
  expect(remove(numberMask, { ...full, caret: 4 })).toEqual({ value: '5555 666', caret: 4 })
})

const number = fc
  .string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 13 })
  .map((digits) => numberMask.show([digits]))
const spot = fc.nat(30)

test('a digit typed anywhere lands at the caret, which stays right behind it', () => {
  fc.assert(
    fc.property(number, spot, fc.constantFrom(...'0123456789'), (value, at, key) => {
      const start = { value, caret: Math.min(at, value.length) }
      const shown = type(numberMask, start, key)
      expect(before(shown)).toBe(before(start) + key)
      expect(digitsIn(shown.value)).toBe(before(start) + key + after(start))
    }),
  )
})

test('Backspace takes the digit before the caret and nothing else', () => {
  fc.assert(
    fc.property(number, spot, (value, at) => {
      const start = { value, caret: Math.min(at, value.length) }
      const shown = backspace(numberMask, start)
      expect([before(shown), after(shown)]).toEqual([before(start).slice(0, -1), after(start)])
    }),
  )
})

test('Delete takes the digit after the caret and nothing else', () => {
  fc.assert(
    fc.property(number, spot, (value, at) => {
      const start = { value, caret: Math.min(at, value.length - 1) }
      const shown = remove(numberMask, start)
      expect([before(shown), after(shown)]).toEqual([before(start), after(start).slice(1)])
    }),
  )
})

test('letters and marks change nothing, wherever they are typed', () => {
  fc.assert(
    fc.property(number, spot, fc.string({ unit: fc.constantFrom(...'abc-./ €ж') }), (value, at, noise) => {
      const start = { value, caret: Math.min(at, value.length) }
      const shown = type(numberMask, start, noise)
      expect([shown.value, before(shown)]).toEqual([value, before(start)])
    }),
  )
})

test.each([
  ['4111 1111 1111 1111', '4111 1111 1111 1111'],
  ['Card: 4111111111111111', '4111 1111 1111 1111'],
  ['Card: 4111-1111-1111-1111 exp 12/34 cvc 123', '4111 1111 1111 1111'],
])('a card number brought as %s is shown as %s', (brought, shown) => {
  expect(type(numberMask, empty, brought)).toEqual({ value: shown, caret: shown.length })
})

test.each([
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['12 / 2034', '12 / 34'],
  ['122034', '12 / 34'],
  ['2034-12', '12 / 34'],
  ['203412', '12 / 34'],
  ['2034-7', '07 / 34'],
  ['2034 / 7', '07 / 34'],
  ['2034', ''],
  ['12345', ''],
  ['1/34', '01 / 34'],
  ['5', '05 / '],
  ['13', '01 / 3'],
  ['13/34', '13 / 34'],
  ['25 / 2034', '25 / 34'],
  ['12/03/2034', ''],
  ['١٢٣٤', '12 / 34'],
  ['۱۲/۳۴', '12 / 34'],
])('an expiry date brought as %s at once is shown as %s', (brought, shown) => {
  expect(type(expiryMask, empty, brought)).toEqual({ value: shown, caret: shown.length })
})

test.each([
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['122034', '12 / 34'],
  ['1/34', '01 / 34'],
  ['534', '05 / 34'],
])('an expiry date typed as %s, key by key, is shown as %s', (keys, shown) => {
  expect(typed(expiryMask, keys)).toEqual({ value: shown, caret: shown.length })
})

test.each([
  ['12 / 3', '/', 6],
  ['12 / 34', '/', 6],
  ['12 / 34', '.', 1],
  ['12 / 34', ' - ', 7],
])('a stray sign in the expiry date %s leaves it as it was', (value, sign, caret) => {
  const shown = type(expiryMask, { value, caret }, sign)
  expect([shown.value, before(shown)]).toEqual([value, before({ value, caret })])
})

test('an expiry date can be rubbed out key by key', () => {
  let shown = typed(expiryMask, '1234')
  const seen: string[] = []
  while (shown.value) {
    shown = backspace(expiryMask, shown)
    seen.push(shown.value)
    expect(seen.length).toBeLessThan(10)
  }
  expect(seen).toEqual(['12 / 3', '12 / ', '1', ''])
})

test('whatever is typed into the expiry date, it is shown as itself again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/ -٣') }), (raw) => {
      const { value, caret } = type(expiryMask, empty, raw)
      expect(type(expiryMask, empty, value).value).toBe(value)
      expect(value).toMatch(/^\d?$|^\d\d \/ (\d{0,2}|20\d)$/)
      expect(caret).toBeLessThanOrEqual(value.length)
    }),
  )
})
