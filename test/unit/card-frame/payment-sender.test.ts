import { describe, expect, test } from 'vitest'
import { PaymentSender, type PaymentSenderContext } from '#card-frame/payment-sender.ts'
import { fakeClock } from '../../support/clock.ts'
import { poll } from '../../support/poll.ts'

const facts = { orderNumber: 'A-1', amount: 4990, currency: '978' } as const
const paid = { state: 'paid', ...facts } as const

/** Rejects as `fetch` does without a connection. */
const lose = () => Promise.reject(new TypeError('Failed to fetch'))

/** A payment by a wallet whose answer is lost, and whose withdrawal is answered after so many more losses. */
function sentWith(losses: number, { isBack, sleep }: { isBack: () => Promise<void>; sleep: () => Promise<void> }) {
  let asked = 0
  const api = {
    payByWallet: lose,
    withdraw: () => ((asked += 1) > losses ? Promise.resolve(paid) : lose()),
  }
  const parts = {
    api,
    checkout: facts,
    clock: { now: () => 0, sleep },
    network: { isDown: () => false, isBack },
    random: { uuid: () => 'request-1' },
    browser: () => ({}),
    lost: () => undefined,
  } as unknown as PaymentSenderContext
  return new PaymentSender(parts).payByWallet({ wallet: 'applePay', paymentToken: 'dG9rZW4=' })
}

const never = () => new Promise<void>(() => {})
const atOnce = () => Promise.resolve()

test('a connection that comes back often does not use up the search for a lost answer', async () => {
  expect(await sentWith(40, { isBack: atOnce, sleep: never })).toEqual(paid)
})

test('the search ends with its pauses', async () => {
  expect(await sentWith(11, { isBack: never, sleep: atOnce })).toEqual(paid)
  expect(await sentWith(12, { isBack: never, sleep: atOnce })).toEqual({ ...paid, state: 'pending' })
})

describe('a payment that is dropped while its card is being sealed sends nothing', () => {
  const drops = {
    left: (sender: PaymentSender) => sender.leave(),
    forgotten: (sender: PaymentSender) => sender.forget(),
  }
  const cases = (['web', 'moto'] as const).flatMap((channel) =>
    Object.keys(drops).map((how) => [channel, how as keyof typeof drops] as const),
  )

  test.each(cases)('%s, %s', async (channel, how) => {
    let sealed!: (token: string) => void
    const sent: string[] = []
    const sender = new PaymentSender({
      api: {
        prepare: async () => ({ state: 'open', ...facts, orderId: 'order-1' }),
        pay: async () => sent.push('pay'),
        payMoto: async () => sent.push('payMoto'),
        withdraw: async () => sent.push('withdraw'),
      },
      checkout: { ...facts, channel },
      clock: { now: () => 0 },
      network: { isDown: () => false },
      random: { uuid: () => 'request-1' },
      browser: () => ({ timeZoneOffset: '0' }),
      seal: () => new Promise((resolve) => (sealed = resolve)),
    } as unknown as PaymentSenderContext)
    const paying = sender.pay({ sealed: { cvc: '123' }, open: {} })
    await poll(() => sealed).toBeDefined()
    drops[how](sender)
    sealed('token')
    await expect(paying).rejects.toMatchObject({ name: 'frame_unsent' })
    expect(sent).toEqual([])
  })
})

/** Seals a card an hour after the order was opened, before which the device's clock is set by a number of milliseconds. */
async function sealedAt(ahead: number, setBy: number): Promise<number> {
  const clock = fakeClock(PROXY + ahead)
  const stamps: number[] = []
  const sender = new PaymentSender({
    api: { prepare: async () => ({ state: 'open', ...facts, orderId: 'order-1' }), pay: async () => paid },
    checkout: { ...facts, channel: 'web', now: PROXY },
    clock,
    network: { isDown: () => false },
    random: { uuid: () => 'request-1' },
    browser: () => ({ timeZoneOffset: '0' }),
    seal: async (_: unknown, { now }: { now: number }) => String(stamps.push(now)),
  } as unknown as PaymentSenderContext)
  clock.advance(HOUR)
  clock.putForward(setBy)
  await sender.pay({ sealed: { cvc: '123' }, open: {} })
  return stamps[0]! - PROXY
}

const PROXY = Date.UTC(2030, 0, 1)
const HOUR = 3_600_000
const DAY = 24 * HOUR

test.each([5 * DAY, -5 * DAY, 3650 * DAY, -3650 * DAY])(
  'a card is sealed with the proxy’s time, on a device whose clock is %d ms ahead',
  async (ahead) => {
    expect(await sealedAt(ahead, 0)).toBe(HOUR)
  },
)

test('a card is not sealed too early after the device’s clock was set back', async () => {
  expect(await sealedAt(5 * DAY, -5 * DAY)).toBe(HOUR)
})

describe('a code whose answer is lost', () => {
  const open = { state: 'open', ...facts } as const
  const code = { state: 'authenticate', ...facts, step: { kind: 'code', method: 'sbp' } } as const

  /** Asks for a code whose answer is lost, where the order's outcome is then this. */
  function asked(outcome: object) {
    const sent: string[] = []
    const sender = new PaymentSender({
      api: {
        payByCode: () => (sent.push('code'), lose()),
        outcome: async () => (sent.push('outcome'), outcome),
      },
      checkout: facts,
      clock: { now: () => 0 },
      network: { isDown: () => false },
    } as unknown as PaymentSenderContext)
    return { sent, outcome: sender.payByCode('sbp') }
  }

  test('is in the outcome, which is read once', async () => {
    const { sent, outcome } = asked(code)
    expect(await outcome).toEqual(code)
    expect(sent).toEqual(['code', 'outcome'])
  })

  test('is not there where the order is still open: nothing can be paid by it', async () => {
    await expect(asked(open).outcome).rejects.toMatchObject({ name: 'frame_unsent' })
  })
})
