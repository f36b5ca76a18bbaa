import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Activation } from '#card-frame/form/activation.ts'
import type { Outcome } from '#contract/checkout.ts'
import { language as en } from '#texts/languages/en.ts'
import { declined, facts, field, fillCard, open, openFixture, paid, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const refused = (code: string, status: number) => ({ error: { code, message: 'A sentence.' }, status })
const times = (path: string) => fixture.paths().filter((request) => request === path).length
const value = (label: string) => (field(label).element() as HTMLInputElement).value
const concluded = () => expect.poll(() => fixture.calls('concluded').map(([outcome]) => outcome))

const method: Outcome = {
  state: 'authenticate',
  ...facts,
  orderId: 'order-1',
  step: { kind: 'method', nonce: 'n', continuation: 'the-continuation' },
}

test('the order is prepared once, at the first input', async () => {
  fixture = await openFixture()
  expect(times('/api/prepare')).toBe(0)
  await field('Card number').fill('5')
  await expect.poll(() => times('/api/prepare')).toBe(1)
  await fillCard()
  expect(times('/api/prepare')).toBe(1)
})

test('Enter pays, with a sealed card and nothing in the clear', async () => {
  fixture = await openFixture()
  await fillCard()
  await userEvent.keyboard('{Enter}')
  await concluded().toEqual([paid])
  const body = fixture.bodyOf('/api/pay')
  expect(Object.keys(body).toSorted()).toEqual(['browser', 'cardholder', 'orderId', 'requestId', 'seToken'])
  expect(body).toMatchObject({ orderId: 'order-1', cardholder: 'Jane Roe' })
  expect(atob(body.seToken as string)).toHaveLength(256)
  expect(JSON.stringify(fixture.request)).not.toContain('5555')
  expect(value('Card number')).not.toMatch(/\d/)
})

test('a name is sent as the gateway takes it, and one of another script is refused in a sentence', async () => {
  fixture = await openFixture()
  await fillCard()
  await field('Name on card').fill('Привет')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(en.card.holderLatin).first()).toBeVisible()
  await field('Name on card').fill('O‘tkir Ŋəlł‐Straße')
  await userEvent.keyboard('{Enter}')
  await concluded().toEqual([paid])
  expect(fixture.bodyOf('/api/pay')).toMatchObject({ cardholder: "O'tkir Nell-Strasse" })
})

test('a double submit is one payment, shown as under way', async () => {
  fixture = await openFixture()
  let answer = (_: object): void => {}
  fixture.answers['/api/pay'] = [new Promise<object>((resolve) => (answer = resolve))]
  await fillCard()
  await userEvent.keyboard('{Enter}{Enter}')
  const again = fixture.frame.submit()
  await expect.element(payButton()).toHaveTextContent('Paying…')
  await userEvent.keyboard('9')
  expect(value('Name on card')).toBe('Jane Roe')
  answer(paid)
  expect(await again).toEqual(paid)
  expect(times('/api/pay')).toBe(1)
  expect(fixture.calls('concluded')).toHaveLength(1)
})

test('once the order is paid the form is seen as it was, with dots, and its document has nothing of what was typed', async () => {
  fixture = await openFixture({ asks: [{ data: 'email', brand: 'mastercard' }], known: { email: 'jane@shop.example' } })
  await fillCard()
  const places = () =>
    [...document.querySelectorAll('.cell, .badge, [type=submit]')].map((one) =>
      JSON.stringify(one.getBoundingClientRect()),
    )
  const before = places()
  void fixture.frame.submit()
  await expect.poll(() => document.querySelector('#tick')).not.toBeNull()
  expect([value('Card number'), value('Expiry date'), value('Security code'), value('Name on card')]).toEqual([
    '•••• •••• •••• ••••',
    '•• / ••',
    '•••',
    '•••• •••',
  ])
  expect(places()).toEqual(before)
  expect(document.body.innerHTML).not.toMatch(/5599|Jane|12 \/ 34/)
  // The button has only the tick; the amount is not asked for again.
  expect(payButton().element().querySelector('.label:not(.unseen)')).toBeNull()
})

test('the next order begins with an empty form', async () => {
  fixture = await openFixture()
  await fillCard()
  expect(await fixture.frame.submit()).toEqual(paid)
  const next = { ...facts, orderNumber: 'A-2' }
  fixture.answers['/api/checkout'] = [
    { ...(fixture.answers['/api/checkout']![0] as object), ...next, outcome: { ...open, ...next } },
  ]
  await fixture.frame.open({
    ticket: 'the.next.ticket',
    locale: 'en',
    appearance: { scheme: 'light', background: '#ffffff' },
  })
  expect([value('Card number'), value('Security code'), value('Name on card')]).toEqual(['', '', ''])
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  expect(document.querySelector('#tick')).toBeNull()
})

test('the shop may veto: nothing is sent and the form stays', async () => {
  fixture = await openFixture()
  fixture.mayPay = false
  await fillCard()
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(times('/api/pay')).toBe(0)
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  expect(value('Security code')).toBe('123')
})

describe('the page may submit only what the shopper has done for the order on the button', () => {
  const other = { ...facts, orderNumber: 'A-2' }
  const reopen = (ticket: string) =>
    fixture.frame.open({ ticket, locale: 'en', appearance: { scheme: 'light', background: '#ffffff' } })
  const showNext = (change: object): void => {
    const shown = fixture.answers['/api/checkout']![0] as object
    fixture.answers['/api/checkout'] = [{ ...shown, ...change }]
  }

  test.each([
    ['another order', { ...other, outcome: { state: 'open', ...other } }],
    ['another sum', { amount: 1 }],
  ])('%s wants a press of its own, and keeps what was typed', async (_, change) => {
    fixture = await openFixture()
    await fillCard()
    showNext(change)
    await reopen('the.other.ticket')
    expect(fixture.orderChanges).toBe(2)
    expect(await fixture.frame.submit()).toBeUndefined()
    expect(times('/api/pay')).toBe(0)
    await expect.element(page.getByRole('alert')).toHaveTextContent(en.card.pressButton)
    expect(value('Card number')).toBe('5555 5555 5555 5599')
    await payButton().click()
    await expect.poll(() => times('/api/pay')).toBe(1)
  })

  test('would be paid with the press for the one before, were the press not bound to its order', async () => {
    const unbound = vi.spyOn(Activation.prototype, 'reset').mockImplementation(() => {})
    fixture = await openFixture()
    await fillCard()
    showNext({ ...other, outcome: { state: 'open', ...other } })
    await reopen('the.other.ticket')
    await fixture.frame.submit()
    expect(times('/api/pay')).toBe(1)
    unbound.mockRestore()
  })

  test('the same order with another ticket wants none', async () => {
    fixture = await openFixture()
    await fillCard()
    await reopen('the.other.ticket')
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.orderChanges).toBe(1)
  })

  test('no other order is opened while one is paid', async () => {
    fixture = await openFixture()
    let answer = (_: object): void => {}
    fixture.answers['/api/pay'] = [new Promise<object>((resolve) => (answer = resolve))]
    await fillCard()
    const submitted = fixture.frame.submit()
    showNext({ ...other, outcome: { state: 'open', ...other } })
    await reopen('the.other.ticket')
    expect(fixture.calls('failed')[0]![0].code).toBe('frame_paying')
    answer(paid)
    expect(await submitted).toEqual(paid)
    expect(fixture.request.filter(({ path }) => path === '/api/pay').map(({ ticket }) => ticket)).toEqual([
      'Bearer the.order.ticket',
    ])
  })
})

test('an incomplete form asks the shop nothing', async () => {
  fixture = await openFixture()
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(fixture.calls('mayPay')).toHaveLength(0)
})

test('after a decline the card is there but for its code, and the order is prepared anew', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = [declined, paid]
  fixture.answers['/api/prepare'] = [
    { ...open, orderId: 'order-1' },
    { ...open, orderId: 'order-2' },
  ]
  await fillCard()
  expect(await fixture.frame.submit()).toEqual(declined)
  expect(await fixture.frame.submit()).toBeUndefined()
  await fixture.frame.again()
  expect([value('Card number'), value('Security code')]).toEqual(['5555 5555 5555 5599', ''])
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  await field('Security code').fill('321')
  expect(await fixture.frame.submit()).toEqual(paid)
  expect(fixture.request.filter(({ path }) => path === '/api/pay').map(({ body }) => body.orderId)).toEqual([
    'order-1',
    'order-2',
  ])
})

test('after a decline that will come again another card is asked for, and no second time for the next one', async () => {
  fixture = await openFixture()
  const refused = { error: { code: 'field_invalid', message: 'A sentence.' }, status: 400 }
  fixture.answers['/api/pay'] = [{ ...declined, reason: 'contact_bank', kind: 'hard' }, refused]
  await fillCard()
  await fixture.frame.submit()
  await fixture.frame.again()
  expect([value('Card number'), value('Expiry date'), value('Security code')]).toEqual(['', '', ''])
  expect(value('Name on card')).toBe('Jane Roe')
  await expect.element(page.getByRole('status')).toHaveTextContent('The last card was declined. Use another card')
  // It stays while the shopper types, since nothing may move then, and goes with the next press.
  await fillCard('4111111111111111')
  await expect.element(page.getByRole('status')).toHaveTextContent('The last card was declined. Use another card')
  await fixture.frame.submit()
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  await fixture.frame.again()
  expect(value('Card number')).toBe('4111 1111 1111 1111')
})

// WCAG 3.3.3, error suggestion: what the sentence says to do is what the form is ready for.
test.each(['card_expired', 'insufficient_funds', 'limit_exceeded', 'card_restricted', 'contact_bank'] as const)(
  'after a soft decline for %s, whose reason the page shows above the form, the fields are empty and say nothing more',
  async (reason) => {
    fixture = await openFixture()
    fixture.answers['/api/pay'] = [{ ...declined, reason, kind: 'soft' }]
    await fillCard()
    await fixture.frame.submit()
    await fixture.frame.again()
    await fixture.frame.focus()
    expect([value('Card number'), value('Expiry date'), value('Security code')]).toEqual(['', '', ''])
    expect([value('Name on card'), document.activeElement!.id]).toEqual(['Jane Roe', 'number'])
    expect(document.body.textContent).not.toContain(en.card.declinedCard)
  },
)

// WCAG 2.4.11, focus not obscured.
test('while a payment is under way the button has the focus, and says that it takes long; no field is covered', async () => {
  fixture = await openFixture()
  let answer!: (outcome: Outcome) => void
  fixture.answers['/api/pay'] = [new Promise<Outcome>((resolve) => (answer = resolve))]
  await fillCard()
  const height = document.body.offsetHeight
  await userEvent.keyboard('{Enter}')
  const note = document.querySelector('#note')!
  await expect.poll(() => note.textContent).toBe(en.checkout.slow)
  const [{ top, bottom }, button] = [note.getBoundingClientRect(), payButton().element().getBoundingClientRect()]
  expect(top).toBeGreaterThanOrEqual(button.top)
  expect(bottom).toBeLessThanOrEqual(button.bottom)
  expect([document.activeElement, document.body.offsetHeight]).toEqual([payButton().element(), height])
  expect(getComputedStyle(document.querySelector('#pay-paying')!).opacity).toBe('0')
  answer(paid)
  await expect.poll(() => document.querySelector('#tick')).not.toBeNull()
  expect(document.querySelector('.spinner')).toBeNull()
})

async function backAtForm() {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = [declined, paid]
  let deliver!: (outcome: Outcome) => void
  fixture.answers['/api/outcome'] = [new Promise<Outcome>((resolve) => (deliver = resolve))]
  await fillCard()
  await fixture.frame.submit()
  const late = fixture.frame.refresh()
  await fixture.frame.again()
  return { late, deliver }
}

test('a word on the last try that comes after the form is shown again does not take the form away', async () => {
  const { late, deliver } = await backAtForm()
  deliver({ state: 'pending', ...facts })
  expect(await late).toMatchObject({ state: 'pending' })
  await field('Security code').fill('321')
  expect(await fixture.frame.submit()).toEqual(paid)
})

test('a late word that the order is paid takes the card away all the same, and the page is told', async () => {
  const { late, deliver } = await backAtForm()
  deliver(paid)
  expect(await late).toEqual(paid)
  expect(fixture.calls('concluded')).toEqual([[declined], [paid]])
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(times('/api/pay')).toBe(1)
})

test('a refusal is reported and leaves the form usable', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = [refused('ticket_expired', 401)]
  await fillCard()
  await payButton().click()
  await expect.poll(() => fixture.calls('failed')).toEqual([[{ code: 'ticket_expired', message: 'A sentence.' }]])
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  expect(value('Card number')).toBe('5555 5555 5555 5599')
  expect(times('/api/outcome')).toBe(0)
})

test.each([['lost' as const], [500], [refused('internal', 500)], [{ nonsense: true }]])(
  'a payment whose answer is %j is never sent again, but withdrawn, which returns its outcome',
  async (answer) => {
    fixture = await openFixture()
    fixture.answers['/api/pay'] = [answer]
    fixture.answers['/api/withdraw'] = ['lost', 500, paid]
    await fillCard()
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(times('/api/pay')).toBe(1)
    const { requestId } = fixture.bodyOf('/api/pay')
    expect(bodiesOf('/api/withdraw')).toEqual([{ requestId }, { requestId }, { requestId }])
    expect(fixture.calls('failed')).toEqual([])
  },
)

test('a payment that was withdrawn before it arrived leaves the form as it was, to be tried again under a new name', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = ['lost', paid]
  fixture.answers['/api/withdraw'] = [open]
  await fillCard()
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(fixture.calls('failed').map(([error]) => error.code)).toEqual(['frame_unsent'])
  expect(value('Card number')).toBe('5555 5555 5555 5599')
  expect(await fixture.frame.submit()).toEqual(paid)
  const [first, second] = bodiesOf('/api/pay').map(({ requestId }) => requestId)
  expect(second).not.toBe(first)
})

test('a payment that cannot be withdrawn either is pending, and nothing is believed of the order before it is', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = ['lost', paid]
  await fillCard()
  expect(await fixture.frame.submit()).toEqual({ state: 'pending', ...facts })
  fixture.answers['/api/withdraw'] = [declined]
  expect(await fixture.frame.refresh()).toEqual(declined)
  expect(times('/api/outcome')).toBe(0)
  await fixture.frame.again()
  expect(await fixture.frame.refresh()).toEqual(open)
  expect(times('/api/pay')).toBe(1)
})

test('a page that is left withdraws what it has sent, and nothing when that has ended', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = [new Promise<Outcome>(() => {})]
  await fillCard()
  void fixture.frame.submit()
  await expect.poll(() => times('/api/pay')).toBe(1)
  fixture.drop()
  await expect.poll(() => bodiesOf('/api/withdraw')).toEqual([{ requestId: fixture.bodyOf('/api/pay')['requestId'] }])
  fixture = await openFixture()
  await fillCard()
  await fixture.frame.submit()
  fixture.drop()
  expect([times('/api/pay'), times('/api/withdraw'), times('/api/outcome')]).toEqual([1, 0, 0])
})

const bodiesOf = (path: string) => fixture.request.filter((one) => one.path === path).map(({ body }) => body)

test.each(['gateway_unreachable', 'gateway_refused_credentials', 'gateway_misconfigured'])(
  'where the proxy says that nothing was sent (%s), and the order agrees, the shopper may try again',
  async (code) => {
    fixture = await openFixture()
    fixture.answers['/api/pay'] = [refused(code, 503)]
    fixture.answers['/api/withdraw'] = [open]
    await fillCard()
    expect(await fixture.frame.submit()).toBeUndefined()
    expect(fixture.calls('failed').map(([error]) => error.code)).toEqual([code])
    expect(times('/api/withdraw')).toBe(1)
  },
)

test('after the method the same sealed card goes on with its continuation', async () => {
  fixture = await openFixture()
  fixture.answers['/api/pay'] = [method]
  fixture.answers['/api/authenticate'] = [paid]
  await fillCard()
  expect(await fixture.frame.submit()).toEqual(method)
  await expect.element(payButton()).toHaveTextContent('Paying…')
  expect(await fixture.frame.authenticate()).toEqual(paid)
  const { requestId, ...card } = fixture.bodyOf('/api/pay')
  const goingOn = fixture.bodyOf('/api/authenticate')
  expect(goingOn).toEqual({ ...card, requestId: expect.any(String), continuation: 'the-continuation' })
  expect(goingOn['requestId']).not.toBe(requestId)
})

test('without a sealed card, after a reload, authenticate only looks', async () => {
  fixture = await openFixture({ outcome: method })
  expect(document.querySelector('form')).toBeNull()
  fixture.answers['/api/outcome'] = [declined]
  expect(await fixture.frame.authenticate()).toEqual(declined)
  expect(times('/api/authenticate')).toBe(0)
  await fixture.frame.again()
  expect(document.querySelector('form')).not.toBeNull()
})

test('an order that is settled already shows no form, and an order paid elsewhere is not paid again', async () => {
  fixture = await openFixture({ outcome: paid })
  expect(document.querySelector('form')).toBeNull()
  expect(fixture.calls('opened').map(([{ outcome }]) => outcome)).toEqual([paid])
  fixture.drop()
  fixture = await openFixture()
  fixture.answers['/api/prepare'] = ['lost', paid]
  await fillCard()
  expect(await fixture.frame.submit()).toEqual(paid)
  expect(times('/api/pay')).toBe(0)
})

test('typing a card for an order that was paid elsewhere reports that payment at once, and what was typed is gone', async () => {
  fixture = await openFixture()
  fixture.answers['/api/prepare'] = [paid]
  await field('Card number').fill('4')
  await expect.poll(() => fixture.calls('concluded')).toEqual([[paid]])
  expect(value('Card number')).toBe('•')
  expect(await fixture.frame.submit()).toBeUndefined()
})

test('a form that stays open shows that its order was paid elsewhere, unless it pays itself', async () => {
  fixture = await openFixture()
  fixture.answers['/api/outcome'] = [paid]
  fixture.passMinute()
  await concluded().toEqual([paid])
  fixture.drop()
  fixture = await openFixture()
  await fillCard()
  fixture.answers['/api/pay'] = [new Promise(() => {})]
  void fixture.frame.submit()
  await expect.poll(() => times('/api/pay')).toBe(1)
  fixture.passMinute()
  expect(times('/api/outcome')).toBe(0)
})

test('a failed preparation waits for the submit, which tries once more', async () => {
  fixture = await openFixture()
  fixture.answers['/api/prepare'] = ['lost', { ...open, orderId: 'order-1' }]
  await fillCard()
  expect(times('/api/prepare')).toBe(1)
  expect(await fixture.frame.submit()).toEqual(paid)
  expect(times('/api/prepare')).toBe(2)
})

test('a failed opening is reported, and the next may succeed', async () => {
  fixture = await openFixture()
  fixture.answers['/api/checkout']!.unshift('lost', 'lost', refused('ticket_forged', 401))
  const opening = { ticket: 'other', locale: 'en', appearance: { scheme: 'light' } as const }
  await fixture.frame.open(opening)
  await fixture.frame.open(opening)
  expect(fixture.calls('failed').map(([error]) => error.code)).toEqual(['frame_network', 'ticket_forged'])
  await fixture.frame.open(opening)
  expect(fixture.calls('opened')).toHaveLength(2)
})

test('what fails for the page fails without a word of what was typed', async () => {
  fixture = await openFixture()
  fixture.answers['/api/outcome'] = [refused('ticket_expired', 401)]
  await expect(fixture.frame.refresh()).rejects.toMatchObject({ name: 'ticket_expired', message: 'A sentence.' })
  expect((await fixture.frame.cancel()).state).toBe('cancelled')
})

test('a newly signed ticket of the order is that of all later requests, and one of another order is left alone', async () => {
  const signed = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`
  const [first, second] = [1, 2].map((iat) => signed({ orderNumber: 'A-1', amount: 1, iat }))
  fixture = await openFixture()
  await fixture.frame.open({ ticket: first!, locale: 'en', appearance: { scheme: 'light' } })
  await fixture.frame.renew(second!)
  await fixture.frame.renew(signed({ orderNumber: 'A-1', amount: 2 }))
  await fillCard()
  await userEvent.keyboard('{Enter}')
  await concluded().toEqual([paid])
  const tickets = fixture.request.map(({ path, ticket }) => [path, ticket])
  expect(tickets.slice(tickets.findLastIndex(([path]) => path === '/api/checkout'))).toEqual([
    ['/api/checkout', `Bearer ${first}`],
    ['/api/prepare', `Bearer ${second}`],
    ['/api/pay', `Bearer ${second}`],
  ])
})
