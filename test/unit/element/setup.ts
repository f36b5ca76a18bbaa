import type { CardFrame, ChallengeFrame } from '#bridge/protocol.ts'
import type { Outcome } from '#contract/checkout.ts'
import { Trace } from '#element/trace/trace.ts'
import { ThreeDsFlow } from '#element/three-ds/flow.ts'
import type { Detail } from '#element/state/events.ts'
import { Payment } from '#element/state/payment.ts'
import { asError } from '#element/state/errors.ts'
import { fakeClock, settle, steadyNetwork } from '../../support/clock.ts'
import { facts, outcomes } from './outcomes.ts'

type Answer = Outcome | Error | Promise<Outcome>

const give = async (answer: Answer): Promise<Outcome> => {
  if (answer instanceof Error) throw answer
  return await answer
}

/** A payment with its flow, between a fake card frame and a fake challenge frame. */
export class Setup {
  readonly clock = fakeClock(0)
  /** Calls of the frames, in their order. */
  readonly request: string[] = []
  /** Events, as `name` or `name code`. */
  readonly announcements: string[] = []
  readonly details: Detail[] = []
  readonly left: string[] = []
  readonly complaints: string[] = []
  connected = true
  wholePage = false
  mayPay: () => Promise<boolean> | false = async () => true
  refresh: Answer = outcomes.pending
  authenticate: Answer = outcomes.paid
  cancel: Answer = outcomes.cancelled
  wallet: Answer = outcomes.paid
  code: Answer = outcomes.code
  submission: Promise<Outcome | undefined> = new Promise(() => {})
  method: Promise<boolean> = new Promise(() => {})
  challenge: Promise<void> = new Promise(() => {})
  /** Resolves once no other tab shows the challenge. */
  free: Promise<void> = new Promise(() => {})
  /** How often the code that follows an outcome cannot be loaded. */
  missing = 0
  /** Whether the challenge frame never gets its script. */
  noFrame = false
  #wakes: (() => void)[] = []

  readonly card: CardFrame = {
    open: async () => {},
    renew: async () => {},
    restyle: async () => {},
    submit: () => this.#ask('submit', () => this.submission),
    focus: async () => {},
    reset: async () => {},
    authenticate: () => this.#ask('authenticate', () => give(this.authenticate)),
    refresh: () => this.#ask('refresh', () => give(this.refresh)),
    cancel: () => this.#ask('cancel', () => give(this.cancel)),
    again: () => this.#ask('again', async () => {}),
    note: async () => {},
    override: async () => [],
    payByWallet: ({ wallet, paymentToken }) =>
      this.#ask(`payByWallet ${wallet} ${paymentToken}`, () => give(this.wallet)),
    payByCode: (method) => this.#ask(`payByCode ${method}`, () => give(this.code)),
    walletSession: async () => ({}),
  }

  readonly bank: ChallengeFrame = {
    runMethod: () => this.#ask('runMethod', () => this.method),
    showChallenge: () => this.#ask('showChallenge', () => this.challenge),
    whenFree: () => this.#ask('whenFree', () => this.free),
  }

  readonly flow = new ThreeDsFlow({
    clock: this.clock,
    onResume: (signal) =>
      new Promise((resolve) => {
        this.#wakes.push(resolve)
        signal.addEventListener('abort', () => (this.#wakes = this.#wakes.filter((wake) => wake !== resolve)))
      }),
    leave: (address) => void this.left.push(address),
    wholePage: () => this.wholePage,
    changed: () => {},
    challenge: async () => {
      if (this.noFrame) throw asError({ code: 'script_failed', message: 'The script of /3ds was not loaded.' })
      return this.bank
    },
  })

  readonly payment = new Payment({
    facts,
    context: {
      clock: this.clock,
      trace: new Trace(this.clock),
      network: steadyNetwork,
      random: { uuid: () => 'nonce' },
      leave: (address) => void this.left.push(address),
      complain: (line) => void this.complaints.push(line),
      callFrame: () => {
        throw new Error('A payment calls no frame itself.')
      },
    },
    card: () => (this.connected ? this.card : undefined),
    follow: async (payment, outcome, how, signal) => {
      if (this.missing-- > 0)
        throw asError({ code: 'script_failed', message: 'A script file could not be loaded: bank-1.js' })
      this.flow.follow(payment, outcome, how, signal)
    },
    mayPay: () => this.mayPay(),
    announce: (event, detail) => {
      this.announcements.push('message' in detail ? `${event} ${detail.code}` : event)
      this.details.push(detail)
    },
    changed: () => {},
  })

  get state() {
    return this.payment.state
  }

  /** How often a frame received a request. */
  count(name: string): number {
    return this.request.filter((other) => other === name).length
  }

  /** The shopper returns to the page. */
  async wake(): Promise<void> {
    for (const wake of this.#wakes.splice(0)) wake()
    await settle()
  }

  #ask<T>(name: string, answer: () => Promise<T>): Promise<T> {
    this.request.push(name)
    return answer()
  }
}

/** A setup whose form is ready. */
export function ready(): Setup {
  const setup = new Setup()
  setup.payment.load()
  setup.payment.take(outcomes.open, 'opened')
  return setup
}

/** A setup whose frame has just sent the payment. */
export async function submitting(): Promise<Setup> {
  const setup = ready()
  await setup.payment.mayPay()
  return setup
}

/** A setup whose payment has an outcome. */
export async function concluded(outcome: Outcome, prepare: (setup: Setup) => void = () => {}): Promise<Setup> {
  const setup = await submitting()
  prepare(setup)
  setup.payment.take(outcome, 'live')
  await settle()
  return setup
}
