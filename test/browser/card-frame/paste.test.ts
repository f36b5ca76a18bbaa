import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { field, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
  // What reads pasted text comes with the focus, with what draws the brand and what undoes.
  await field('Card number').click()
  await expect.poll(() => field('Card number').element().dispatchEvent(undo())).toBe(false)
})
afterEach(() => fixture.drop())

const undo = () => new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
const input = (label: string) => field(label).element() as HTMLInputElement

/** Cuts the text from the field of the name, and pastes it over what a field has. */
async function paste(label: string, text: string): Promise<string> {
  await field('Name on card').fill(text)
  await userEvent.keyboard('{Control>}a{/Control}{Control>}x{/Control}')
  await field(label).click()
  await userEvent.keyboard('{Control>}a{/Control}{Control>}v{/Control}')
  return input(label).value
}

test('of a number that is pasted with its date and code, only the number is left, and undo takes it back', async () => {
  expect(await paste('Card number', '5555555555555599 12/34 123')).toBe('5555 5555 5555 5599')
  expect(await paste('Card number', 'Visa 4111 1111 1111 1111 CVV 123')).toBe('4111 1111 1111 1111')
  expect(input('Card number').selectionStart).toBe(19)
  input('Card number').dispatchEvent(undo())
  expect(input('Card number').value).toBe('5555 5555 5555 5599')
})

test('a month of a pasted expiry date may be a word, in the language of the form too', async () => {
  expect(await paste('Expiry date', 'Dec 2034')).toBe('12 / 34')
  expect(await paste('Expiry date', 'Dezember 2034')).toBe('')
  document.documentElement.lang = 'de'
  expect(await paste('Expiry date', 'Dezember 2034')).toBe('12 / 34')
})

test('text that autofill writes at once, without a key, is read as a pasted one', () => {
  input('Expiry date').value = 'December 2034'
  input('Expiry date').dispatchEvent(new Event('input', { bubbles: true }))
  expect(input('Expiry date').value).toBe('12 / 34')
})

test('a text that is still being composed stays as it is', () => {
  const [date, data] = [input('Expiry date'), 'Dec 2034']
  date.value = data
  const composed = { bubbles: true, inputType: 'insertCompositionText', data, isComposing: true }
  date.dispatchEvent(new InputEvent('input', composed))
  expect(date.value).toBe(data)
})

test('a key and a deletion are read as before: nothing is cut while one types', async () => {
  await userEvent.keyboard('9860123412361234567')
  input('Card number').setSelectionRange(15, 15)
  await userEvent.keyboard('x')
  expect([input('Card number').value, input('Card number').selectionStart]).toEqual(['9860 1234 1236 1234 567', 15])
  input('Card number').setSelectionRange(15, 19)
  await userEvent.keyboard('{Backspace}')
  expect(input('Card number').value).toBe('9860 1234 1236 567')
  await field('Expiry date').click()
  await userEvent.keyboard('05x')
  expect(input('Expiry date').value).toBe('05 / ')
})
