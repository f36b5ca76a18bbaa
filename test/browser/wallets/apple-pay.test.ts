import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AppleOffer } from '#contract/methods/apple-pay.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { mounted, pay, ripe } from '../element/fixture.ts'
import type { Fixture } from '../element/fixture.ts'
import { FakeApplePaySession } from './fake-apple-pay.ts'
import { apple, unpacked } from './offers.ts'

let uninstall: () => void
beforeEach(() => (uninstall = FakeApplePaySession.install()))
afterEach(() => {
  uninstall()
  document.body.replaceChildren()
})

/** A checkout that is offered Apple Pay. */
async function offered(prepare: (fixture: Fixture) => void = () => {}, offer: AppleOffer = apple) {
  const order = ticketOf({ ...facts, methods: ['card', 'applePay'] })
  const fixture = await mounted({ order }, (setup) => {
    setup.wallets = { applePay: offer }
    prepare(setup)
  })
  const button = () => fixture.shadow.querySelector<HTMLElement>('[data-testid=wallet-apple-pay]')
  return { ...fixture, button }
}

type Offered = Awaited<ReturnType<typeof offered>>

/** Presses the button as the payer: all that needs the gesture must happen before this returns. */
function press({ button }: Offered): FakeApplePaySession {
  FakeApplePaySession.gesture = true
  button()!.click()
  FakeApplePaySession.gesture = false
  return FakeApplePaySession.last!
}

const paymentData = { version: 'EC_v1', data: 'qrs=', signature: 'tuv=', header: { transactionId: '17' }, note: 'é' }

/** Opens the sheet, with the merchant validated by Apple. */
async function shown(prepare?: (fixture: Fixture) => void) {
  const fixture = await offered(prepare)
  const session = press(fixture)
  await ripe(fixture.element)
  return { ...fixture, session }
}

describe('the button', () => {
  test('stands over the form, says its name, and lets the card follow', async () => {
    const { button, shadow } = await offered()
    expect(button()!.getAttribute('aria-label')).toBe('Pay with Apple Pay')
    expect(shadow.querySelector('[role=group]')!.getAttribute('aria-label')).toBe('Pay with a wallet')
    expect(shadow.querySelector('.express-or')!.textContent).toBe('or pay by card')
    const follows = button()!.compareDocumentPosition(shadow.querySelector('iframe')!)
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('keeps its place while a card pays, and cannot be pressed', async () => {
    const fixture = await offered()
    const { button, element } = fixture
    const place = JSON.stringify(button()!.getBoundingClientRect())
    await pay(fixture.fixture, element)
    expect([element.state, JSON.stringify(button()!.getBoundingClientRect())]).toEqual(['submitting', place])
    const { left, top, width, height } = button()!.getBoundingClientRect()
    expect(button()!.getRootNode()).toBe(fixture.shadow)
    expect(fixture.shadow.elementFromPoint(left + width / 2, top + height / 2)).not.toBe(button())
    button()!.focus()
    expect(fixture.shadow.activeElement).toBeNull()
  })

  test('is not there without an offer', async () => {
    const { shadow } = await mounted()
    expect(shadow.querySelector('.express')).toBeNull()
  })

  test.each([
    ['a browser without it', () => uninstall()],
    ['a device that cannot pay', () => (FakeApplePaySession.able = false)],
    ['a document that is not secure', () => (FakeApplePaySession.secure = false)],
  ])('is not there on %s, and nothing is said of it', async (_, prepare) => {
    const { button, shadow } = await offered(prepare)
    expect([button(), shadow.querySelector('.express, .express-or')]).toEqual([null, null])
    expect(shadow.querySelector<HTMLElement>('.above')!.offsetHeight).toBe(0)
  })
})

describe('the session', () => {
  test('asks for the order’s sum as the proxy returned it, with the networks that Apple knows', async () => {
    const { session } = await shown()
    expect(session.request).toEqual({
      countryCode: 'LT',
      currencyCode: 'RUB',
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['masterCard', 'mir', 'visa'],
      total: { label: 'Kettle & Cup', amount: '1299.00', type: 'final' },
    })
  })

  test('is validated by way of the proxy', async () => {
    const { session, fixture: setup } = await shown()
    expect(setup.request).toContain('walletSession https://apple-pay-gateway.apple.com/x')
    expect(session.merchantSession).toEqual({ session: 'of-apple' })
  })

  test('that is not validated closes, and says so over the form', async () => {
    const refusing = async () => Promise.reject(new Error('wallet_session_refused'))
    const { session, element, shadow, fixture: setup } = await shown((made) => (made.onSession = refusing))
    expect(session.state).toBe('aborted')
    expect(element.state).toBe('ready')
    expect(shadow.querySelector('[role=alert]')!.textContent).toContain('Apple Pay could not complete the payment.')
    expect(setup.complaints.join()).toContain('wallet_session_refused')
  })

  test('that refuses its merchant session is over, and the form is back', async () => {
    const { element, shadow } = await shown((made) => {
      made.onSession = async () => {
        FakeApplePaySession.last!.state = 'cancelled'
        return {}
      }
    })
    expect([element.state, shadow.querySelector('[role=alert]') !== null]).toEqual(['ready', true])
  })

  test.each([
    ['completePayment', outcomes.soft, 'declined'],
    ['abort', outcomes.pending, 'pending'],
  ] as const)('whose %s throws changes no result', async (name, outcome, state) => {
    const { session, element, fixture: setup } = await shown((made) => (made.onWallet = async () => outcome))
    session[name] = () => {
      throw new Error(name)
    }
    session.authorize(paymentData)
    await ripe(element)
    expect([element.state, setup.complaints]).toEqual([state, []])
  })

  test('that the browser refuses to make is an alert, too', async () => {
    const fixture = await offered(undefined, { ...apple, networks: ['nonesuch'] })
    press(fixture)
    await ripe(fixture.element)
    expect(fixture.element.state).toBe('ready')
    expect(fixture.shadow.querySelector('[role=alert]')).not.toBeNull()
  })

  test('that the payer closes leaves the form as it was, with the focus on the button', async () => {
    const { session, element, shadow, button, fixture: setup } = await shown()
    expect(element.state).toBe('submitting')
    expect(shadow.querySelector('[role=status].unseen')!.textContent).toBe('Continue in Apple Pay…')
    expect(button()!.closest('[inert]')).not.toBeNull()
    session.cancel()
    await ripe(element)
    expect(element.state).toBe('ready')
    expect(shadow.querySelector('[role=alert]')).toBeNull()
    expect(shadow.activeElement).toBe(button())
    expect(setup.request.join()).not.toContain('payByWallet')
  })
})

describe('what the order lacks of the payer', () => {
  test('is asked for in the sheet, and goes along with the token', async () => {
    const fixture = await offered(undefined, { ...apple, asks: ['email', 'phone', 'billing'] })
    const session = press(fixture)
    expect(session.request).toMatchObject({
      requiredBillingContactFields: ['postalAddress'],
      requiredShippingContactFields: ['email', 'phone'],
    })
    await ripe(fixture.element)
    session.authorize(paymentData, {
      emailAddress: 'jane@shop.example',
      phoneNumber: '(370) 600-00000',
      addressLines: ['Main Street 1'],
      locality: 'Vilnius',
      postalCode: '01100',
      countryCode: 'lt',
    })
    await ripe(fixture.element)
    expect(fixture.fixture.payers).toEqual([
      {
        email: 'jane@shop.example',
        phone: '37060000000',
        billing: {
          billingAddressLine1: 'Main Street 1',
          billingCity: 'Vilnius',
          billingPostalCode: '01100',
          billingCountry: 'LT',
        },
      },
    ])
  })

  test('is nothing where nothing is asked', async () => {
    const { session, element, fixture: setup } = await shown()
    session.authorize(paymentData, { emailAddress: 'jane@shop.example' })
    await ripe(element)
    expect(setup.payers).toEqual([undefined])
  })
})

describe('what it gives', () => {
  test('is sent once, as Base64 of the payment data, and the sheet waits for the outcome', async () => {
    let pay!: (outcome: typeof outcomes.paid) => void
    const {
      session,
      element,
      fixture: setup,
    } = await shown((made) => (made.onWallet = () => new Promise((done) => (pay = done))))
    session.authorize(paymentData)
    await ripe(element)
    const sent = setup.request.filter((call) => call.startsWith('payByWallet'))
    expect(sent).toHaveLength(1)
    expect(unpacked(sent[0]!.replace('payByWallet applePay ', ''))).toEqual(paymentData)
    expect(session.status).toBeUndefined()
    pay(outcomes.paid)
    await ripe(element)
    expect([element.state, session.status]).toEqual(['paid', FakeApplePaySession.STATUS_SUCCESS])
  })

  test.each([
    ['paid', outcomes.paid, 'completed', 0],
    ['held', outcomes.held, 'completed', 0],
    ['declined', outcomes.declined, 'completed', 1],
    ['pending', outcomes.pending, 'aborted', undefined],
  ] as const)('comes to %s', async (state, outcome, end, status) => {
    const { session, element } = await shown((made) => (made.onWallet = async () => outcome))
    session.authorize(paymentData)
    await ripe(element)
    expect([element.state, session.state, session.status]).toEqual([state, end, status])
  })

  test('after Apple’s time is over changes the page, and touches the sheet no more', async () => {
    let pay!: (outcome: typeof outcomes.paid) => void
    const { session, element } = await shown((made) => (made.onWallet = () => new Promise((done) => (pay = done))))
    session.authorize(paymentData)
    await ripe(element)
    session.cancel()
    pay(outcomes.paid)
    await ripe(element)
    expect([element.state, session.state]).toEqual(['paid', 'cancelled'])
  })
})

describe('the shop', () => {
  test('is asked with the name of the wallet', async () => {
    const fixture = await offered()
    const intents: unknown[] = []
    fixture.element.addEventListener('tender-submit', ({ detail }) => intents.push(detail.wallet))
    press(fixture)
    expect(intents).toEqual(['applePay'])
  })
})

test('an order settled elsewhere closes the sheet', async () => {
  const { session, element, fixture: setup } = await shown()
  await setup.host.concluded(outcomes.paid)
  await ripe(element)
  expect([element.state, session.state]).toEqual(['paid', 'aborted'])
})

test('fits on 320 px, in every language', async () => {
  await page.viewport(320, 568)
  for (const locale of ['en', 'ru', 'ar']) {
    const { element, shadow } = await offered()
    element.setAttribute('locale', locale)
    await ripe(element)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    const button = shadow.querySelector('[data-testid=wallet-apple-pay]')!
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(button.getAttribute('lang')).toBe(locale)
    document.body.replaceChildren()
  }
  await page.viewport(800, 600)
})
