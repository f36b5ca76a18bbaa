import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CardFrame, ChallengeFrame } from '#bridge/protocol.ts'
import { METHOD_WAIT } from '#contract/three-ds/time-limits.ts'
import { ANSWER_TIMEOUT } from '#element/frames/card-connection.ts'
import { BACK_AFTER, LEAVE_AFTER } from '#element/methods/open-sheet.ts'
import { mounted, pay, ripe, type Fixture } from '../element/fixture.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { FakeApplePaySession } from './fake-apple-pay.ts'
import { FakePaymentsClient } from './fake-google-pay.ts'
import { apple, google } from './offers.ts'

let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  for (const end of uninstall) end()
  document.body.replaceChildren()
})

const never = () => new Promise<never>(() => {})

/** A checkout whose frame, bank or wallet does not answer in some way, and what its shopper does. */
async function opened(prepare: (made: Fixture) => void = () => {}) {
  const order = ticketOf({ ...facts, methods: ['card', 'applePay', 'googlePay', 'sbp'] })
  const made = await mounted({ order }, (fixture) => {
    fixture.wallets = { applePay: apple, googlePay: google }
    fixture.codes = { sbp: { stores: false } }
    prepare(fixture)
  })
  const { element, fixture, shadow } = made
  const find = (id: string) => shadow.querySelector<HTMLElement>(`[data-testid=${id}]`)
  const press = async (id: string) => {
    const button = find(id)!
    FakeApplePaySession.gesture = FakePaymentsClient.gesture = true
    ;(button.querySelector('button') ?? button).click()
    FakeApplePaySession.gesture = FakePaymentsClient.gesture = false
    await ripe(element)
  }
  const pass = async (ms: number) => {
    await fixture.clock.pass(ms)
    await ripe(element)
  }
  const conclude = async (outcome: (typeof outcomes)[keyof typeof outcomes]) => {
    await pay(fixture, element)
    await fixture.host.concluded(outcome)
    await ripe(element)
  }
  const sent = () => fixture.request.filter((call) => call.startsWith('payByWallet'))
  return { ...made, find, press, pass, conclude, sent }
}
type Opened = Awaited<ReturnType<typeof opened>>

interface Case {
  /** What never answers. */
  readonly silent: (made: Fixture) => void
  /** How the shopper gets on, or what happens by itself. */
  readonly way: (page: Opened) => Promise<void>
  readonly state: string
}

const silentFrame = (name: keyof CardFrame) => (made: Fixture) => void (made.card[name] = never)
const silentBank = (name: keyof ChallengeFrame) => (made: Fixture) => void (made.bank[name] = never)

/** Nobody waits for it: a card pays. */
const unawaited = (name: keyof CardFrame): Case => ({
  silent: silentFrame(name),
  way: async ({ element, fixture, conclude }) => {
    element.order = ticketOf({ ...facts, methods: ['card', 'applePay', 'googlePay', 'sbp'], iat: 2 })
    element.focus()
    element.locale = 'de'
    element.texts = { card: { number: 'Number' } }
    await ripe(element)
    await fixture.host.failed({ code: 'busy', message: 'Later.' })
    await conclude(outcomes.paid)
  },
  state: 'paid',
})

/** Every call of a frame; a new one needs a row. */
const calls: Readonly<Record<keyof CardFrame | keyof ChallengeFrame, Case>> = {
  open: { silent: silentFrame('open'), way: ({ pass }) => pass(75_000), state: 'failed' },
  renew: unawaited('renew'),
  restyle: unawaited('restyle'),
  focus: unawaited('focus'),
  note: unawaited('note'),
  override: unawaited('override'),
  submit: {
    silent: silentFrame('submit'),
    way: async ({ element, conclude }) => {
      const result = element.submit()
      await conclude(outcomes.paid)
      await result
    },
    state: 'paid',
  },
  reset: {
    silent: silentFrame('reset'),
    way: async ({ element, conclude }) => {
      await conclude(outcomes.declined)
      void element.reset()
    },
    state: 'ready',
  },
  again: {
    silent: silentFrame('again'),
    way: async ({ conclude, press, pass }) => {
      await conclude(outcomes.declined)
      await press('retry')
      await pass(ANSWER_TIMEOUT)
      await press('retry')
    },
    state: 'ready',
  },
  authenticate: {
    silent: silentFrame('authenticate'),
    way: async ({ conclude, pass }) => {
      await conclude(outcomes.method)
      await pass(METHOD_WAIT)
      await pass(ANSWER_TIMEOUT)
    },
    state: 'pending',
  },
  refresh: {
    silent: silentFrame('refresh'),
    way: async ({ fixture, conclude, pass }) => {
      await conclude(outcomes.pending)
      await pass(2_000)
      fixture.card.refresh = async () => outcomes.paid
      await pass(30_000)
    },
    state: 'paid',
  },
  cancel: {
    silent: silentFrame('cancel'),
    way: async ({ fixture, conclude, press, pass }) => {
      fixture.onRefresh = outcomes.challenge
      await conclude(outcomes.challenge)
      await press('challenge-cancel')
      await pass(ANSWER_TIMEOUT)
    },
    state: 'pending',
  },
  payByWallet: {
    silent: (made) => (made.onWallet = never),
    way: async ({ press, pass, element }) => {
      await press('wallet-apple-pay')
      FakeApplePaySession.last!.authorize({})
      await ripe(element)
      await pass(ANSWER_TIMEOUT)
    },
    state: 'pending',
  },
  payByCode: {
    silent: silentFrame('payByCode'),
    way: async ({ press, pass }) => {
      await press('code-sbp')
      await pass(ANSWER_TIMEOUT)
    },
    state: 'pending',
  },
  walletSession: {
    silent: (made) => (made.onSession = never),
    way: async ({ press, pass }) => {
      await press('wallet-apple-pay')
      await pass(LEAVE_AFTER)
      await press('wallet-leave')
    },
    state: 'ready',
  },
  runMethod: {
    silent: silentBank('runMethod'),
    way: async ({ conclude, pass }) => {
      await conclude(outcomes.method)
      await pass(METHOD_WAIT)
    },
    state: 'paid',
  },
  showChallenge: {
    silent: silentBank('showChallenge'),
    way: async ({ conclude, press }) => {
      await conclude(outcomes.challenge)
      await press('challenge-cancel')
    },
    state: 'cancelled',
  },
  whenFree: {
    silent: (made) => {
      made.bank.whenFree = never
      made.bank.showChallenge = () => Promise.reject(new Error('elsewhere'))
    },
    way: async ({ fixture, conclude, press }) => {
      await conclude(outcomes.challenge)
      fixture.bank.showChallenge = never
      await press('challenge-confirm')
      await press('challenge-cancel')
    },
    state: 'cancelled',
  },
}

const others: Readonly<Record<string, Case>> = {
  'the bank’s frame': {
    silent: () => {},
    way: async ({ fixture, conclude, press }) => {
      fixture.answers = false
      await conclude(outcomes.challenge)
      await press('challenge-cancel')
    },
    state: 'cancelled',
  },
  'the cancelling of a code': {
    silent: silentFrame('cancel'),
    way: async ({ fixture, press, pass }) => {
      fixture.onRefresh = outcomes.code
      await press('code-sbp')
      await press('code-back')
      await pass(ANSWER_TIMEOUT)
      fixture.card.cancel = async () => outcomes.open
      await press('code-back')
    },
    state: 'ready',
  },
  'a script of Google that says nothing of whether it can pay': {
    silent: () => (FakePaymentsClient.prototype.isReadyToPay = never),
    way: async ({ find, press, pass, element }) => {
      expect(find('wallet-apple-pay')).toBeNull()
      await pass(15_000)
      await press('wallet-apple-pay')
      FakeApplePaySession.last!.authorize({})
      await ripe(element)
    },
    state: 'paid',
  },
  'the window of Google, closed': {
    silent: () => {},
    way: async ({ press, find, pass }) => {
      await press('wallet-google-pay')
      dispatchEvent(new Event('focus'))
      await pass(BACK_AFTER - 1)
      expect(find('wallet-leave')).toBeNull()
      await pass(1)
      expect(find('wallet-leave')!.closest('[inert]')).toBeNull()
      await press('wallet-leave')
    },
    state: 'ready',
  },
  'a session of Apple that begins nothing': {
    silent: () => (FakeApplePaySession.prototype.begin = () => {}),
    way: async ({ press, pass }) => {
      await press('wallet-apple-pay')
      await pass(LEAVE_AFTER)
      await press('wallet-leave')
    },
    state: 'ready',
  },
  'the sheet of the sandbox': {
    silent: (made) => (made.wallets = { applePay: { ...apple, sheet: 'http://127.0.0.1:1/applePay' } }),
    way: async ({ press, pass }) => {
      await press('wallet-apple-pay')
      await pass(8_000)
    },
    state: 'ready',
  },
  'the sheet, where the page resets the form': {
    silent: () => {},
    way: async ({ press, element }) => {
      await press('wallet-google-pay')
      await element.reset()
      await ripe(element)
    },
    state: 'ready',
  },
}

const { begin } = FakeApplePaySession.prototype
const { isReadyToPay } = FakePaymentsClient.prototype
afterEach(() => {
  FakeApplePaySession.prototype.begin = begin
  FakePaymentsClient.prototype.isReadyToPay = isReadyToPay
})

test.each(Object.entries({ ...calls, ...others }))('%s, never answering, keeps no shopper', async (_, row) => {
  const page = await opened(row.silent)
  await row.way(page)
  await ripe(page.element)
  expect(page.element.state).toBe(row.state)
})

describe('a wallet that was left', () => {
  const left = async () => {
    const page = await opened()
    await page.press('wallet-google-pay')
    dispatchEvent(new Event('focus'))
    await page.pass(BACK_AFTER)
    await page.press('wallet-leave')
    return page
  }

  test('gives the focus back to its button, and its late token pays nothing', async () => {
    const { element, shadow, find, sent } = await left()
    expect(shadow.activeElement).toBe(find('wallet-google-pay')!.querySelector('button'))
    FakePaymentsClient.last!.confirm('{}')
    await ripe(element)
    expect([element.state, sent()]).toEqual(['ready', []])
  })

  test('pays once where its button is pressed again', async () => {
    const { element, press, sent } = await left()
    await press('wallet-google-pay')
    FakePaymentsClient.last!.confirm('{}')
    await ripe(element)
    expect([element.state, sent().length]).toEqual(['paid', 1])
  })

  test('lets a card pay, and says nothing more', async () => {
    const { element, conclude, sent } = await left()
    FakePaymentsClient.last!.fail('CANCELED')
    await conclude(outcomes.paid)
    expect([element.state, element.shadowRoot!.querySelector('[role=alert]'), sent()]).toEqual(['paid', null, []])
  })
})

test('the way out is announced, and moves nothing', async () => {
  const { press, pass, shadow, element } = await opened()
  await press('wallet-apple-pay')
  const place = () => JSON.stringify(shadow.querySelector('.place')!.getBoundingClientRect())
  const before = place()
  await pass(LEAVE_AFTER)
  await ripe(element)
  expect(shadow.querySelector('.unseen')!.textContent).toBe('Continue in Apple Pay… Pay another way')
  expect(place()).toBe(before)
})
