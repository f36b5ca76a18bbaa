import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { field, fillCard, openFixture, paid, payButton, unsealed, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const input = (label: string) => field(label).element() as HTMLInputElement
const card = {
  'Card number': '5555555555555599',
  'Expiry date': '12/2034',
  'Security code': '123',
  'Name on card': 'Jane Roe',
}

/** Writes values as a script does, which causes no event. */
function set(values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values)) input(label).value = value
}
const fire = (label: string, ...events: Event[]) => events.forEach((event) => input(label).dispatchEvent(event))
const change = () => new Event('change', { bubbles: true })

test('what a script set without any event is paid by a press, and by the page', async () => {
  fixture = await openFixture()
  set(card)
  await payButton().click()
  await expect.poll(() => fixture.paths()).toContain('/api/pay')
  expect(unsealed(fixture.bodyOf('/api/pay')['seToken'])).toMatch(/^5555555555555599\/123\/203412/)
  fixture.drop()
  fixture = await openFixture()
  await userEvent.click(input('Name on card'))
  await userEvent.keyboard('x')
  set(card)
  expect(await fixture.frame.submit()).toEqual(paid)
})

test.each([
  ['a change', () => Object.keys(card).forEach((label) => fire(label, change()))],
  ['leaving a field', () => fire('Name on card', new FocusEvent('focusout', { bubbles: true }))],
  ['a rendering', () => fixture.press('arming')],
])('at %s what was set is read, formatted and told to the page', async (_, happen) => {
  fixture = await openFixture()
  set(card)
  happen()
  expect([input('Card number').value, input('Expiry date').value]).toEqual(['5555 5555 5555 5599', '12 / 34'])
  expect(fixture.calls('progressed').at(-1)).toEqual([{ complete: true, brand: 'mastercard', invalid: [] }])
})

test('a manager that writes its own text again after its events does not break the form', async () => {
  fixture = await openFixture()
  for (const [label, value] of Object.entries(card)) {
    const element = input(label)
    element.click()
    element.focus()
    fire(label, new KeyboardEvent('keydown', { bubbles: true }), new KeyboardEvent('keyup', { bubbles: true }))
    element.value = value
    fire(label, new KeyboardEvent('keydown', { bubbles: true }), new KeyboardEvent('keyup', { bubbles: true }))
    fire(label, new Event('input', { bubbles: true }), change())
    if (element.value !== value) element.value = value
    element.blur()
    if (element.value !== value) element.value = value
  }
  await payButton().click()
  await expect.poll(() => fixture.paths()).toContain('/api/pay')
  expect(unsealed(fixture.bodyOf('/api/pay')['seToken'])).toMatch(/^5555555555555599\/123\/203412/)
})

test('the order that is opened anew keeps what was set before, as it keeps what was typed', async () => {
  fixture = await openFixture()
  set(card)
  await fixture.frame.open({ ticket: 'the.other.ticket', locale: 'en', appearance: { scheme: 'light' } })
  expect(input('Card number').value).toBe('5555 5555 5555 5599')
})

test('the code of a stored card, the payer’s data, a list and a box count as they stand, too', async () => {
  const savedCards = [{ bindingId: 'b', maskedPan: '411111**1111', expiry: '203412', expired: false }]
  fixture = await openFixture({ savedCards })
  set({ 'Security code, Visa ending in 1111': '123' })
  await payButton().click()
  await expect.poll(() => fixture.paths()).toContain('/api/pay')
  expect(unsealed(fixture.bodyOf('/api/pay')['seToken'])).toContain('/123/')
  fixture.drop()
  fixture = await openFixture({
    asks: [{ data: 'email' }, { data: 'phone' }, { data: 'billing' }],
    saving: { mode: 'ask', as: 'common' },
  })
  await fillCard()
  const country = document.querySelector<HTMLSelectElement>('#country')!
  country.value = 'DE'
  country.dispatchEvent(change())
  expect(document.querySelector('#state')).toBeNull()
  const values = {
    email: 'jane@shop.example',
    phone: '+49 170 1234567',
    address: 'Weg 1',
    city: 'Ulm',
    postalCode: '89073',
  }
  for (const [id, value] of Object.entries(values)) document.querySelector<HTMLInputElement>(`#${id}`)!.value = value
  document.querySelector<HTMLInputElement>('#save')!.checked = true
  await payButton().click()
  await expect.poll(() => fixture.paths()).toContain('/api/pay')
  expect(fixture.bodyOf('/api/pay')).toMatchObject({
    save: true,
    payer: {
      email: 'jane@shop.example',
      phone: '+491701234567',
      billing: { billingCountry: 'DE', billingAddressLine1: 'Weg 1', billingCity: 'Ulm', billingPostalCode: '89073' },
    },
  })
})

test('a list that is chosen from with the keyboard prepares the payment as any field does', async () => {
  fixture = await openFixture({ asks: [{ data: 'billing' }] })
  const errors: unknown[] = []
  const note = (event: ErrorEvent) => errors.push(event.error)
  addEventListener('error', note)
  const country = document.querySelector<HTMLSelectElement>('#country')!
  country.focus()
  country.value = 'JP'
  country.dispatchEvent(new Event('input', { bubbles: true }))
  removeEventListener('error', note)
  expect(errors).toEqual([])
  await expect.element(field('Prefecture')).toBeVisible()
})

test('a list keeps what was chosen for its country while it is that of another one', async () => {
  fixture = await openFixture({ asks: [{ data: 'billing' }] })
  const list = (id: string) => document.querySelector<HTMLSelectElement>(`select#${id}`)!
  const choose = (id: string, value: string) => {
    list(id).value = value
    list(id).dispatchEvent(new Event('input', { bubbles: true }))
  }
  choose('country', 'US')
  choose('state', 'CA')
  choose('country', 'CA')
  expect([list('state').value, list('state').options.length]).toEqual(['', 14])
  choose('country', 'US')
  expect(list('state').value).toBe('CA')
})

test('a text that is being composed is not replaced, whatever is rendered meanwhile, and is read when it is done', async () => {
  fixture = await openFixture()
  const [number, name] = [input('Card number'), input('Name on card')]
  number.focus()
  number.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  number.value = '55555'
  number.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText', data: '55555', isComposing: true }),
  )
  fixture.press('arming')
  expect(number.value).toBe('55555')
  number.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '55555' }))
  expect([number.value, number.selectionStart]).toEqual(['5555 5', 6])
  number.value = '5555 5555 5555 5599'
  fire('Card number', new Event('input', { bubbles: true }))
  number.setSelectionRange(2, 2)
  number.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  number.setRangeText('7', 2, 2, 'end')
  number.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText', data: '7', isComposing: true }),
  )
  number.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '7' }))
  expect([number.value, number.selectionStart]).toEqual(['5555 5555 5555 5599', 2])
  expect(name.value).toBe('')
})
