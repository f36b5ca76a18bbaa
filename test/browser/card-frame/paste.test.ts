import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { declined, field, fillCard, openFixture, payButton, type Fixture } from './fixture.ts'

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
  expect(await paste('Expiry date', 'Dezember 2033')).toBe('12 / 34')
  await expect.element(field('Expiry date')).toHaveAccessibleDescription(/as month and year/)
  document.documentElement.lang = 'de'
  expect(await paste('Expiry date', 'Dezember 2033')).toBe('12 / 33')
})

test('a date with a day leaves the field as it was, and the form says why', async () => {
  expect(await paste('Expiry date', '12/03/2034')).toBe('')
  await expect.element(field('Expiry date')).toHaveAccessibleDescription(/as month and year/)
  expect(document.querySelector('#summary')!.textContent).toMatch(/as month and year/)
  await field('Expiry date').fill('12/34')
  await expect.element(field('Expiry date')).toHaveAccessibleDescription('')
})

/** Brings a text as the clipboard or a drag has it, with its lines. */
function bring(kind: 'paste' | 'drop', label: string, text: string): boolean {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  const more = { bubbles: true, cancelable: true }
  // Firefox makes no event of a clipboard with data in it.
  const event =
    kind === 'paste'
      ? Object.defineProperty(new ClipboardEvent(kind, more), 'clipboardData', { value: data })
      : new DragEvent(kind, { ...more, dataTransfer: data })
  return input(label).dispatchEvent(event)
}

test.each([
  ['paste', 'Card number'],
  ['paste', 'Security code'],
  ['drop', 'Expiry date'],
] as const)('the lines of a bank’s app, by a %s into the field %s, fill what they name', (kind, label) => {
  expect(bring(kind, label, 'Card number: 5555 5555 5555 5599\nValid thru: 12/34\nCVV2: 123')).toBe(false)
  const values = ['Card number', 'Expiry date', 'Security code', 'Name on card'].map((name) => input(name).value)
  expect(values).toEqual(['5555 5555 5555 5599', '12 / 34', '123', ''])
})

test('a text that is longer than any number is not cut before the number is found in it', async () => {
  const text = 'The number of the card with which you may pay in our shop: 5555 5555 5555 5599'
  expect(await paste('Card number', text)).toBe('5555 5555 5555 5599')
  expect(bring('drop', 'Expiry date', 'The card can be used until December 2034')).toBe(false)
  expect(input('Expiry date').value).toBe('12 / 34')
  expect(await paste('Security code', 'the CVC2 behind the signature is 123')).toBe('123')
})

test('of a number that is pasted at the caret beside a declined one, the new one is left', async () => {
  await userEvent.keyboard('5555555555555599')
  await field('Name on card').fill('4111111111111111')
  await userEvent.keyboard('{Control>}a{/Control}{Control>}x{/Control}')
  await field('Card number').click()
  await userEvent.keyboard('{End}{Control>}v{/Control}')
  expect(input('Card number').value).toBe('4111 1111 1111 1111')
})

test('digits behind a number that was declined are not taken, and the form says so and what to do', async () => {
  fixture.answers['/api/pay'] = [declined]
  await fillCard()
  await payButton().click()
  await expect.poll(() => fixture.calls('concluded')).toHaveLength(1)
  await fixture.frame.again()
  await field('Name on card').fill('4111 11')
  await userEvent.keyboard('{Control>}a{/Control}{Control>}x{/Control}')
  for (const keys of ['4', '{Control>}v{/Control}']) {
    await field('Card number').click()
    await userEvent.keyboard(`{End}${keys}`)
    expect(input('Card number').value).toBe('5555 5555 5555 5599')
    await expect.element(field('Card number')).toHaveAccessibleDescription(/This field is full.*Delete digits/)
    expect(document.querySelector('#summary')!.textContent).toMatch(/^This field is full/)
    await field('Name on card').click()
    await expect.element(field('Card number')).not.toHaveAccessibleDescription(/This field is full/)
  }
})

test('a keyboard that enters a whole number where another one is selected is read as a paste', () => {
  const text = '4111 1111 1111 1111 12/34'
  input('Card number').value = text
  input('Card number').dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  expect(input('Card number').value).toBe('4111 1111 1111 1111')
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
