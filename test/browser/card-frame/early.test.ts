import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { firstModel } from '#card-frame/form/first-view.ts'
import { view } from '#card-frame/form/view.ts'
import { htmlOf } from '#card-frame/vdom/html.ts'
import { language as en } from '#texts/languages/en.ts'
import { frameTexts } from '#texts/texts.ts'
import { field, fixtureWith, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => {
  fixture.drop()
  document.querySelector('main')?.remove()
})

/** Puts the form into the page as the proxy's document contains it, before any script. */
function arrive(): void {
  const html = htmlOf(view(firstModel({ texts: frameTexts(en), locale: 'en' })))
  document.body.prepend(new DOMParser().parseFromString(html, 'text/html').querySelector('main')!)
}

const input = (label: string) => field(label).element() as HTMLInputElement

test('what was typed before the script ran is formatted, with the node, the focus and the caret as they were', async () => {
  arrive()
  const number = input('Card number')
  await field('Expiry date').click()
  await userEvent.keyboard('12')
  await field('Card number').click()
  await userEvent.keyboard('555566667777')
  number.setSelectionRange(6, 6)
  fixture = fixtureWith()
  expect([number.value, number.selectionStart]).toEqual(['5555 6666 7777', 7])
  expect([input('Card number'), document.activeElement]).toEqual([number, number])
  expect(input('Expiry date').value).toBe('12 / ')
  await userEvent.keyboard('1')
  expect([number.value, number.selectionStart]).toEqual(['5555 6616 6777 7', 8])
})

test('the answer about the order changes neither the fields nor the caret, and makes the button real', async () => {
  arrive()
  const [form, number] = [document.querySelector('form'), input('Card number')]
  await field('Card number').click()
  await userEvent.keyboard('5555')
  fixture = fixtureWith()
  await expect.element(payButton()).toBeDisabled()
  expect(fixture.calls('progressed')).toEqual([])
  await userEvent.keyboard('66')
  number.setSelectionRange(2, 2)
  await fixture.frame.open({ ticket: 'the.order.ticket', locale: 'en', appearance: { scheme: 'light' } })
  expect([document.querySelector('form'), input('Card number')]).toEqual([form, number])
  expect([number.value, number.selectionStart, document.activeElement]).toEqual(['5555 66', 2, number])
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  await expect.element(payButton()).toBeEnabled()
  await expect.poll(() => fixture.paths()).toEqual(['/api/checkout', '/api/prepare'])
})

test('a card that was begun stays chosen where the client has stored ones', async () => {
  arrive()
  await field('Card number').click()
  await userEvent.keyboard('5555')
  const savedCards = [{ bindingId: 'b', maskedPan: '676347**0005', expiry: '203103', expired: false }]
  fixture = fixtureWith({ savedCards })
  await fixture.frame.open({ ticket: 'the.order.ticket', locale: 'en', appearance: { scheme: 'light' } })
  expect(input('Card number').value).toBe('5555')
  expect(document.activeElement).toBe(input('Card number'))
})

test('of two orders that are opened in a row the last is shown and paid, whichever answer comes first', async () => {
  fixture = fixtureWith()
  const [first] = fixture.answers['/api/checkout'] as [{ outcome: object }]
  const second = {
    ...first,
    orderNumber: 'A-2',
    amount: 500,
    outcome: { ...first.outcome, orderNumber: 'A-2', amount: 500 },
  }
  let answer = (_: object): void => {}
  fixture.answers['/api/checkout'] = [new Promise<object>((resolve) => (answer = resolve)), second]
  const opening = (ticket: string) => ({ ticket, locale: 'en', appearance: { scheme: 'light' } as const })
  const one = fixture.frame.open(opening('the.first.ticket'))
  await fixture.frame.open(opening('the.second.ticket'))
  answer(first)
  await one
  await expect.element(payButton()).toHaveTextContent('Pay €5.00')
  expect(fixture.calls('opened').map(([{ amount }]) => amount)).toEqual([500])
  await fixture.frame.refresh()
  expect(fixture.request.at(-1)).toMatchObject({ path: '/api/outcome', ticket: 'Bearer the.second.ticket' })
})

test('an order that cannot be read is not reported once another has been opened', async () => {
  fixture = fixtureWith()
  const [first] = fixture.answers['/api/checkout'] as [object]
  let answer = (_: object): void => {}
  fixture.answers['/api/checkout'] = [new Promise<object>((resolve) => (answer = resolve)), first]
  const opening = { ticket: 'a.ticket', locale: 'en', appearance: { scheme: 'light' } as const }
  const one = fixture.frame.open(opening)
  await fixture.frame.open(opening)
  answer({ error: 'ticket_refused', status: 401 })
  await one
  expect(fixture.calls('failed')).toEqual([])
})

test('Enter in a form whose order is not known sends nothing', async () => {
  arrive()
  fixture = fixtureWith()
  await field('Card number').click()
  await userEvent.keyboard('5555555555555599{Enter}')
  expect(fixture.received.filter(([name]) => name === 'mayPay')).toEqual([])
  expect(document.querySelectorAll('.error')).toHaveLength(0)
})

test('a node that a password manager adds stays through the frame’s changes', async () => {
  arrive()
  fixture = fixtureWith()
  const own = document.createElement('password-manager')
  document.querySelector('#number-field')!.append(own)
  await field('Card number').click()
  await userEvent.keyboard('5555')
  await userEvent.tab()
  expect(document.querySelector('#number-error')).not.toBeNull()
  expect(own.isConnected).toBe(true)
})

test('the label that is pressed stays in the button while the press is held', async () => {
  fixture = fixtureWith()
  await fixture.frame.open({ ticket: 'the.order.ticket', locale: 'en', appearance: { scheme: 'light' } })
  const amount = document.querySelector('[data-testid=amount]')!
  fixture.press('held')
  expect(document.querySelector('.spinner')).not.toBeNull()
  expect([amount.isConnected, amount.closest('[aria-busy=true]')]).toEqual([true, payButton().element()])
})
