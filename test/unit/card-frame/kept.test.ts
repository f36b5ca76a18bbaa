import { expect, test } from 'vitest'
import { firstModel } from '#card-frame/form/first-view.ts'
import {
  freshForm,
  leave,
  retry,
  showAllProblems,
  shownProblems,
  type,
  wiped,
  type Form,
} from '#card-frame/form/form.ts'
import { language as en } from '#texts/languages/en.ts'
import { frameTexts } from '#texts/texts.ts'

const on = firstModel({ texts: frameTexts(en), locale: 'en' })
const typed = (values: Partial<Form['values']>): Form => ({ ...on.form, values: { ...on.form.values, ...values } })
const whole = { number: '4111 1111 1111 1111', expiry: '12 / 34', cvc: '123', holder: 'JANE DOE' }

test('the place of a problem is kept while its field is typed into, until it is left', () => {
  const wrong = showAllProblems(typed({ ...whole, cvc: '1' }), on)
  expect([shownProblems(wrong, on), wrong.kept]).toEqual([{ cvc: 'cvcShort' }, undefined])
  const first = type(wrong, 'cvc', '12', on)
  expect([shownProblems(first, on), first.kept]).toEqual([{}, { field: 'cvc', problem: 'cvcShort' }])
  const second = type(first, 'cvc', '123', on)
  expect(second.kept).toEqual({ field: 'cvc', problem: 'cvcShort' })
  expect(leave(second, 'cvc').kept).toBeUndefined()
  expect(retry(second).kept).toBeUndefined()
})

test('what a field did not take keeps its place too', () => {
  const full = type(typed(whole), 'cvc', '123', on, 'full')
  expect(type(full, 'cvc', '12', on).kept).toEqual({ field: 'cvc', problem: 'noRoom' })
})

test('a field without a problem keeps none', () => {
  expect(type(typed({}), 'number', '4', on).kept).toBeUndefined()
})

test('a paid form has a dot for each sign, its brand, and nothing that was typed; the next one is empty', () => {
  const form = wiped(typed(whole), on)
  expect(form.values).toEqual({ number: '•••• •••• •••• ••••', expiry: '•• / ••', cvc: '•••', holder: '•••• •••' })
  expect(form.ended?.brand.id).toBe('visa')
  expect(JSON.stringify(form)).not.toMatch(/\d{3}|JANE/)
  expect(freshForm(on, form).values).toEqual(on.form.values)
})
