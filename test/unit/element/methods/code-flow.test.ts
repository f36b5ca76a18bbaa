import { beforeEach, describe, expect, test } from 'vitest'
import type { CardFrame, CheckoutError } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import { CodeFlow } from '#element/methods/code/flow.ts'
import { asError } from '#element/state/errors.ts'
import { fakeClock, settle } from '../../../support/clock.ts'
import { coded, outcomes } from '../outcomes.ts'

const MINUTE = 60_000

/** A payment by a code between a fake card frame and a page that may be hidden. */
class Followed {
  readonly clock = fakeClock(0)
  readonly calls: string[] = []
  readonly taken: Outcome['state'][] = []
  readonly reported: CheckoutError[] = []
  isHidden = false
  changes = 0
  refresh: Outcome | Error | Promise<Outcome> = outcomes.code
  cancel: Outcome | Error | Promise<Outcome> = outcomes.open
  code: Outcome | Error = coded({ payload: 'https://qr.nspk.ru/second' })
  #wake = () => {}
  readonly #over = new AbortController()

  readonly flow = new CodeFlow({
    clock: this.clock,
    onResume: () => new Promise((resolve) => (this.#wake = resolve)),
    isHidden: () => this.isHidden,
    changed: () => (this.changes += 1),
  })

  follow(outcome: Outcome): void {
    const step = outcome.state === 'authenticate' && outcome.step.kind === 'code' ? outcome.step : undefined
    const payment = {
      card: () => this.card,
      read: () => this.#answer('refresh', this.refresh),
      take: ({ state }: Outcome) => {
        this.taken.push(state)
        this.#over.abort()
      },
      report: (error: CheckoutError) => this.reported.push(error),
      unexpected: (error: unknown) => expect.unreachable(String(error)),
    }
    this.flow.follow(payment as never, step!, this.#over.signal)
  }

  readonly card = {
    payByCode: (method) => this.#answer(`payByCode ${method}`, this.code),
    cancel: () => this.#answer('cancel', this.cancel),
    refresh: () => this.#answer('refresh', this.refresh),
  } as Partial<CardFrame> as CardFrame

  async wake(): Promise<void> {
    this.#wake()
    await settle()
  }

  get reads(): number {
    return this.calls.filter((call) => call === 'refresh').length
  }

  async #answer(name: string, answer: Outcome | Error | Promise<Outcome>): Promise<Outcome> {
    this.calls.push(name)
    if (answer instanceof Error) throw answer
    return await answer
  }
}

let followed: Followed
beforeEach(() => {
  followed = new Followed()
})

describe('while the code may be paid', () => {
  test('the outcome is read every three seconds, seldom on a hidden page, and at once when the shopper is back', async () => {
    followed.follow(outcomes.code)
    await followed.clock.pass(3_000)
    await followed.clock.pass(3_000)
    expect(followed.reads).toBe(2)
    followed.isHidden = true
    await followed.clock.pass(3_000)
    expect(followed.reads).toBe(3)
    await followed.clock.pass(14_000)
    expect(followed.reads).toBe(3)
    await followed.wake()
    expect(followed.reads).toBe(4)
  })

  test('a read that was under way while the shopper was away may never be answered, and is made anew', async () => {
    followed.follow(outcomes.code)
    followed.refresh = new Promise(() => {})
    await followed.clock.pass(3_000)
    followed.refresh = outcomes.paid
    await followed.wake()
    expect([followed.reads, followed.taken]).toEqual([2, ['paid']])
  })

  test.each(['paid', 'soft', 'pending', 'open'] as const)('the outcome %s ends it', async (name) => {
    followed.follow(outcomes.code)
    followed.refresh = outcomes[name]
    await followed.clock.pass(3_000)
    expect(followed.taken).toEqual([outcomes[name].state])
    expect(followed.flow.screen).toBeUndefined()
  })

  test('a bank accepts it: the code is gone, and what the order says next is taken', async () => {
    followed.follow(outcomes.code)
    followed.refresh = outcomes.accepted
    await followed.clock.pass(3_000)
    expect([followed.flow.screen, followed.flow.address]).toEqual(['accepted', undefined])
    followed.refresh = outcomes.paid
    await followed.clock.pass(3_000)
    expect(followed.taken).toEqual(['paid'])
  })

  test('a read that fails is repeated, and changes nothing', async () => {
    followed.follow(outcomes.code)
    followed.refresh = new Error('no network')
    await followed.clock.pass(3_000)
    expect([followed.flow.screen, followed.reported]).toEqual(['code', []])
    followed.refresh = outcomes.paid
    await followed.clock.pass(3_000)
    expect(followed.taken).toEqual(['paid'])
  })

  test('a clock of the machine that is set meanwhile decides nothing for long', async () => {
    followed.follow(outcomes.code)
    followed.clock.putForward(60 * MINUTE)
    await followed.clock.pass(3_000)
    expect([followed.flow.screen, followed.flow.left]).toEqual(['code', 20 * MINUTE])
    followed.clock.putForward(-60 * MINUTE)
    await followed.clock.pass(3_000)
    expect([followed.flow.screen, followed.flow.left]).toEqual(['code', 20 * MINUTE])
  })

  test('the time that is left is the proxy’s, also after the machine has slept', async () => {
    followed.follow(outcomes.code)
    expect(followed.flow.left).toBe(20 * MINUTE)
    followed.refresh = coded({ remainingMs: 90_000 })
    await followed.clock.pass(3_000)
    expect(followed.flow.left).toBe(90_000)
  })
})

describe('a code that has run out', () => {
  beforeEach(() => {
    followed.refresh = new Error('no network')
    followed.follow(coded({ remainingMs: 10_000 }))
  })

  test('is over as soon as its time is, and the order is read less often', async () => {
    await followed.clock.pass(10_000)
    expect(followed.flow.screen).toBe('over')
    const { reads, changes } = followed
    await followed.clock.pass(9_000)
    expect([followed.reads - reads <= 1, changes > 0]).toEqual([true, true])
  })

  test('is replaced by another one, of which the time begins anew', async () => {
    await followed.clock.pass(10_000)
    followed.flow.renew()
    expect(followed.flow.isAsking).toBe(true)
    await settle()
    expect(followed.calls).toContain('payByCode sbp')
    const { screen, address, left, isAsking } = followed.flow
    expect([screen, address, left, isAsking]).toEqual(['code', 'https://qr.nspk.ru/second', 20 * MINUTE, false])
    await followed.clock.pass(20 * MINUTE)
    expect(followed.flow.screen).toBe('over')
  })

  test('is shown until the shopper decides, though the order is open again, which is not cancelled then', async () => {
    await followed.clock.pass(10_000)
    followed.refresh = outcomes.open
    await followed.clock.pass(15_000)
    expect([followed.flow.screen, followed.taken]).toEqual(['over', []])
    followed.flow.leave()
    expect([followed.taken, followed.calls.includes('cancel')]).toEqual([['open'], false])
  })

  test('is over also where the proxy says so a moment before', async () => {
    followed.refresh = outcomes.open
    await followed.clock.pass(3_000)
    expect([followed.flow.screen, followed.taken]).toEqual(['over', []])
  })

  test('is over also where the session of the order has ended with it, and another one is possible', async () => {
    await followed.clock.pass(10_000)
    followed.refresh = { ...outcomes.declined, reason: 'order_expired' }
    await followed.wake()
    expect([followed.flow.screen, followed.taken]).toEqual(['over', []])
    followed.refresh = outcomes.declined
    await followed.wake()
    expect(followed.taken).toEqual(['declined'])
  })

  test('is left by reading the order, which is not cancelled for it', async () => {
    await followed.clock.pass(10_000)
    followed.refresh = outcomes.open
    followed.flow.leave()
    await settle()
    expect([followed.taken, followed.calls.includes('cancel')]).toEqual([['open'], false])
  })

  test.each([
    ['after the page has learnt it', true],
    ['before', false],
  ])('is left for the form also where the session of the order has ended with it, %s', async (_, isKnown) => {
    await followed.clock.pass(10_000)
    followed.refresh = { ...outcomes.declined, reason: 'order_expired' }
    if (isKnown) await followed.wake()
    followed.flow.leave()
    await settle()
    expect([followed.taken, followed.calls.includes('cancel')]).toEqual([['open'], false])
  })

  test('is left for the end of the order where that cannot be paid again', async () => {
    await followed.clock.pass(10_000)
    followed.refresh = { ...outcomes.declined, reason: 'order_expired', again: false }
    followed.flow.leave()
    await settle()
    expect(followed.taken).toEqual(['declined'])
  })

  test('was paid at the last moment: that is what counts', async () => {
    await followed.clock.pass(10_000)
    followed.refresh = outcomes.paid
    await followed.wake()
    expect(followed.taken).toEqual(['paid'])
  })

  test('stays where no other one comes, with the reason', async () => {
    await followed.clock.pass(10_000)
    followed.code = asError({ code: 'gateway_unreachable', message: 'Away.' })
    followed.flow.renew()
    await settle()
    expect([followed.flow.screen, followed.flow.error?.code]).toEqual(['over', 'gateway_unreachable'])
    expect(followed.reported.map(({ code }) => code)).toEqual(['gateway_unreachable'])
  })
})

describe('the way back to the card', () => {
  beforeEach(() => followed.follow(outcomes.code))

  test('takes the code back, and what that says is taken: here that it was paid meanwhile', async () => {
    followed.cancel = outcomes.paid
    followed.flow.leave()
    followed.flow.leave()
    await settle()
    expect([followed.calls, followed.taken]).toEqual([['cancel'], ['paid']])
  })

  test('is closed once a bank has accepted the payment', async () => {
    followed.cancel = outcomes.accepted
    followed.flow.leave()
    await settle()
    expect([followed.flow.screen, followed.taken]).toEqual(['accepted', []])
  })

  test('an outcome that was being read meanwhile is out of date', async () => {
    let read!: (outcome: Outcome) => void
    followed.refresh = new Promise((resolve) => (read = resolve))
    await followed.clock.pass(3_000)
    let answer!: (outcome: Outcome) => void
    followed.cancel = new Promise((resolve) => (answer = resolve))
    followed.flow.leave()
    read(outcomes.pending)
    await settle()
    expect(followed.taken).toEqual([])
    answer(outcomes.open)
    await settle()
    expect(followed.taken).toEqual(['open'])
  })

  test('where no answer comes the code stays, since it may have been paid', async () => {
    followed.cancel = new Error('lost')
    followed.flow.leave()
    await settle()
    expect([followed.flow.screen, followed.flow.isAsking, followed.flow.error?.code]).toEqual([
      'code',
      false,
      'frame_error',
    ])
  })
})

describe('what the code holds', () => {
  test.each(['bank100000000004://qr.nspk.ru/a', 'data:text/html,1', 'http://qr.nspk.ru/a', 'no address'])(
    'is not shown where a page may not lead there: %s',
    async (payload) => {
      followed.refresh = coded({ payload })
      followed.follow(coded({ payload }))
      expect([followed.flow.screen, followed.flow.address, followed.flow.error?.field]).toEqual([
        'over',
        undefined,
        'payload',
      ])
      await followed.clock.pass(15_000)
      expect(followed.reported.map(({ code }) => code)).toEqual(['address_refused'])
    },
  )

  test('may be a page of this machine, as in the sandbox', () => {
    followed.follow(coded({ payload: 'http://127.0.0.1:8080/nspk/1' }))
    expect(followed.flow.screen).toBe('code')
  })
})
