import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { language as en } from '#texts/languages/en.ts'
import { language as kk } from '#texts/languages/kk.ts'
import { field, fillCard, open, openFixture, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const input = (label: string) => field(label).element() as HTMLInputElement
const describedBy = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent.trim())
    .join(' ')

test('the document has a main landmark and one heading, which says what is paid', async () => {
  fixture = await openFixture()
  const [heading, ...more] = document.querySelectorAll('main > h1')
  expect([heading!.textContent, more]).toEqual(['Pay €1,299.00', []])
  await fixture.frame.restyle({ locale: 'en', appearance: { scheme: 'light', wording: 'donate' } })
  expect(heading!.textContent).toBe('Donate €1,299.00')
})

test('the fields stand in order, with what autofill and keyboards need', async () => {
  fixture = await openFixture()
  const inputs = [...document.querySelectorAll('input')]
  expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual([
    'cc-number',
    'cc-exp',
    'cc-csc',
    'cc-name',
  ])
  expect(inputs.map(({ inputMode }) => inputMode)).toEqual(['numeric', 'numeric', 'numeric', 'text'])
  expect(inputs.every(({ labels, type }) => labels!.length === 1 && type === 'text')).toBe(true)
  expect(document.querySelectorAll('form')).toHaveLength(1)
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  expect(fixture.calls('opened')).toEqual([
    [{ outcome: open, wallets: {}, card: true, amount: 129_900, currencyCode: 'EUR', fractionDigits: 2 }],
  ])
  expect(new Set(fixture.request.map(({ ticket }) => ticket))).toEqual(new Set(['Bearer the.order.ticket']))
})

test('a held amount is reserved, not paid', async () => {
  fixture = await openFixture({ capture: 'two-phase', currencyCode: 'JPY', fractionDigits: 0 })
  await expect.element(payButton()).toHaveTextContent('Reserve ¥129,900')
})

test.each([
  ['order', 'Order for €1,299.00'],
  ['donate', 'Donate €1,299.00'],
  ['subscribe', 'Subscribe for €1,299.00'],
  ['save', 'Save card · €1,299.00'],
  ['constructor', 'Pay €1,299.00'],
])('the wording %s of the page has the amount in it', async (wording, label) => {
  fixture = await openFixture()
  const appearance = { scheme: 'light', wording: wording as 'order' } as const
  await fixture.frame.restyle({ locale: 'en', appearance })
  await expect.element(payButton()).toHaveTextContent(label)
})

test.each([
  [{ channel: 'moto' } as const, 'Charge €1,299.00'],
  [{ verify: true, amount: 0 }, 'Save card'],
])('whatever the page says, the button of %o says what is done', async (checkout, label) => {
  fixture = await openFixture(checkout, { appearance: { scheme: 'light', wording: 'donate' } })
  await expect.element(payButton()).toHaveTextContent(label)
})

test('the button shows the amount with the fee', async () => {
  fixture = await openFixture({ fee: 1_050 })
  await expect.element(payButton()).toHaveTextContent('Pay €1,309.50')
})

test('typing groups the number, names the brand, and moves no focus', async () => {
  fixture = await openFixture()
  await field('Card number').click()
  await userEvent.keyboard('5555555555555599')
  expect(input('Card number').value).toBe('5555 5555 5555 5599')
  expect(document.activeElement).toBe(input('Card number'))
  expect(fixture.calls('progressed').at(-1)![0]).toEqual({ complete: false, brand: 'mastercard', invalid: [] })
  expect(describedBy(input('Card number'))).toBe('Mastercard')
})

test('a key is shown formatted at once, and all else after it has been painted, once for several keys', async () => {
  fixture = await openFixture()
  await field('Card number').click()
  await userEvent.keyboard('5555')
  fixture.unpainted = []
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}41111')
  expect([input('Card number').value, input('Card number').defaultValue]).toEqual(['4111 1', '4111 1'])
  expect(describedBy(input('Card number'))).toBe('Mastercard')
  expect(fixture.calls('progressed').at(-1)![0].brand).toBe('mastercard')
  expect(fixture.unpainted).toHaveLength(1)
  fixture.unpainted[0]!()
  expect(describedBy(input('Card number'))).toBe('Visa')
  expect(fixture.calls('progressed').at(-1)![0].brand).toBe('visa')
})

test('what waits for a paint counts before it: for a press of the button, and for a field that is left', async () => {
  fixture = await openFixture()
  fixture.unpainted = []
  await fillCard()
  await payButton().click()
  await expect.poll(() => fixture.paths()).toContain('/api/pay')
  fixture.drop()
  fixture.unpainted.forEach((task) => task())
  expect(document.querySelector('form')).toBeNull()
})

test('a correction in the middle keeps the caret there', async () => {
  fixture = await openFixture()
  await field('Card number').click()
  await userEvent.keyboard('555566667777')
  input('Card number').setSelectionRange(5, 5)
  await userEvent.keyboard('{Backspace}')
  expect([input('Card number').value, input('Card number').selectionStart]).toEqual(['5556 6667 777', 3])
  await userEvent.keyboard('12')
  expect([input('Card number').value, input('Card number').selectionStart]).toEqual(['5551 2666 6777 7', 6])
  await userEvent.keyboard('x')
  expect([input('Card number').value, input('Card number').selectionStart]).toEqual(['5551 2666 6777 7', 6])
})

test('a pasted number and an expiry date as autofill writes it come out right', async () => {
  fixture = await openFixture()
  input('Name on card').value = '5555 5555-5555 5599'
  await field('Name on card').click()
  await userEvent.keyboard('{Control>}a{/Control}{Control>}x{/Control}')
  await field('Card number').click()
  await userEvent.keyboard('{Control>}v{/Control}')
  expect(input('Card number').value).toBe('5555 5555 5555 5599')
  input('Expiry date').value = '12/2034'
  input('Expiry date').dispatchEvent(new Event('input', { bubbles: true }))
  expect(input('Expiry date').value).toBe('12 / 34')
  expect(document.activeElement).toBe(input('Card number'))
})

test('a name with a digit is refused with a sentence that says so', async () => {
  fixture = await openFixture()
  await field('Name on card').fill('JOHN 2')
  await field('Card number').click()
  await expect.element(field('Name on card')).toHaveAccessibleDescription(/Write the name in Latin letters/)
})

test('an error shows when a field is left, is tied to it, and goes when it is mended', async () => {
  fixture = await openFixture()
  await field('Card number').click()
  await userEvent.keyboard('5555')
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'false')
  await userEvent.tab()
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'true')
  expect(describedBy(input('Card number'))).toContain('The card number is too short.')
  expect(fixture.calls('progressed').at(-1)![0].invalid).toEqual(['number'])
  await field('Card number').fill('5555555555555599')
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'false')
  expect(describedBy(input('Card number'))).toBe('Mastercard')
})

test('a field left empty complains only at the submit', async () => {
  fixture = await openFixture()
  await field('Expiry date').click()
  await userEvent.tab()
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  await field('Card number').fill('5555555555555599')
  await payButton().click()
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3)
  expect(document.activeElement).toBe(input('Expiry date'))
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Enter the expiry date. Enter the security code. Enter the name on the card.')
  expect(fixture.paths()).not.toContain('/api/pay')
})

test('after a refused submit a field is not validated while one types in it, but once it is left', async () => {
  fixture = await openFixture()
  await payButton().click()
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'true')
  await userEvent.keyboard('4')
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'false')
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3)
  await userEvent.keyboard('11')
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'false')
  await userEvent.tab()
  expect(describedBy(input('Card number'))).toContain('The card number is too short.')
  await userEvent.keyboard('1')
  expect(input('Expiry date')).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Enter}')
  expect(describedBy(input('Expiry date'))).toContain('Enter the expiry date as month and year')
})

test('a press on the button does not move it away, though the field before it is wrong', async () => {
  fixture = await openFixture()
  await field('Card number').click()
  await userEvent.keyboard('411')
  const button = payButton().element()
  const tops: number[] = []
  for (const name of ['mousedown', 'mouseup'] as const)
    document.addEventListener(name, () => tops.push(button.getBoundingClientRect().top), { once: true })
  await payButton().click()
  expect(tops).toEqual([tops[0], tops[0]])
  expect(input('Card number')).toHaveAttribute('aria-invalid', 'true')
  expect(button.getBoundingClientRect().top).toBeGreaterThan(tops[0]!)
})

test('the code follows the brand', async () => {
  fixture = await openFixture()
  await field('Card number').fill('378282246310005')
  await field('Security code').fill('12345')
  expect(input('Security code').value).toBe('1234')
  expect(describedBy(input('Security code'))).toMatch(/^This field is full/)
})

test('nothing that is typed can be read from the address or the storage', async () => {
  fixture = await openFixture()
  await fillCard()
  const traces = location.href + JSON.stringify({ ...localStorage, ...sessionStorage })
  for (const typed of ['5555', '5599', '12 / 34', 'Jane']) expect(traces).not.toContain(typed)
  expect(JSON.stringify(fixture.received)).not.toContain('5599')
})

test('another look leaves what was typed', async () => {
  fixture = await openFixture()
  await fillCard()
  await fixture.frame.restyle({ locale: 'en', appearance: { scheme: 'dark', accent: '#ff8800', radius: 99 } })
  const wrong = { scheme: 'light', text: 'red; } body { display: none' } as const
  await expect(fixture.frame.restyle({ locale: 'en', appearance: wrong })).rejects.toMatchObject({
    detail: { code: 'appearance_invalid', field: 'text' },
  })
  const { style } = document.documentElement
  expect(style.getPropertyValue('--accent')).toBe('#ff8800')
  expect(style.getPropertyValue('--on-accent')).toBe('#14161a')
  expect(style.getPropertyValue('--radius')).toBe('24px')
  expect(style.getPropertyValue('--text')).toBe('')
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  expect(input('Card number').value).toBe('5555 5555 5555 5599')
})

test('reset empties the form, focus leads to the first empty field, leaving wipes all', async () => {
  fixture = await openFixture()
  await fillCard()
  await fixture.frame.focus()
  expect(document.activeElement).toBe(payButton().element())
  await fixture.frame.reset()
  await fixture.frame.focus()
  expect(document.activeElement).toBe(input('Card number'))
  await fillCard()
  const typed = [...document.querySelectorAll('input')]
  fixture.drop()
  expect(typed.map(({ value }) => value)).toEqual(['', '', '', ''])
  expect(document.querySelector('form')).toBeNull()
})

test('the height is reported in steps of four', async () => {
  // The page that tests run on is as high as its window.
  document.body.style.minHeight = '0'
  fixture = await openFixture()
  await payButton().click()
  await expect.poll(() => fixture.calls('resized').length).toBeGreaterThan(1)
  for (const [height] of fixture.calls('resized')) expect(height % 4).toBe(0)
})

test.each(['shown', 'hidden'])(
  'a message while a payment is under way moves no button, and one about a refused payment has its room (button %s)',
  async (button) => {
    document.body.style.minHeight = '0'
    document.documentElement.dataset['button'] = button
    fixture = await openFixture()
    let refuse!: (refusal: object) => void
    fixture.answers['/api/pay'] = [new Promise((resolve) => (refuse = resolve))]
    await fillCard()
    const heights: number[] = []
    const heightOf = (part: Element): number => Math.round(part.getBoundingClientRect().height * 100)
    const measure = (): void => void heights.push(heightOf(document.body))
    measure()
    void fixture.frame.submit()
    await expect.element(page.getByRole('alert')).toHaveTextContent(en.checkout.slow)
    measure()
    refuse({ error: { code: 'busy', message: 'A sentence.' }, status: 409 })
    await expect.poll(() => fixture.calls('failed').length).toBe(1)
    await fixture.frame.note('troubleReach')
    measure()
    const height = heightOf(document.querySelector('#note')!)
    const gap = 1600
    // Without a button of the form's own it has no place but below the fields.
    const whilePaying = button === 'shown' ? 0 : heights[1]! - heights[0]!
    expect(heights).toEqual([heights[0], heights[0]! + whilePaying, heights[0]! + height + gap])
    expect(whilePaying).toBeLessThan(8000)
    delete document.documentElement.dataset['button']
  },
)

test('a message that nothing was charged begins with that in bold letters', async () => {
  fixture = await openFixture()
  await fixture.frame.note('troubleUnsent')
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.checkout.troubleUnsent)
  expect(document.querySelector('#note strong')!.textContent).toBe(en.checkout.otherCard)
  await fixture.frame.note('troubleLost')
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.checkout.troubleLost)
  expect(document.querySelector('#note strong')!.textContent).toBe('')
})

test('a message that only another release of the element knows is that nothing was sent, and what is no error is none', async () => {
  fixture = await openFixture()
  await fixture.frame.note('troubleReach')
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.checkout.troubleUnsent)
  await fixture.frame.note('pay')
  expect(document.querySelector<HTMLElement>('#note')!.hidden).toBe(true)
})

test('a new message is reported with the place where it begins, also where it has blank room', async () => {
  document.documentElement.style.setProperty('--kept', '900px')
  fixture = await openFixture()
  await expect.poll(() => fixture.calls('resized').at(-1)?.[0]).toBeGreaterThanOrEqual(900)
  const [height] = fixture.calls('resized').at(-1)!
  const reports = (): unknown[] => fixture.calls('resized').filter(([, message]) => message !== undefined)
  await fixture.frame.note('troubleTries')
  const { top } = document.querySelector('#note')!.getBoundingClientRect()
  expect(reports()).toEqual([[height, Math.ceil(top / 4) * 4]])
  expect(top).toBeGreaterThan(500)
  await field('Card number').fill('1')
  await fixture.frame.note('')
  expect(reports()).toHaveLength(1)
  await fixture.frame.note('troubleTries')
  expect(reports()).toHaveLength(2)
  document.documentElement.style.removeProperty('--kept')
})

test('an amount is written as the language of the form writes it, also after another language', async () => {
  const { card, formats } = kk
  fixture = await openFixture({ amount: 499_000 }, { locale: 'kk', direction: 'ltr', card: { ...card, ...formats } })
  await expect.element(payButton()).toHaveTextContent('4 990,00 € төлеу')
  fixture.answers['/api/texts/en'] = [{ card: en.card, locale: 'en', direction: 'ltr' }]
  await fixture.frame.restyle({ locale: 'en', appearance: { scheme: 'light' } })
  await expect.element(payButton()).toHaveTextContent('Pay €4,990.00')
})

test('the end of a schedule has a month of the language, and its interval the language’s days', async () => {
  const { card, formats } = kk
  const saving = { mode: 'ask', as: 'recurrent', frequency: '28', until: '20341231' } as const
  fixture = await openFixture({ saving }, { locale: 'kk', direction: 'ltr', card: { ...card, ...formats } })
  await expect.element(page.getByRole('checkbox')).toHaveAccessibleName(/28 күн.*2034 ж\. 31 желтоқсан/)
})
