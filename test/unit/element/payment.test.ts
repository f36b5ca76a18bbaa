import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { settle } from './fake-clock.ts'
import { facts, outcomes } from './outcomes.ts'
import { Rig, concluded, ready, submitting } from './rig.ts'

const busy = { code: 'busy', message: 'try again' }
const network = { code: 'frame_network', message: 'no answer' }
const expired = { code: 'ticket_expired', message: 'sign a new one' }

describe('leave to pay', () => {
  test('is given at the form, and the payment is under way', async () => {
    const rig = ready()
    expect(await rig.payment.mayPay()).toBe(true)
    expect(rig.state).toBe('submitting')
  })

  test('is given only once at a time, and not while a payment is under way', async () => {
    const rig = ready()
    let asked = 0
    rig.mayPay = async () => (asked += 1) > 0
    expect(await Promise.all([rig.payment.mayPay(), rig.payment.mayPay()])).toEqual([true, false])
    expect(await rig.payment.mayPay()).toBe(false)
    expect(asked).toBe(1)
  })

  test('is refused by the shop, and the form stays', async () => {
    const rig = ready()
    rig.mayPay = async () => false
    expect(await rig.payment.mayPay()).toBe(false)
    expect(rig.state).toBe('ready')
    rig.mayPay = async () => true
    expect(await rig.payment.mayPay()).toBe(true)
  })

  test('comes too late when the order was settled meanwhile', async () => {
    const rig = ready()
    rig.mayPay = async () => {
      rig.payment.take(outcomes.paid, 'live')
      return true
    }
    expect(await rig.payment.mayPay()).toBe(false)
    expect(rig.state).toBe('paid')
  })
})

describe('an outcome', () => {
  test('is told once, with what the shop may know', async () => {
    const rig = await concluded(outcomes.declined)
    rig.payment.take(outcomes.declined, 'live')
    expect(rig.told).toEqual(['tender-ready', 'tender-declined'])
    expect(rig.details[1]).toEqual({ ...facts, reason: 'insufficient_funds', code: '116' })
  })

  test('of another order is not taken', async () => {
    const rig = ready()
    rig.payment.take({ ...outcomes.paid, orderNumber: 'A-1002' }, 'live')
    expect(rig.state).toBe('ready')
  })

  test.each([outcomes.declined, outcomes.pending, outcomes.open, outcomes.cancelled, outcomes.challenge])(
    'paid is not taken back by a later one: $state',
    async (later) => {
      const rig = await concluded(outcomes.paid)
      rig.payment.take(later, 'live')
      rig.payment.load()
      rig.payment.fail(network)
      expect(rig.payment.result).toEqual({ state: 'paid', ...facts })
      expect(rig.asked).toEqual([])
    },
  )

  test('is not taken by a payment that was closed', () => {
    const rig = ready()
    rig.payment.close()
    rig.payment.take(outcomes.paid, 'live')
    expect(rig.state).toBe('ready')
  })

  test('open, after anything but the form, makes the frame show its form again', async () => {
    const rig = await concluded(outcomes.pending)
    rig.payment.take(outcomes.open, 'live')
    expect([rig.state, rig.asked]).toEqual(['ready', ['again']])
  })
})

describe('trying again', () => {
  test('shows the form, and keeps the frame', async () => {
    const rig = await concluded(outcomes.declined)
    rig.payment.retry()
    expect([rig.state, rig.asked]).toEqual(['ready', ['again']])
    expect(rig.payment.detail).not.toHaveProperty('reason')
  })

  test.each(['final', 'paid', 'pending'] as const)('is not offered after %s', async (name) => {
    const rig = await concluded(outcomes[name])
    const { state } = rig
    rig.payment.retry()
    expect([rig.state, rig.count('again')]).toEqual([state, 0])
  })
})

describe('a trouble', () => {
  test('at opening fails the checkout, with one line for the console and one event', () => {
    const rig = new Rig()
    rig.payment.load()
    rig.payment.failed({ code: 'ticket_invalid', message: 'amount is required', field: 'amount' })
    expect(rig.state).toBe('failed')
    expect(rig.complaints).toEqual(['tender-checkout: ticket_invalid: amount is required (amount)'])
    expect(rig.told).toEqual(['tender-error ticket_invalid'])
    expect(rig.details[0]).toMatchObject({ orderNumber: 'A-1001', message: 'amount is required' })
  })

  test('at the form is an alert over it', () => {
    const rig = ready()
    rig.payment.failed(network)
    expect([rig.state, rig.payment.trouble]).toEqual(['ready', network])
  })

  test('before anything was sent keeps the form', async () => {
    const rig = await submitting()
    rig.payment.failed(busy)
    expect([rig.state, rig.payment.trouble]).toEqual(['ready', busy])
    expect(rig.told).toEqual(['tender-ready', 'tender-error busy'])
  })

  test('is gone with the next leave to pay', async () => {
    const rig = await submitting()
    rig.payment.failed(busy)
    await rig.payment.mayPay()
    expect(rig.payment.trouble).toBeUndefined()
  })

  test.each(['ready', 'submitting'])('that no shopper can mend ends the checkout at %s', async (state) => {
    const rig = state === 'ready' ? ready() : await submitting()
    rig.payment.failed(expired)
    expect(rig.state).toBe('failed')
  })

  test('that leaves the payment in doubt is read up, and never called a failure', async () => {
    const rig = await submitting()
    rig.refresh = new Error('still no network')
    rig.payment.failed(network)
    expect(rig.state).toBe('pending')
    await rig.clock.advance(60_000)
    expect(rig.state).toBe('pending')
    rig.refresh = outcomes.paid
    await rig.clock.advance(15_000)
    expect(rig.state).toBe('paid')
  })

  test('in doubt, of an order that turns out open, gives the form back with the alert', async () => {
    const rig = await submitting()
    rig.refresh = outcomes.open
    rig.payment.failed(network)
    await rig.clock.advance(2_000)
    expect([rig.state, rig.payment.trouble, rig.asked.at(-1)]).toEqual(['ready', network, 'again'])
  })

  test.each(['paid', 'pending', 'declined', 'challenge'] as const)('after %s changes nothing', async (name) => {
    const rig = await concluded(outcomes[name])
    const { state } = rig
    rig.payment.failed(expired)
    rig.payment.failed(network)
    expect([rig.state, rig.complaints]).toEqual([state, []])
  })
})

describe('submit()', () => {
  test('resolves with the outcome', async () => {
    const rig = ready()
    rig.submission = Promise.resolve(outcomes.paid)
    await rig.payment.mayPay()
    const result = rig.payment.submit()
    rig.payment.take(outcomes.paid, 'live')
    expect(await result).toEqual({ state: 'paid', ...facts })
  })

  test('waits for authentication to end', async () => {
    const rig = ready()
    let answer!: (outcome: Outcome) => void
    rig.submission = new Promise((resolve) => (answer = resolve))
    const result = rig.payment.submit()
    await rig.payment.mayPay()
    rig.payment.take(outcomes.challenge, 'live')
    answer(outcomes.challenge)
    let resolved = false
    void result.finally(() => (resolved = true))
    await settle()
    expect(resolved).toBe(false)
    rig.refresh = outcomes.declined
    await rig.clock.advance(3_000)
    expect(await result).toEqual({ state: 'declined', ...facts, reason: 'insufficient_funds' })
  })

  test('resolves ready when the form was incomplete', async () => {
    const rig = ready()
    rig.submission = Promise.resolve(undefined)
    expect(await rig.payment.submit()).toEqual({ state: 'ready', ...facts })
  })

  test('resolves ready when the frame gave up after it had leave', async () => {
    const rig = ready()
    rig.submission = rig.payment.mayPay().then(() => undefined)
    expect((await rig.payment.submit()).state).toBe('ready')
  })

  test('asks nothing of the frame unless the form is shown', async () => {
    const rig = await concluded(outcomes.paid)
    expect((await rig.payment.submit()).state).toBe('paid')
    expect(rig.count('submit')).toBe(0)
  })

  test('ends when the frame is gone and the payment closed', async () => {
    const rig = ready()
    const result = rig.payment.submit()
    await rig.payment.mayPay()
    rig.payment.close()
    expect((await result).state).toBe('submitting')
  })
})

describe('loading again', () => {
  test('keeps a pending payment on the screen', async () => {
    const rig = await concluded(outcomes.pending)
    rig.payment.load()
    expect(rig.state).toBe('pending')
  })

  test('ends what the last turn waited for', async () => {
    const rig = await concluded(outcomes.challenge)
    rig.payment.load()
    await settle()
    // What waits now is the sentence about a long wait alone.
    expect([rig.state, rig.clock.waiting, rig.flow.scene]).toEqual(['loading', 1, undefined])
  })
})

describe('code that follows an outcome and cannot be loaded', () => {
  const lost = { code: 'script_failed', message: 'A script file could not be loaded: bank-1.js' }

  test('is told once with its cause, and taken back once it is there', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.missing = 3))
    await rig.clock.advance(10_000)
    expect(rig.payment.trouble).toEqual(lost)
    expect(rig.told.filter((line) => line.startsWith('tender-error'))).toEqual(['tender-error script_failed'])
    expect(rig.complaints).toEqual([expect.stringContaining('bank-1.js')])
    await rig.clock.advance(5_000)
    expect([rig.payment.trouble, rig.payment.late, rig.count('showChallenge')]).toEqual([undefined, false, 1])
  })

  test('makes the wait long after five seconds', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.missing = 2))
    await rig.clock.advance(4_999)
    expect(rig.payment.late).toBe(false)
    await rig.clock.advance(1)
    expect(rig.payment.late).toBe(true)
  })

  test('leaves the cause of a doubt where it is', async () => {
    const rig = await submitting()
    rig.payment.failed({ code: 'frame_network', message: 'no answer' })
    await settle()
    expect(rig.payment.trouble).toMatchObject({ code: 'frame_network' })
  })
})

test('loading is long after five seconds, and no more once the order is there', async () => {
  const rig = new Rig()
  rig.payment.load()
  await rig.clock.advance(5_000)
  expect(rig.payment.late).toBe(true)
  rig.payment.take(outcomes.open, 'opened')
  expect([rig.payment.late, rig.clock.waiting]).toEqual([false, 0])
})

test('code that cannot be fetched is fetched again', async () => {
  const rig = await concluded(outcomes.pending, (made) => (made.missing = 2))
  rig.refresh = outcomes.paid
  await rig.clock.advance(9_999)
  expect(rig.asked).toEqual([])
  await rig.clock.advance(2_001)
  expect(rig.state).toBe('paid')
})
