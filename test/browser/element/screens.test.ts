import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Outcome } from '#contract/checkout.ts'
import { states } from '#element/state/checkout-state.ts'
import { language as en } from '#texts/languages/en.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { at, mounted, pay, ripe, ticked } from './fixture.ts'

afterEach(async () => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  await page.viewport(800, 600)
})

/** Page-level rules are for the shop's page; the frames' documents have tests of their own. */
const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }

test('a shopper who gives up at the bank while the proxy cannot be reached is asked not to pay again, and nothing else', async () => {
  const { element, fixture: setup, shadow } = await at('authenticating')
  setup.onCancel = new Error('The proxy could not be reached.')
  shadow.querySelector<HTMLButtonElement>('[data-testid=challenge-cancel]')!.click()
  await ripe(element)
  expect(element.state).toBe('pending')
  expect(shadow.textContent).toContain(en.checkout.pendingHint)
  expect(shadow.textContent).not.toContain('charged')
})

describe.each(states)('%s', (state) => {
  test.each([
    ['light', 'en'],
    ['light', 'ar'],
    ['dark', 'en'],
    ['dark', 'ar'],
  ])('in %s and %s has nothing that axe finds', async (theme, locale) => {
    document.documentElement.style.colorScheme = theme
    const { element } = await at(state, { locale })
    const { violations } = await axe.run(element, { iframes: false, rules })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
  })

  test.each(['en', 'ru', 'ar'])('fits on 320 px in %s', async (locale) => {
    await page.viewport(320, 568)
    document.body.style.margin = '0'
    const { shadow } = await at(state, { locale })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    const wide = [...shadow.querySelectorAll<HTMLElement>('h2, p, button, dialog, footer')]
      .filter((node) => node.scrollWidth > node.clientWidth + 1 && !node.matches('.unseen'))
      .map((node) => node.outerHTML)
    expect(wide).toEqual([])
  })
})

test.each([
  ['paid', null, 'Thank you. You paid RUB 1,299.00.'],
  ['held', null, 'RUB 1,299.00 is reserved on your card and will be charged later.'],
  ['verified', null, 'Your bank has confirmed the card. You have not been charged.'],
  ['refunded', null, 'RUB 299.00 of the RUB 1,299.00 paid has been returned to you.'],
  ['declined', 'alert', `You have not been charged. ${en.reasons.insufficient_funds}`],
  ['cancelled', null, 'You have not been charged.'],
  ['expired', null, 'You have not been charged.'],
  ['pending', null, 'Please do not pay again.'],
  ['failed', 'alert', 'taking too long to load'],
  // WCAG 4.1.3, status messages.
] as const)(
  '%s has the role %s, its title, its reason and the order, and is said by one live region',
  async (state, role, words) => {
    const { shadow } = await at(state)
    const saying = [...shadow.querySelectorAll('[role=status], [role=alert], [aria-live]')].filter(
      (region) => region.textContent.trim() && !region.closest('dialog'),
    )
    expect(saying).toHaveLength(1)
    const screen = shadow.querySelector('.screen')!
    // What is loaded later, such as the receipt, does not repeat the announcement.
    expect(screen.querySelector('h2')!.parentElement!.getAttribute('role')).toBe(role)
    expect(screen.querySelectorAll('[role] .receipt, [role] button')).toHaveLength(0)
    expect(screen.querySelector('h2')!.textContent).toBe(en.checkout[state])
    expect(screen.textContent.replaceAll(/\s/g, ' ')).toContain(words)
    expect(screen.textContent).toMatch(/Order\s+A-1001/)
  },
)

test('to an operator a paid order is one that the customer has paid', async () => {
  const order = ticketOf({ ...facts, channel: 'moto' })
  const { shadow } = await mounted({ order }, (made) => (made.onOpen = outcomes.paid))
  const words = shadow.querySelector('.screen p')!.textContent.replaceAll(/\s/g, ' ')
  expect(words).toBe('RUB 1,299.00 was charged to the customer’s card.')
})

test('a payment has a receipt: the amount, the card, the time and the numbers of it, and no more of the card', async () => {
  const card = { brand: 'mir', lastDigits: '0004', at: Date.UTC(2026, 10, 25, 14, 3) }
  const shop = { shop: 'Tea & more', support: '+371 6000 0000', bankAnswer: 'Payment is processed' }
  const receipt = { ...card, ...shop, paymentId: 'b8f5', approvalCode: '332157', refNum: '633302000024' }
  const { shadow } = await mounted({}, (made) => (made.onOpen = { ...outcomes.paid, orderId: '0a4e', receipt }))
  const rows = () =>
    [...shadow.querySelectorAll('.receipt div')].map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim())
  await expect
    .poll(rows)
    .toEqual([
      'Amount RUB 1,299.00',
      'Card Mir •••• 0004',
      expect.stringMatching(/^Date Nov 2\d, 2026, \d+:\d+\s[AP]M$/),
      'Order A-1001',
      'Payment ID b8f5',
      'Approval code 332157',
      'Reference number 633302000024',
      'Bank’s answer Payment is processed',
      'Shop Tea & more',
      'Support +371 6000 0000',
    ])
})

test('the receipt has the edges of the form, and its values the same end, also in lines of their own', async () => {
  await page.viewport(360, 640)
  const receipt = { brand: 'visa', lastDigits: '0004' }
  const order = { ...outcomes.paid, orderNumber: 'A-1001', receipt }
  const { shadow } = await mounted({}, (made) => (made.onOpen = order))
  const edgesOf = (part: Element) => [part.getBoundingClientRect().left, part.getBoundingClientRect().right]
  expect(edgesOf(shadow.querySelector('.receipt')!)).toEqual(edgesOf(shadow.querySelector('.screen-area')!))
  shadow.querySelector('dt')!.textContent = 'A label that leaves no room for its value beside it'
  const ends = [...shadow.querySelectorAll('.receipt dd')].map((value) => Math.round(edgesOf(value)[1]!))
  expect(new Set(ends).size).toBe(1)
})

test.each(['Call +1 555', 'constructor'])('the brand %s is not known, and not shown', async (brand) => {
  const receipt = { brand, lastDigits: '0004' }
  const { shadow } = await mounted({}, (made) => (made.onOpen = { ...outcomes.paid, receipt }))
  const [, card] = [...shadow.querySelectorAll('.receipt dd')].map((value) => value.textContent.trim())
  expect(card).toBe('•••• 0004')
})

test('the page’s own content stands above and below the form, and stays with a result, whose parts take its style', async () => {
  const { element, fixture: setup, shadow } = await at('ready')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('fixture-checkout::part(title) { color: rgb(1, 2, 3) }')
  document.adoptedStyleSheets = [sheet]
  const names = ['legal', 'footer', 'button', 'header']
  for (const slot of names) element.append(Object.assign(document.createElement('p'), { slot, textContent: slot }))
  const inOrder = (form: Element): (string | null)[] =>
    [form, ...element.children]
      .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
      .map((one) => one.textContent || null)
  await ripe(element)
  const withForm = inOrder(shadow.querySelector('iframe')!)
  await pay(setup, element)
  await setup.host.concluded(outcomes.paid)
  await ticked(setup, element)
  const title = shadow.querySelector('.screen h2')!
  expect([withForm, inOrder(title)]).toEqual([
    ['header', null, 'button', 'footer', 'legal'],
    ['header', title.textContent, 'button', 'footer', 'legal'],
  ])
  expect(getComputedStyle(title).color).toBe('rgb(1, 2, 3)')
  document.adoptedStyleSheets = []
})

// Thin and small, a tick is lost in its disc of 56 px.
test.each([
  ['paid', 28],
  ['cancelled', 16],
] as const)('the sign of %s is %i px wide, in lines of 2.5 px', async (state, width) => {
  const { shadow } = await at(state)
  const path = shadow.querySelector<SVGPathElement>('.badge path')!
  const scale = path.getScreenCTM()!.a
  expect(path.getBBox().width * scale).toBeCloseTo(width)
  expect(Number.parseFloat(getComputedStyle(path).strokeWidth) * scale).toBeCloseTo(2.5)
})

describe('the tick of the button', () => {
  const concluded = async (outcome: Outcome, attributes: Record<string, string> = {}) => {
    const opened = await at('submitting', attributes)
    await opened.fixture.host.concluded(outcome)
    await ripe(opened.element)
    return opened
  }
  const isShown = ({ shadow }: Awaited<ReturnType<typeof at>>) => ({
    form: !shadow.querySelector('.place')!.matches('.aside'),
    result: shadow.querySelector('.screen') !== null,
  })

  test('is seen before the result takes the form’s place and the focus; the words are said at once', async () => {
    const opened = await concluded(outcomes.paid)
    const { shadow, element, fixture: setup } = opened
    expect([element.state, isShown(opened)]).toEqual(['paid', { form: true, result: false }])
    expect(shadow.querySelector('[role=status]')!.textContent).toContain(en.checkout.paid)
    await ticked(setup, element)
    expect(isShown(opened)).toEqual({ form: false, result: true })
    await expect.poll(() => shadow.activeElement).toBe(shadow.querySelector('.screen h2'))
  })

  test('leads to the disc of the result, which comes from where the button was', async () => {
    const { shadow, element, fixture: setup } = await concluded(outcomes.paid)
    const { bottom } = shadow.querySelector('.place')!.getBoundingClientRect()
    await ticked(setup, element)
    const [box, disc] = [shadow.querySelector<HTMLElement>('.box')!, shadow.querySelector('.badge')!]
    const travel = disc.getAnimations().find((one) => (one as CSSAnimation).animationName === 'travel')!
    travel.pause()
    travel.currentTime = 0
    expect(disc.getBoundingClientRect().bottom).toBeCloseTo(bottom, 0)
    expect(box.hasAttribute('data-ticked')).toBe(true)
  })

  test.each([
    ['a payment that was not made', outcomes.hard, {}, 'declined'],
    ['a form without its button', outcomes.paid, { 'hide-button': '' }, 'paid'],
    ['a page that wants no motion', outcomes.paid, { style: '--tender-motion: none' }, 'paid'],
  ])('is not waited for with %s', async (_, outcome, attributes, state) => {
    const opened = await concluded(outcome, attributes as Record<string, string>)
    expect([opened.element.state, isShown(opened)]).toEqual([state, { form: false, result: true }])
  })

  test('gives way to another order at once', async () => {
    const opened = await concluded(outcomes.paid)
    opened.element.order = ticketOf({ ...facts, orderNumber: 'A-18' })
    await ticked(opened.fixture, opened.element)
    expect(isShown(opened)).toEqual({ form: true, result: false })
  })
})

test('what replaces the form is as high as it was', async () => {
  const { element, fixture: setup, shadow } = await at('ready')
  await setup.host.resized(560)
  await ripe(element)
  const before = element.offsetHeight
  await pay(setup, element)
  await setup.host.concluded(outcomes.paid)
  await ticked(setup, element)
  expect([shadow.querySelector('.screen h2')!.textContent, element.offsetHeight]).toEqual([en.checkout.paid, before])
})

test.each([
  ['paid', 'Thank you. You paid RUB 1,309.50.'],
  ['held', 'RUB 1,309.50 is reserved on your card'],
  ['refunded', 'RUB 299.00 of the RUB 1,309.50 paid'],
] as const)('%s shows the amount with the fee', async (state, words) => {
  const { shadow, element } = await at(state, { order: ticketOf({ ...facts, feeInput: 1_050 }) })
  expect(shadow.querySelector('.screen')!.textContent.replaceAll(/\s/g, ' ')).toContain(words)
  expect(element.state).toBe(state)
})

test.each([
  ['loading', 'Loading secure checkout…'],
  ['submitting', 'Paying…'],
  ['authenticating', 'Your bank asks you to confirm this payment'],
  ['ready', ''],
  ['paid', 'Payment successful. Thank you. You paid RUB 1,299.00.'],
  ['held', 'Amount reserved. RUB 1,299.00 is reserved on your card and will be charged later.'],
  ['verified', 'Your card is saved. Your bank has confirmed the card. You have not been charged.'],
  ['cancelled', 'The payment was cancelled. You have not been charged.'],
  ['expired', 'Your time to pay has run out. You have not been charged.'],
  ['declined', ''],
] as const)('%s is announced in the live region as %j', async (state, words) => {
  const { shadow } = await at(state)
  expect(shadow.querySelector('[role=status].unseen')!.textContent!.replaceAll(/\s/g, ' ')).toBe(words)
})

test('an expired order that cannot be tried again leads back to the shop', async () => {
  const { shadow } = await mounted({}, (made) => (made.onOpen = { ...outcomes.expired, again: false }))
  const screen = shadow.querySelector('.screen')!
  await expect.poll(() => screen.textContent).toContain(`You have not been charged. ${en.reasons.order_expired}`)
  expect(screen.querySelector('[data-testid=retry]')).toBeNull()
})

test.each([
  ['hard', en.card.anotherCard],
  [undefined, en.checkout.tryAgain],
] as const)('after a %s decline the button says %j', async (kind, words) => {
  const { shadow } = await mounted({}, (made) => (made.onOpen = { ...outcomes.declined, ...(kind && { kind }) }))
  expect(shadow.querySelector('[data-testid=retry]')!.textContent).toBe(words)
})

test('after a decline that the same card may follow, the form is there with the reason above it, announced once', async () => {
  const { element, shadow, fixture: setup } = await at('ready')
  await pay(setup, element)
  await setup.host.concluded(outcomes.soft)
  await ripe(element)
  const alert = shadow.querySelector('[role=alert]')!
  expect(alert.querySelector('strong')!.textContent).toBe('You have not been charged.')
  expect(alert.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(
    `${en.checkout.otherCard} ${en.reasons.insufficient_funds}`,
  )
  expect(alert.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    setup.frames.at(-1)!.frame.getBoundingClientRect().top,
  )
  expect(shadow.querySelector('[role=status].unseen')!.textContent).toBe('')
  expect(shadow.querySelectorAll('.screen, [data-testid=retry]')).toHaveLength(0)
  expect([setup.request.filter((one) => one === 'again'), element.state]).toEqual([['again'], 'declined'])
  expect(getComputedStyle(setup.frames.at(-1)!.frame).visibility).toBe('visible')
  expect([shadow.activeElement, setup.request.at(-1)]).toEqual([setup.frames.at(-1)!.frame, 'focus'])
  element.locale = 'ru'
  await ripe(element)
  expect(shadow.querySelector('[role=alert]')).toBe(alert)
  await setup.host.mayPay()
  await ripe(element)
  expect([element.state, shadow.querySelector('[role=alert]')]).toEqual(['submitting', null])
})

test.each([320, 800])('at %i px the buttons of a result are equally wide', async (width) => {
  await page.viewport(width, 600)
  const { shadow } = await at('failed')
  const widths = [...shadow.querySelectorAll('.screen button')].map((button) => button.getBoundingClientRect().width)
  expect(widths).toEqual([widths[0], widths[0]])
})

describe('an error that ends the checkout says first what it means for the money, where that is known', () => {
  const said = ({ shadow }: Awaited<ReturnType<typeof at>>) =>
    shadow.querySelector('.screen [role=alert] p')!.textContent.trim()
  const fails = async (opened: Awaited<ReturnType<typeof at>>, code: string): Promise<void> => {
    await opened.fixture.host.failed({ code, message: 'A sentence.' })
    await ripe(opened.element)
    expect(opened.element.state).toBe('failed')
  }

  test.each([
    ['ticket_invalid', 'troubleTicket'],
    ['ticket_expired', 'troubleExpired'],
    ['order_refused', 'troubleOrder'],
    ['frame_network', 'troubleReach'],
    ['frame_timeout', 'troubleSlow'],
    ['script_failed', 'troubleScript'],
    ['internal', 'troubleOther'],
  ] as const)(
    '%s before the order is read: a page before may have paid, so nothing is said of money',
    async (code, text) => {
      const opened = await at('loading')
      await fails(opened, code)
      expect(said(opened)).toBe(en.checkout[text])
    },
  )

  test.each(['ticket_expired', 'order_refused', 'script_failed'])(
    '%s once it is open: nothing was charged',
    async (code) => {
      const opened = await at('ready')
      await fails(opened, code)
      expect(said(opened)).toMatch(`${en.checkout.otherCard} `)
      expect(opened.shadow.querySelector('.screen strong')!.textContent).toBe(en.checkout.otherCard)
    },
  )

  test('after a decline and another press, too', async () => {
    const opened = await at('ready')
    await pay(opened.fixture, opened.element)
    await opened.fixture.host.concluded({ ...outcomes.declined, kind: 'soft' } as Outcome)
    await pay(opened.fixture, opened.element)
    await fails(opened, 'ticket_expired')
    expect(said(opened)).toMatch(`${en.checkout.otherCard} `)
  })
})

test('after wrong data of the card the form stays below the reason', async () => {
  const { element, shadow, fixture: setup } = await at('submitting')
  await setup.host.concluded({ ...facts, state: 'declined', reason: 'wrong_details', again: true })
  await ripe(element)
  expect(element.state).toBe('declined')
  expect(shadow.querySelector('.alert.refusal')!.textContent.trim()).toBe(
    `${en.checkout.otherCard} ${en.reasons.wrong_details}`,
  )
  expect(shadow.querySelector('.screen')).toBeNull()
})

test('a declined payment that may not be tried again has no button', async () => {
  const { shadow } = await mounted({}, (made) => (made.onOpen = outcomes.final))
  expect(shadow.querySelector('.screen')!.textContent).toContain(en.reasons.attempts_used_up)
  expect(shadow.querySelector('[data-testid=retry]')).toBeNull()
})

test('an error before anything was sent is shown in the form, over the button that was pressed', async () => {
  const { element, shadow, fixture: setup } = await at('submitting')
  await setup.host.failed({ code: 'busy', message: 'The proxy is stopping or overloaded; try again.' })
  await ripe(element)
  expect(element.state).toBe('ready')
  expect(setup.notes).toEqual(['troubleUnsent'])
  expect(shadow.querySelector('[role=alert]')).toBeNull()
  expect(getComputedStyle(shadow.querySelector('iframe')!).visibility).toBe('visible')
})

describe('focus', () => {
  test('is not taken from another field of the page', async () => {
    const field = document.createElement('input')
    document.body.append(field)
    const { element, fixture: setup } = await at('pending')
    field.focus()
    setup.onRefresh = outcomes.paid
    await setup.clock.pass(2_000)
    await ripe(element)
    expect(element.state).toBe('paid')
    expect(document.activeElement).toBe(field)
  })

  /** A checkout whose payment a button of the page has begun, on which the focus is. */
  async function paidByOwnButton() {
    const [own, field] = [document.createElement('button'), document.createElement('input')]
    document.body.append(own, field)
    const opened = await at('ready')
    own.focus()
    await pay(opened.fixture, opened.element)
    return { ...opened, field }
  }

  test('goes to the result from a button of the page that has paid', async () => {
    const { element, shadow, fixture: setup } = await paidByOwnButton()
    await setup.host.concluded(outcomes.soft)
    await ripe(element)
    expect([shadow.activeElement, setup.request.at(-1)]).toEqual([setup.frames.at(-1)!.frame, 'focus'])
  })

  test('is not taken from where the shopper went after that', async () => {
    const { element, field, fixture: setup } = await paidByOwnButton()
    field.focus()
    await setup.host.concluded(outcomes.soft)
    await ripe(element)
    expect([document.activeElement, setup.request.includes('focus')]).toEqual([field, false])
  })

  test('is not taken by a page that has only just loaded', async () => {
    await at('paid')
    expect(document.activeElement).toBe(document.body)
  })

  /** A checkout whose order has not come, and whose form is typed into. */
  async function typing() {
    const opened = await at('loading')
    const { frame, loaded } = opened.fixture.frames.at(-1)!
    await loaded
    frame.focus()
    return { ...opened, frame }
  }

  test('stays in the field that is typed into when the order comes', async () => {
    const { element, shadow, frame, fixture: setup } = await typing()
    await setup.host.opened(setup.opened(outcomes.open))
    await ripe(element)
    expect([element.state, shadow.activeElement, setup.request.includes('focus')]).toEqual(['ready', frame, false])
  })

  test('goes from the form that is typed into to what replaces it', async () => {
    const { element, shadow, fixture: setup } = await typing()
    await setup.host.opened(setup.opened(outcomes.paid))
    await ripe(element)
    expect(shadow.activeElement).toBe(shadow.querySelector('.screen h2'))
    expect(shadow.activeElement!.textContent).toBe(en.checkout.paid)
  })

  test('goes to the alert of a form that could not be loaded, and back into the form that then is', async () => {
    const { element, shadow, frame, fixture: setup } = await typing()
    const lost = { code: 'frame_network', message: 'The proxy could not be reached.' }
    await setup.host.failed(lost)
    await ripe(element)
    expect(shadow.activeElement!.textContent).toBe(en.checkout.failed)
    const retry = shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!
    retry.focus()
    setup.onOpen = outcomes.open
    retry.click()
    await ripe(element)
    expect([element.state, shadow.activeElement, setup.request.at(-1)]).toEqual(['ready', frame, 'focus'])
  })

  test('goes to the result of what the shopper did', async () => {
    const { element, shadow, fixture: setup } = await at('ready')
    await pay(setup, element)
    await setup.host.concluded(outcomes.declined)
    await ripe(element)
    await expect.poll(() => shadow.activeElement?.textContent).toBe(en.checkout.declined)
  })

  test('goes back into the form with another try', async () => {
    const { element, shadow, fixture: setup } = await at('declined')
    shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.focus()
    shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.click()
    await ripe(element)
    expect(shadow.activeElement).toBe(shadow.querySelector('iframe'))
    expect(setup.request).toContain('focus')
  })
})
