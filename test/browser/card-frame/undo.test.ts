import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { declined, field, openFixture, paid, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const value = (label: string): string => (field(label).element() as HTMLInputElement).value
const undo = () => userEvent.keyboard('{Control>}z{/Control}')
const redo = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')

/** Turns to a field; the first time, the code that undoes comes with the focus. */
async function turnTo(label: string): Promise<void> {
  await field(label).click()
  await expect.poll(() => isWatched()).toBe(true)
}

/** A key that undoes is taken from the browser. */
function isWatched(): boolean {
  const key = new KeyboardEvent('keydown', { key: 'y', ctrlKey: true, bubbles: true, cancelable: true })
  return !document.activeElement!.dispatchEvent(key)
}

test.each([
  ['Card number', '41111', ['4111 1', '4111', '411', '41', '4', '']],
  ['Expiry date', '1234', ['12 / 34', '12 / 3', '12 / ', '1', '']],
  ['Security code', '123', ['123', '12', '1', '']],
])('%s is undone key by key, and redone', async (label, keys, shown) => {
  fixture = await openFixture()
  await turnTo(label)
  await userEvent.keyboard(keys)
  const seen = [value(label)]
  for (let at = 1; at < shown.length; at += 1) {
    await undo()
    seen.push(value(label))
  }
  expect(seen).toEqual(shown)
  await undo()
  expect(value(label)).toBe('')
  for (let at = 1; at < shown.length; at += 1) await redo()
  expect(value(label)).toBe(shown[0])
})

test('what was deleted comes back with the caret where it was, and pays', async () => {
  fixture = await openFixture()
  await turnTo('Card number')
  await userEvent.keyboard('5555555555555599')
  const number = field('Card number').element() as HTMLInputElement
  number.setSelectionRange(0, 19)
  await userEvent.keyboard('{Backspace}')
  expect(number.value).toBe('')
  await undo()
  expect([number.value, number.selectionStart]).toEqual(['5555 5555 5555 5599', 19])
  await field('Expiry date').fill('12/34')
  await field('Security code').fill('123')
  await field('Name on card').fill('Jane Roe')
  expect(await fixture.frame.submit()).toEqual(paid)
})

test('after an undo, what is typed ends what could be redone', async () => {
  fixture = await openFixture()
  await turnTo('Card number')
  await userEvent.keyboard('41')
  await undo()
  await userEvent.keyboard('2')
  await redo()
  expect(value('Card number')).toBe('42')
})

test('what was typed before a payment is not brought back by a key after it', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = [declined]
  await turnTo('Card number')
  await userEvent.keyboard('5555555555555599')
  await field('Expiry date').fill('12/34')
  await field('Security code').fill('123')
  await field('Name on card').fill('Jane Roe')
  expect(await fixture.frame.submit()).toEqual(declined)
  await fixture.frame.again()
  await turnTo('Card number')
  const number = field('Card number').element() as HTMLInputElement
  const kept = number.value
  await undo()
  expect(number.value).toBe(kept)
})

test('a layout of another script undoes by the same key', async () => {
  fixture = await openFixture()
  await turnTo('Security code')
  await userEvent.keyboard('12')
  const key = new KeyboardEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true })
  expect(document.activeElement!.dispatchEvent(key)).toBe(false)
  expect(value('Security code')).toBe('1')
})
