import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { settle } from '../../support/clock.ts'
import { facts, outcomes } from './outcomes.ts'
import { Setup, concluded, ready, submitting } from './setup.ts'

const busy = { code: 'busy', message: 'try again' }
const network = { code: 'frame_network', message: 'no answer' }
const expired = { code: 'ticket_expired', message: 'sign a new one' }

describe('permission to pay', () => {
  test('is given at the form, and the payment is under way', async () => {
    const setup = ready()
    expect(await setup.payment.mayPay()).toBe(true)
    expect(setup.state).toBe('submitting')
  })

  test('is given only once at a time, and not while a payment is under way', async () => {
    const setup = ready()
    let request = 0
    setup.mayPay = async () => (request += 1) > 0
    expect(await Promise.all([setup.payment.mayPay(), setup.payment.mayPay()])).toEqual([true, false])
    expect(await setup.payment.mayPay()).toBe(false)
    expect(request).toBe(1)
  })

  test('is refused by the shop, and the form stays', async () => {
    const setup = ready()
    setup.mayPay = async () => false
    expect(await setup.payment.mayPay()).toBe(false)
    expect(setup.state).toBe('ready')
    setup.mayPay = async () => true
    expect(await setup.payment.mayPay()).toBe(true)
  })

  test('comes too late when the order was settled meanwhile', async () => {
    const setup = ready()
    setup.mayPay = async () => {
      setup.payment.take(outcomes.paid, 'live')
      return true
    }
    expect(await setup.payment.mayPay()).toBe(false)
    expect(setup.state).toBe('paid')
  })
})

describe('an outcome', () => {
  test('is announced once, with what the shop may know', async () => {
    const setup = await concluded(outcomes.declined)
    setup.payment.take(outcomes.declined, 'live')
    expect(setup.announcements).toEqual(['tender-ready', 'tender-declined'])
    expect(setup.details[1]).toEqual({ ...facts, reason: 'insufficient_funds', code: '116' })
  })

  test('of another order is not taken', async () => {
    const setup = ready()
    setup.payment.take({ ...outcomes.paid, orderNumber: 'A-1002' }, 'live')
    expect(setup.state).toBe('ready')
  })

  test.each([outcomes.declined, outcomes.pending, outcomes.open, outcomes.cancelled, outcomes.challenge])(
    'paid is not taken back by a later one: $state',
    async (later) => {
      const setup = await concluded(outcomes.paid)
      setup.payment.take(later, 'live')
      setup.payment.load()
      setup.payment.fail(network)
      expect(setup.payment.result).toEqual({ state: 'paid', ...facts })
      expect(setup.request).toEqual([])
    },
  )

  test('is not taken by a payment that was closed', () => {
    const setup = ready()
    setup.payment.close()
    setup.payment.take(outcomes.paid, 'live')
    expect(setup.state).toBe('ready')
  })

  test('open, after anything but the form, makes the frame show its form again', async () => {
    const setup = await concluded(outcomes.pending)
    setup.payment.take(outcomes.open, 'live')
    expect([setup.state, setup.request]).toEqual(['ready', ['again']])
  })
})

describe('trying again', () => {
  test('shows the form, and keeps the frame', async () => {
    const setup = await concluded(outcomes.declined)
    setup.payment.retry()
    expect([setup.state, setup.request]).toEqual(['ready', ['again']])
    expect(setup.payment.detail).not.toHaveProperty('reason')
  })

  test.each(['final', 'paid', 'pending'] as const)('is not offered after %s', async (name) => {
    const setup = await concluded(outcomes[name])
    const { state } = setup
    setup.payment.retry()
    expect([setup.state, setup.count('again')]).toEqual([state, 0])
  })
})

describe('a decline after which the same card may pay', () => {
  test('is announced, and shows the form at once below its reason', async () => {
    const setup = await concluded(outcomes.soft)
    expect([setup.state, setup.request]).toEqual(['declined', ['again']])
    expect([setup.payment.isAtForm, setup.payment.isPayable]).toEqual([true, true])
    expect(setup.payment.refused).toEqual(outcomes.soft)
    expect(setup.announcements).toEqual(['tender-ready', 'tender-declined'])
  })

  test('is paid from by the next press, which takes the reason away', async () => {
    const setup = await concluded(outcomes.soft)
    expect(await setup.payment.mayPay()).toBe(true)
    expect([setup.state, setup.payment.refused]).toEqual(['submitting', undefined])
    expect(await setup.payment.mayPay()).toBe(false)
    setup.payment.take(outcomes.paid, 'live')
    expect([setup.state, setup.payment.isPayable]).toEqual(['paid', false])
  })

  test('keeps its reason when the shop vetoes the next payment', async () => {
    const setup = await concluded(outcomes.soft)
    setup.mayPay = async () => false
    expect(await setup.payment.mayPay()).toBe(false)
    expect([setup.state, setup.payment.refused]).toEqual(['declined', outcomes.soft])
  })

  test('shows the form once, however often it is reported', async () => {
    const setup = await concluded(outcomes.soft)
    setup.payment.take(outcomes.soft, 'live')
    expect(setup.count('again')).toBe(1)
  })

  test('shows the form of an order that was opened with it', () => {
    const setup = new Setup()
    setup.payment.load()
    setup.payment.take(outcomes.soft, 'opened')
    expect([setup.state, setup.request]).toEqual(['declined', ['again']])
  })

  test('may be followed by a payment by wallet', async () => {
    const setup = await concluded(outcomes.soft)
    expect(setup.payment.begin('applePay')).toBeDefined()
    expect([setup.state, setup.payment.refused]).toEqual(['submitting', undefined])
  })

  test('is over when the form is submitted and lacks something', async () => {
    const setup = await concluded(outcomes.soft)
    setup.submission = Promise.resolve(undefined)
    expect(await setup.payment.submit()).toMatchObject({ state: 'ready' })
    expect(setup.payment.refused).toBeUndefined()
  })
})

test.each(['declined', 'hard', 'final', 'cancelled', 'expired'] as const)(
  '%s keeps its screen, and nothing is paid from it',
  async (name) => {
    const setup = await concluded(outcomes[name])
    expect([setup.payment.isAtForm, setup.count('again')]).toEqual([false, 0])
    expect([await setup.payment.mayPay(), setup.payment.begin('applePay')]).toEqual([false, undefined])
    await setup.payment.submit()
    expect(setup.request).toEqual([])
  },
)

test('an order that nobody has paid in time is expired, and may be tried again', async () => {
  const setup = await concluded(outcomes.expired)
  expect(setup.state).toBe('expired')
  expect(setup.announcements.at(-1)).toBe('tender-expired')
  expect(setup.details.at(-1)).toEqual({ ...facts, reason: 'order_expired', code: '-2007' })
  setup.payment.retry()
  expect(setup.state).toBe('ready')
})

describe('an error', () => {
  test('at opening fails the checkout, with one line for the console and one event', () => {
    const setup = new Setup()
    setup.payment.load()
    setup.payment.failed({ code: 'ticket_invalid', message: 'amount is required', field: 'amount' })
    expect(setup.state).toBe('failed')
    expect(setup.complaints).toEqual(['tender-checkout: ticket_invalid: amount is required (amount)'])
    expect(setup.announcements).toEqual(['tender-error ticket_invalid'])
    expect(setup.details[0]).toMatchObject({ orderNumber: 'A-1001', message: 'amount is required' })
  })

  test('at the form is an alert over it', () => {
    const setup = ready()
    setup.payment.failed(network)
    expect([setup.state, setup.payment.error]).toEqual(['ready', network])
  })

  test('before anything was sent keeps the form', async () => {
    const setup = await submitting()
    setup.payment.failed(busy)
    expect([setup.state, setup.payment.error]).toEqual(['ready', busy])
    expect(setup.announcements).toEqual(['tender-ready', 'tender-error busy'])
  })

  test('is gone with the next permission to pay', async () => {
    const setup = await submitting()
    setup.payment.failed(busy)
    await setup.payment.mayPay()
    expect(setup.payment.error).toBeUndefined()
  })

  test.each(['ready', 'submitting'])('that no shopper can mend ends the checkout at %s', async (state) => {
    const setup = state === 'ready' ? ready() : await submitting()
    setup.payment.failed(expired)
    expect(setup.state).toBe('failed')
  })

  test('that leaves the payment uncertain is read up, and never called a failure', async () => {
    const setup = await submitting()
    setup.refresh = new Error('still no network')
    setup.payment.failed(network)
    expect(setup.state).toBe('pending')
    await setup.clock.pass(60_000)
    expect(setup.state).toBe('pending')
    setup.refresh = outcomes.paid
    await setup.clock.pass(15_000)
    expect(setup.state).toBe('paid')
  })

  test('that is uncertain, of an order that turns out open, gives the form back with the alert', async () => {
    const setup = await submitting()
    setup.refresh = outcomes.open
    setup.payment.failed(network)
    await setup.clock.pass(2_000)
    expect([setup.state, setup.payment.error, setup.request.at(-1)]).toEqual(['ready', network, 'again'])
  })

  test.each(['paid', 'pending', 'declined', 'challenge'] as const)('after %s changes nothing', async (name) => {
    const setup = await concluded(outcomes[name])
    const { state } = setup
    setup.payment.failed(expired)
    setup.payment.failed(network)
    expect([setup.state, setup.complaints]).toEqual([state, []])
  })
})

describe('submit()', () => {
  test('resolves with the outcome', async () => {
    const setup = ready()
    setup.submission = Promise.resolve(outcomes.paid)
    await setup.payment.mayPay()
    const result = setup.payment.submit()
    setup.payment.take(outcomes.paid, 'live')
    expect(await result).toEqual({ state: 'paid', ...facts })
  })

  test('waits for authentication to end', async () => {
    const setup = ready()
    let answer!: (outcome: Outcome) => void
    setup.submission = new Promise((resolve) => (answer = resolve))
    const result = setup.payment.submit()
    await setup.payment.mayPay()
    setup.payment.take(outcomes.challenge, 'live')
    answer(outcomes.challenge)
    let resolved = false
    void result.finally(() => (resolved = true))
    await settle()
    expect(resolved).toBe(false)
    setup.refresh = outcomes.declined
    await setup.clock.pass(3_000)
    expect(await result).toEqual({ state: 'declined', ...facts, reason: 'insufficient_funds' })
  })

  test('resolves ready when the form was incomplete', async () => {
    const setup = ready()
    setup.submission = Promise.resolve(undefined)
    expect(await setup.payment.submit()).toEqual({ state: 'ready', ...facts })
  })

  test('resolves ready when the frame gave up after it had permission', async () => {
    const setup = ready()
    setup.submission = setup.payment.mayPay().then(() => undefined)
    expect((await setup.payment.submit()).state).toBe('ready')
  })

  test('asks nothing of the frame unless the form is shown', async () => {
    const setup = await concluded(outcomes.paid)
    expect((await setup.payment.submit()).state).toBe('paid')
    expect(setup.count('submit')).toBe(0)
  })

  test('ends when the frame is gone and the payment closed', async () => {
    const setup = ready()
    const result = setup.payment.submit()
    await setup.payment.mayPay()
    setup.payment.close()
    expect((await result).state).toBe('submitting')
  })
})

describe('loading again', () => {
  test('keeps a pending payment on the screen', async () => {
    const setup = await concluded(outcomes.pending)
    setup.payment.load()
    expect(setup.state).toBe('pending')
  })

  test('ends what the last turn waited for', async () => {
    const setup = await concluded(outcomes.challenge)
    setup.payment.load()
    await settle()
    // Only the timer of the message about a long wait is pending.
    expect([setup.state, setup.clock.waiting, setup.flow.screen]).toEqual(['loading', 1, undefined])
  })
})

describe('code that follows an outcome and cannot be loaded', () => {
  const lost = { code: 'script_failed', message: 'A script file could not be loaded: bank-1.js' }

  test('is reported once with its cause, and taken back once it is there', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.missing = 3))
    await setup.clock.pass(10_000)
    expect(setup.payment.error).toEqual(lost)
    expect(setup.announcements.filter((line) => line.startsWith('tender-error'))).toEqual([
      'tender-error script_failed',
    ])
    expect(setup.complaints).toEqual([expect.stringContaining('bank-1.js')])
    await setup.clock.pass(5_000)
    expect([setup.payment.error, setup.payment.late, setup.count('showChallenge')]).toEqual([undefined, false, 1])
  })

  test('makes the wait long after five seconds', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.missing = 2))
    await setup.clock.pass(4_999)
    expect(setup.payment.late).toBe(false)
    await setup.clock.pass(1)
    expect(setup.payment.late).toBe(true)
  })

  test('leaves the cause of an uncertain payment where it is', async () => {
    const setup = await submitting()
    setup.payment.failed({ code: 'frame_network', message: 'no answer' })
    await settle()
    expect(setup.payment.error).toMatchObject({ code: 'frame_network' })
  })
})

test('loading is long after five seconds, and no more once the order is there', async () => {
  const setup = new Setup()
  setup.payment.load()
  await setup.clock.pass(5_000)
  expect(setup.payment.late).toBe(true)
  setup.payment.take(outcomes.open, 'opened')
  expect([setup.payment.late, setup.clock.waiting]).toEqual([false, 0])
})

test('code that cannot be fetched is fetched again', async () => {
  const setup = await concluded(outcomes.pending, (made) => (made.missing = 2))
  setup.refresh = outcomes.paid
  await setup.clock.pass(9_999)
  expect(setup.request).toEqual([])
  await setup.clock.pass(2_001)
  expect(setup.state).toBe('paid')
})
