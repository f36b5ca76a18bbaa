import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { linkedController } from '#element/state/linked-controller.ts'
import { watch } from '#element/waiting/watch.ts'
import { payByWallet } from '#element/methods/pay-by-wallet.ts'
import { fakeClock, settle } from '../../support/clock.ts'
import { outcomes } from './outcomes.ts'
import { concluded, ready, Setup, submitting } from './setup.ts'

/** What a browser throws that lacks a function. */
const lacking = (): never => {
  throw new TypeError('is not a function')
}
const rejecting = async (): Promise<never> => lacking()

/** Where something throws, in which state: the preparation, and the state in which the shopper can go on. */
const places: Readonly<Record<string, [setup: () => Setup | Promise<Setup>, state: Setup['state']]>> = {
  'the frame’s submit, before anything is sent': [
    () => {
      const setup = ready()
      setup.submission = rejecting()
      void setup.payment.submit()
      return setup
    },
    'failed',
  ],
  'the frame’s submit, after the payment was sent': [
    () => {
      const setup = ready()
      setup.submission = setup.payment.mayPay().then(lacking)
      void setup.payment.submit()
      return setup
    },
    'pending',
  ],
  'the frame, which is to show its form again': [
    () =>
      concluded(outcomes.declined, (setup) => (setup.card.again = rejecting)).then(
        (setup) => (setup.payment.retry(), setup),
      ),
    'failed',
  ],
  'the continuation after the method': [
    () =>
      concluded(outcomes.method, (setup) =>
        Object.assign(setup, { method: Promise.resolve(true), authenticate: new TypeError() }),
      ),
    'pending',
  ],
  'the step of the bank, before anything of it is shown': [
    () => concluded(outcomes.challenge, (setup) => Object.defineProperty(setup, 'wholePage', { get: lacking })),
    'authenticating',
  ],
  'the frame of the bank': [
    () => concluded(outcomes.challenge, (setup) => (setup.bank.showChallenge = lacking)),
    'authenticating',
  ],
  'the way to the bank’s own page': [
    () => concluded(outcomes.redirect, (setup) => Object.assign(setup.left, { push: lacking })),
    'authenticating',
  ],
  'the sheet of a wallet': [
    async () => {
      const setup = ready()
      await payByWallet(setup.payment, 'applePay', 'Apple Pay', lacking)
      return setup
    },
    'ready',
  ],
  'the request of a wallet': [
    async () => {
      const setup = ready()
      setup.card.payByWallet = lacking
      await payByWallet(setup.payment, 'applePay', 'Apple Pay', async () => ({ paymentToken: 'dG9r', conclude() {} }))
      return setup
    },
    'pending',
  ],
  'an update of the page while it loads': [
    () => {
      const setup = new Setup()
      setup.payment.load()
      setup.payment.unexpected(new TypeError())
      return setup
    },
    'failed',
  ],
  'an update of the page while a payment is under way': [
    async () => {
      const setup = await submitting()
      setup.payment.unexpected(new TypeError())
      return setup
    },
    'pending',
  ],
}

describe.each(Object.entries(places))('an error in %s', (_, [prepare, state]) => {
  test('is reported once, and ends where the shopper can go on', async () => {
    const setup = await prepare()
    await settle()
    expect(setup.state).toBe(state)
    expect(setup.announcements.filter((event) => event.startsWith('tender-error'))).toHaveLength(1)
    // Where the checkout is still busy, it offers the bank's page, another try, and an end.
    if (state === 'authenticating') expect(setup.flow.screen).toBe('waiting')
  })

  test('is followed by the order’s status, where something may have been paid', async () => {
    const setup = await prepare()
    await settle()
    setup.refresh = outcomes.paid
    await setup.clock.pass(15_000)
    expect(setup.state).toBe(state === 'pending' || state === 'authenticating' ? 'paid' : state)
  })
})

test('a shop whose answer fails does not keep the button from working', async () => {
  const setup = ready()
  setup.mayPay = rejecting
  await expect(setup.payment.mayPay()).rejects.toThrow(TypeError)
  setup.mayPay = lacking
  expect(() => setup.payment.begin('applePay')).toThrow(TypeError)
  setup.mayPay = async () => true
  expect(await setup.payment.mayPay()).toBe(true)
})

test('a second error leaves a screen as it is', async () => {
  const setup = await submitting()
  for (let times = 0; times < 3; times += 1) setup.payment.unexpected(new TypeError())
  expect([setup.state, setup.announcements.filter((event) => event === 'tender-pending').length]).toEqual([
    'pending',
    1,
  ])
})

test('a thing that is no error is reported too', () => {
  const setup = ready()
  for (const thrown of [undefined, null, 'a text', 7]) setup.payment.unexpected(thrown)
  expect(setup.state).toBe('failed')
})

test('the wallet’s sheet, failing at its result, changes nothing of it', async () => {
  const setup = ready()
  const paid = payByWallet(setup.payment, 'applePay', 'Apple Pay', async () => ({
    paymentToken: 'dG9r',
    conclude: lacking,
  }))
  await paid.catch(() => undefined)
  expect(setup.state).toBe('paid')
})

test('a shop whose answer fails closes the sheet of the wallet, and nothing is sent', async () => {
  const setup = ready()
  setup.mayPay = rejecting
  let signal: AbortSignal | undefined
  await payByWallet(setup.payment, 'applePay', 'Apple Pay', async (over) => {
    signal = over
    await settle()
    return { paymentToken: 'dG9r', conclude() {} }
  })
  expect([signal?.aborted, setup.state, setup.request]).toEqual([true, 'ready', []])
})

describe('no loop runs without a pause', () => {
  /** A call that throws; after many calls it ends what would else never end. */
  function failing(end: () => void) {
    const calls = { count: 0 }
    const call = (): never => {
      if ((calls.count += 1) >= 100) end()
      return lacking()
    }
    return { calls, call }
  }

  test.each(['onResume', 'read', 'both'] as const)(
    'where it watches an order, and this throws: %s',
    async (thrower) => {
      const clock = fakeClock(0)
      const over = new AbortController()
      const [resume, reading] = [failing(() => over.abort()), failing(() => over.abort())]
      const context = { clock, onResume: thrower === 'read' ? () => new Promise<void>(() => {}) : resume.call }
      const read = thrower === 'onResume' ? async (): Promise<Outcome> => outcomes.pending : reading.call
      const watching = watch(context, read, [1_000], () => {}, over.signal).catch(() => undefined)
      await clock.pass(5_500)
      expect(Math.max(resume.calls.count, reading.calls.count)).toBeLessThanOrEqual(6)
      expect(over.signal.aborted).toBe(false)
      over.abort()
      await watching
    },
  )

  test('where it watches an order, and the clock fails', async () => {
    const over = new AbortController()
    const { calls, call } = failing(() => over.abort())
    const context = { clock: { now: () => 0, sleep: rejecting }, onResume: () => new Promise<void>(() => {}) }
    await expect(watch(context, call, [1_000], () => {}, over.signal)).rejects.toThrow(TypeError)
    expect(calls.count).toBe(0)
  })

  test('where it fetches the code of the bank again, and the clock fails', async () => {
    const setup = await submitting()
    setup.missing = 100
    const { sleep } = setup.clock
    setup.clock.sleep = (ms, signal) => (ms === 5_000 && setup.missing < 100 ? rejecting() : sleep(ms, signal))
    setup.payment.take(outcomes.challenge, 'live')
    await settle()
    expect(setup.missing).toBeGreaterThan(90)
    expect(setup.state).toBe('pending')
  })
})

describe('a linked controller', () => {
  test('aborts with its signal, and for the same reason', () => {
    const outer = new AbortController()
    const inner = linkedController(outer.signal)
    outer.abort('over')
    expect([inner.signal.aborted, inner.signal.reason]).toEqual([true, 'over'])
    expect(linkedController(outer.signal).signal.reason).toBe('over')
  })

  test('aborts alone', () => {
    const outer = new AbortController()
    linkedController(outer.signal).abort()
    expect(outer.signal.aborted).toBe(false)
  })
})
