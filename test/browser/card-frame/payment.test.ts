import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Activation } from '#card-frame/form/activation.ts'
import type { Outcome } from '#contract/checkout.ts'
import { en } from '#texts/en.ts'
import { declined, facts, field, fillCard, open, openStage, paid, payButton, type Stage } from './stage.ts'

let stage: Stage
afterEach(() => stage.drop())

const refused = (code: string, status: number) => ({ error: { code, message: 'A sentence.' }, status })
const times = (path: string) => stage.paths().filter((asked) => asked === path).length
const value = (label: string) => (field(label).element() as HTMLInputElement).value
const concluded = () => expect.poll(() => stage.told('concluded').map(([outcome]) => outcome))

const method: Outcome = {
  state: 'authenticate',
  ...facts,
  orderId: 'order-1',
  step: { kind: 'method', nonce: 'n', continuation: 'the-continuation' },
}

test('the order is prepared once, at the first input', async () => {
  stage = await openStage()
  expect(times('/api/prepare')).toBe(0)
  await field('Card number').fill('5')
  expect(times('/api/prepare')).toBe(1)
  await fillCard()
  expect(times('/api/prepare')).toBe(1)
})

test('Enter pays, with a sealed card and nothing in the clear', async () => {
  stage = await openStage()
  await fillCard()
  await userEvent.keyboard('{Enter}')
  await concluded().toEqual([paid])
  const body = stage.bodyOf('/api/pay')
  expect(Object.keys(body).toSorted()).toEqual(['browser', 'cardholder', 'orderId', 'requestId', 'seToken'])
  expect(body).toMatchObject({ orderId: 'order-1', cardholder: 'Jane Roe' })
  expect(atob(body.seToken as string)).toHaveLength(256)
  expect(JSON.stringify(stage.asked)).not.toContain('5555')
  expect(value('Card number')).toBe('')
})

test('a double submit is one payment, shown as under way', async () => {
  stage = await openStage()
  let answer = (_: object): void => {}
  stage.answers['/api/pay'] = [new Promise<object>((resolve) => (answer = resolve))]
  await fillCard()
  await userEvent.keyboard('{Enter}{Enter}')
  const again = stage.frame.submit()
  await expect.element(payButton()).toHaveTextContent('Paying…')
  await userEvent.keyboard('9')
  expect(value('Name on card')).toBe('Jane Roe')
  answer(paid)
  expect(await again).toEqual(paid)
  expect(times('/api/pay')).toBe(1)
  expect(stage.told('concluded')).toHaveLength(1)
})

test('the shop may veto: nothing is sent and the form stays', async () => {
  stage = await openStage()
  stage.leave = false
  await fillCard()
  expect(await stage.frame.submit()).toBeUndefined()
  expect(times('/api/pay')).toBe(0)
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  expect(value('Security code')).toBe('123')
})

describe('the page may submit only what the shopper has done for the order on the button', () => {
  const other = { ...facts, orderNumber: 'A-2' }
  const reopen = (ticket: string) =>
    stage.frame.open({ ticket, locale: 'en', appearance: { scheme: 'light', background: '#ffffff' } })
  const showNext = (change: object): void => {
    const shown = stage.answers['/api/checkout']![0] as object
    stage.answers['/api/checkout'] = [{ ...shown, ...change }]
  }

  test.each([
    ['another order', { ...other, outcome: { state: 'open', ...other } }],
    ['another sum', { amount: 1 }],
  ])('%s wants a press of its own, and keeps what was typed', async (_, change) => {
    stage = await openStage()
    await fillCard()
    showNext(change)
    await reopen('the.other.ticket')
    expect(stage.orderChanges).toBe(2)
    expect(await stage.frame.submit()).toBeUndefined()
    expect(times('/api/pay')).toBe(0)
    await expect.element(page.getByRole('alert')).toHaveTextContent(en.card.pressButton)
    expect(value('Card number')).toBe('5555 5555 5555 5599')
    await payButton().click()
    await expect.poll(() => times('/api/pay')).toBe(1)
  })

  test('would be paid with the press for the one before, were the press not bound to its order', async () => {
    const unbound = vi.spyOn(Activation.prototype, 'reset').mockImplementation(() => {})
    stage = await openStage()
    await fillCard()
    showNext({ ...other, outcome: { state: 'open', ...other } })
    await reopen('the.other.ticket')
    await stage.frame.submit()
    expect(times('/api/pay')).toBe(1)
    unbound.mockRestore()
  })

  test('the same order with another ticket wants none', async () => {
    stage = await openStage()
    await fillCard()
    await reopen('the.other.ticket')
    expect(await stage.frame.submit()).toEqual(paid)
    expect(stage.orderChanges).toBe(1)
  })

  test('no other order is opened while one is paid', async () => {
    stage = await openStage()
    let answer = (_: object): void => {}
    stage.answers['/api/pay'] = [new Promise<object>((resolve) => (answer = resolve))]
    await fillCard()
    const submitted = stage.frame.submit()
    showNext({ ...other, outcome: { state: 'open', ...other } })
    await reopen('the.other.ticket')
    expect(stage.told('failed')[0]![0].code).toBe('frame_paying')
    answer(paid)
    expect(await submitted).toEqual(paid)
    expect(stage.asked.filter(({ path }) => path === '/api/pay').map(({ ticket }) => ticket)).toEqual([
      'Bearer the.order.ticket',
    ])
  })
})

test('an incomplete form asks the shop nothing', async () => {
  stage = await openStage()
  expect(await stage.frame.submit()).toBeUndefined()
  expect(stage.told('mayPay')).toHaveLength(0)
})

test('after a decline the card is there but for its code, and the order is prepared anew', async () => {
  stage = await openStage()
  stage.answers['/api/pay'] = [declined, paid]
  stage.answers['/api/prepare'] = [
    { ...open, orderId: 'order-1' },
    { ...open, orderId: 'order-2' },
  ]
  await fillCard()
  expect(await stage.frame.submit()).toEqual(declined)
  expect(await stage.frame.submit()).toBeUndefined()
  await stage.frame.again()
  expect([value('Card number'), value('Security code')]).toEqual(['5555 5555 5555 5599', ''])
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  await field('Security code').fill('321')
  expect(await stage.frame.submit()).toEqual(paid)
  expect(stage.asked.filter(({ path }) => path === '/api/pay').map(({ body }) => body.orderId)).toEqual([
    'order-1',
    'order-2',
  ])
})

test('after a decline that will come again another card is asked for, and no second time for the next one', async () => {
  stage = await openStage()
  const refused = { error: { code: 'field_invalid', message: 'A sentence.' }, status: 400 }
  stage.answers['/api/pay'] = [{ ...declined, reason: 'contact_bank', kind: 'hard' }, refused]
  await fillCard()
  await stage.frame.submit()
  await stage.frame.again()
  expect([value('Card number'), value('Expiry date'), value('Security code')]).toEqual(['', '', ''])
  expect(value('Name on card')).toBe('Jane Roe')
  await expect.element(page.getByRole('status')).toHaveTextContent('The last card was declined. Use another card')
  await fillCard('4111111111111111')
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  await stage.frame.submit()
  await stage.frame.again()
  expect(value('Card number')).toBe('4111 1111 1111 1111')
})

async function backAtForm() {
  stage = await openStage()
  stage.answers['/api/pay'] = [declined, paid]
  let tell!: (outcome: Outcome) => void
  stage.answers['/api/outcome'] = [new Promise<Outcome>((resolve) => (tell = resolve))]
  await fillCard()
  await stage.frame.submit()
  const late = stage.frame.refresh()
  await stage.frame.again()
  return { late, tell }
}

test('a word on the last try that comes after the form is shown again does not take the form away', async () => {
  const { late, tell } = await backAtForm()
  tell({ state: 'pending', ...facts })
  expect(await late).toMatchObject({ state: 'pending' })
  await field('Security code').fill('321')
  expect(await stage.frame.submit()).toEqual(paid)
})

test('a late word that the order is paid takes the card away all the same', async () => {
  const { late, tell } = await backAtForm()
  tell(paid)
  expect(await late).toEqual(paid)
  expect(await stage.frame.submit()).toBeUndefined()
  expect(times('/api/pay')).toBe(1)
})

test('a refusal is told and leaves the form usable', async () => {
  stage = await openStage()
  stage.answers['/api/pay'] = [refused('ticket_expired', 401)]
  await fillCard()
  await payButton().click()
  await expect.poll(() => stage.told('failed')).toEqual([[{ code: 'ticket_expired', message: 'A sentence.' }]])
  await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  expect(value('Card number')).toBe('5555 5555 5555 5599')
  expect(times('/api/outcome')).toBe(0)
})

test.each([['lost' as const], [500], [refused('internal', 500)], [{ nonsense: true }]])(
  'a payment whose answer is %j is never sent again, but withdrawn, which tells what became of it',
  async (answer) => {
    stage = await openStage()
    stage.answers['/api/pay'] = [answer]
    stage.answers['/api/withdraw'] = ['lost', 500, paid]
    await fillCard()
    expect(await stage.frame.submit()).toEqual(paid)
    expect(times('/api/pay')).toBe(1)
    const { requestId } = stage.bodyOf('/api/pay')
    expect(bodiesOf('/api/withdraw')).toEqual([{ requestId }, { requestId }, { requestId }])
    expect(stage.told('failed')).toEqual([])
  },
)

test('a payment that was withdrawn before it arrived leaves the form as it was, to be tried again under a new name', async () => {
  stage = await openStage()
  stage.answers['/api/pay'] = ['lost', paid]
  stage.answers['/api/withdraw'] = [open]
  await fillCard()
  expect(await stage.frame.submit()).toBeUndefined()
  expect(stage.told('failed').map(([trouble]) => trouble.code)).toEqual(['frame_unsent'])
  expect(value('Card number')).toBe('5555 5555 5555 5599')
  expect(await stage.frame.submit()).toEqual(paid)
  const [first, second] = bodiesOf('/api/pay').map(({ requestId }) => requestId)
  expect(second).not.toBe(first)
})

test('a payment that cannot be withdrawn either is pending, and nothing is believed of the order before it is', async () => {
  stage = await openStage()
  stage.answers['/api/pay'] = ['lost', paid]
  await fillCard()
  expect(await stage.frame.submit()).toEqual({ state: 'pending', ...facts })
  stage.answers['/api/withdraw'] = [declined]
  expect(await stage.frame.refresh()).toEqual(declined)
  expect(times('/api/outcome')).toBe(0)
  await stage.frame.again()
  expect(await stage.frame.refresh()).toEqual(open)
  expect(times('/api/pay')).toBe(1)
})

test('a page that is left withdraws what it has sent, and nothing when that has ended', async () => {
  stage = await openStage()
  stage.answers['/api/pay'] = [new Promise<Outcome>(() => {})]
  await fillCard()
  void stage.frame.submit()
  await expect.poll(() => times('/api/pay')).toBe(1)
  stage.drop()
  await expect.poll(() => bodiesOf('/api/withdraw')).toEqual([{ requestId: stage.bodyOf('/api/pay')['requestId'] }])
  stage = await openStage()
  await fillCard()
  await stage.frame.submit()
  stage.drop()
  expect([times('/api/pay'), times('/api/withdraw'), times('/api/outcome')]).toEqual([1, 0, 0])
})

const bodiesOf = (path: string) => stage.asked.filter((one) => one.path === path).map(({ body }) => body)

test.each(['gateway_unreachable', 'gateway_refused_credentials', 'gateway_misconfigured'])(
  'where the proxy says that nothing was sent (%s), and the order agrees, the shopper may try again',
  async (code) => {
    stage = await openStage()
    stage.answers['/api/pay'] = [refused(code, 503)]
    stage.answers['/api/withdraw'] = [open]
    await fillCard()
    expect(await stage.frame.submit()).toBeUndefined()
    expect(stage.told('failed').map(([trouble]) => trouble.code)).toEqual([code])
    expect(times('/api/withdraw')).toBe(1)
  },
)

test('after the method the same sealed card goes on with its continuation', async () => {
  stage = await openStage()
  stage.answers['/api/pay'] = [method]
  stage.answers['/api/authenticate'] = [paid]
  await fillCard()
  expect(await stage.frame.submit()).toEqual(method)
  await expect.element(payButton()).toHaveTextContent('Paying…')
  expect(await stage.frame.authenticate()).toEqual(paid)
  const { requestId, ...card } = stage.bodyOf('/api/pay')
  const goingOn = stage.bodyOf('/api/authenticate')
  expect(goingOn).toEqual({ ...card, requestId: expect.any(String), continuation: 'the-continuation' })
  expect(goingOn['requestId']).not.toBe(requestId)
})

test('without a sealed card, after a reload, authenticate only looks', async () => {
  stage = await openStage({ outcome: method })
  expect(document.querySelector('form')).toBeNull()
  stage.answers['/api/outcome'] = [declined]
  expect(await stage.frame.authenticate()).toEqual(declined)
  expect(times('/api/authenticate')).toBe(0)
  await stage.frame.again()
  expect(document.querySelector('form')).not.toBeNull()
})

test('an order that is settled already shows no form, and an order paid elsewhere is not paid again', async () => {
  stage = await openStage({ outcome: paid })
  expect(document.querySelector('form')).toBeNull()
  expect(stage.told('opened').map(([{ outcome }]) => outcome)).toEqual([paid])
  stage.drop()
  stage = await openStage()
  stage.answers['/api/prepare'] = ['lost', paid]
  await fillCard()
  expect(await stage.frame.submit()).toEqual(paid)
  expect(times('/api/pay')).toBe(0)
})

test('whoever types a card for an order that was paid elsewhere hears so at once, and what was typed is gone', async () => {
  stage = await openStage()
  stage.answers['/api/prepare'] = [paid]
  await field('Card number').fill('4')
  await expect.poll(() => stage.told('concluded')).toEqual([[paid]])
  expect(value('Card number')).toBe('')
  expect(await stage.frame.submit()).toBeUndefined()
})

test('a failed preparation waits for the submit, which tries once more', async () => {
  stage = await openStage()
  stage.answers['/api/prepare'] = ['lost', { ...open, orderId: 'order-1' }]
  await fillCard()
  expect(times('/api/prepare')).toBe(1)
  expect(await stage.frame.submit()).toEqual(paid)
  expect(times('/api/prepare')).toBe(2)
})

test('a failed opening is told, and the next may succeed', async () => {
  stage = await openStage()
  stage.answers['/api/checkout']!.unshift('lost', 'lost', refused('ticket_forged', 401))
  const opening = { ticket: 'other', locale: 'en', appearance: { scheme: 'light' } as const }
  await stage.frame.open(opening)
  await stage.frame.open(opening)
  expect(stage.told('failed').map(([trouble]) => trouble.code)).toEqual(['frame_network', 'ticket_forged'])
  await stage.frame.open(opening)
  expect(stage.told('opened')).toHaveLength(2)
})

test('what fails for the page fails without a word of what was typed', async () => {
  stage = await openStage()
  stage.answers['/api/outcome'] = [refused('ticket_expired', 401)]
  await expect(stage.frame.refresh()).rejects.toMatchObject({ name: 'ticket_expired', message: 'A sentence.' })
  expect((await stage.frame.cancel()).state).toBe('cancelled')
})
