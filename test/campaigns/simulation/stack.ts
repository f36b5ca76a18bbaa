import type { Random } from '#contract/ports.ts'
import { packPaymentToken } from '#wallet-tokens/payment-token.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { merchant, openBank } from './parties/bank.ts'
import { AMOUNT, CURRENCY, ticketOf } from './parties/cart.ts'
import { chanceOf } from './chance.ts'
import type { Point, Struck } from './fault-plan.ts'
import { checkoutRequest } from './methods.ts'
import type { Mutant } from './mutants/variant.ts'
import { withLightWeb } from './network/light-web.ts'
import { MOST_PROCESSES } from './network/lives.ts'
import { cardsByName, onFile, planOf, type Plan } from './plan.ts'
import { Processes } from './network/processes.ts'
import { Scenario, type ScenarioOptions } from './scenario.ts'
import type { Fixture } from './fixture.ts'
import { ask } from './network/serve.ts'
import { START, Time, clockOf } from './network/time.ts'
import { withLightReaders } from './network/light-readers.ts'

/** Order number of the scenario whose one request has each process load what it needs. */
const WARM_UP = 'WARM'

/** The result of a scenario. */
export interface Verdict {
  readonly plan: Plan
  readonly violations: readonly string[]
  readonly struck: readonly Struck[]
  readonly kills: number
  readonly charges: number
  /** Screens that were open at the end and compared with the gateway. */
  readonly screens: number
  /** Those that differed from it, and could not know better. */
  readonly excused: number
  /** Simulated milliseconds. */
  readonly lasted: number
  readonly trace: readonly string[]
  /** At which faults could have occurred; only in a small scope. */
  readonly points: readonly Point[]
  /** Requests to the processes. */
  readonly requests: number
  /** The content of the store that the processes share, at the end. */
  readonly stored: string
}

export interface Options extends ScenarioOptions {
  readonly mutant?: Mutant
}

export interface Stack {
  play(plan: Plan, options?: Options): Promise<Verdict>
  close(): void
}

/** Builds all parties once; each scenario starts without state of the last. */
export async function openStack(): Promise<Stack> {
  const time = new Time()
  const clock = clockOf(time)
  let played = 0
  const ids = { chance: chanceOf(0), count: 0 }
  const random: Random = {
    // Includes the scenario's number, so that a reused process cannot know an order from an earlier scenario.
    uuid: () => `${String(played).padStart(8, '0')}-0000-4000-8000-${String(++ids.count).padStart(12, '0')}`,
    bytes: (length) => Uint8Array.from({ length }, () => ids.chance.below(256)),
  }
  let scenario: Scenario | undefined
  const bank = await openBank({
    clock: { ...clock, now: () => clock.now() + (scenario?.gatewayAhead ?? 0) },
    random,
    fetch: (...request) => scenario!.fromBank(...request),
    changed: (change) => scenario?.changed(change),
    isPatient: () => scenario?.isPatient ?? false,
  })
  const tokens = new Map([...tokensFrom(bank.wallets), ...(await appleTokensFrom(bank.wallets))])
  const restoreWeb = withLightWeb()
  const restoreReaders = withLightReaders()
  const calm = { ...planOf(0, 'spec'), calmAt: 0 }
  const fixture: Fixture = { time, bank, uuid: random.uuid, tokens, processes: undefined as unknown as Processes }
  const processes = new Processes(
    time,
    random,
    () => scenario!,
    async (app) => {
      const before = scenario
      scenario = new Scenario(calm, fixture, WARM_UP, { given: [] })
      const requested = { isDone: false }
      void ask(app, checkoutRequest(ticketOf(calm, WARM_UP))).then(() => (requested.isDone = true))
      // The first time, Node imports the tickets' key in a thread.
      while (!requested.isDone) await new Promise(setImmediate).then(() => time.run())
      scenario = before
      time.reset()
    },
  )
  await processes.prepare(MOST_PROCESSES)
  return {
    async play(plan, options = {}) {
      await processes.prepare(MOST_PROCESSES)
      ids.chance = chanceOf(plan.seed, 'ids')
      ids.count = 0
      played += 1
      const { mutant } = options
      scenario = new Scenario(
        plan,
        { ...fixture, processes, ...(mutant && { mutant }) },
        `N${played.toString(36)}`,
        options,
      )
      await withoutStacks(options.trace && !options.small, () => scenario!.play())
      const lasted = time.now - START
      bank.store.rewind()
      await time.run()
      time.reset()
      const { invariants, faults, kills, screens, excused, trace, requests } = scenario
      return {
        plan,
        violations: invariants.violations,
        struck: faults.struck,
        kills,
        charges: invariants.charges.length,
        screens,
        excused,
        lasted,
        trace,
        points: faults.points,
        requests,
        stored: options.small ? scenario.stored : '',
      }
    },
    close() {
      restoreWeb()
      restoreReaders()
    },
  }
}

type Wallets = Awaited<ReturnType<typeof openBank>>['wallets']

/** Stack traces cost more than the errors themselves, and are only needed when the trace is read. */
async function withoutStacks(isRead: boolean | undefined, act: () => Promise<void>): Promise<void> {
  const { stackTraceLimit } = Error
  if (!isRead) Error.stackTraceLimit = 0
  await act().finally(() => (Error.stackTraceLimit = stackTraceLimit))
}

/** Tokens of a device, each of which can pay once. */
async function appleTokensFrom({ applePayToken }: Wallets): Promise<Map<string, readonly string[]>> {
  const made = (['plain', 'penniless'] as const).map(async (name) => {
    const card = testCards.find(({ pan }) => pan === cardsByName[name])! as Parameters<typeof applePayToken>[0]['card']
    const wanted = { card, amount: AMOUNT, currency: CURRENCY }
    const one = async () => Buffer.from(JSON.stringify(await applePayToken(wanted))).toString('base64')
    return [`apple ${name}`, await Promise.all(Array.from({ length: 8 }, one))] as const
  })
  return new Map(await Promise.all(made))
}

/** Created in advance, since creating one costs as much as a payment. */
function tokensFrom({ googlePayToken }: Wallets) {
  const names = ['plain', 'penniless', ...onFile] as const
  const isOnFile: ReadonlySet<string> = new Set(onFile)
  const made = names.map((name) => {
    const card = testCards.find(({ pan }) => pan === cardsByName[name])! as Parameters<typeof googlePayToken>[0]['card']
    const authMethod = isOnFile.has(name) ? 'PAN_ONLY' : 'CRYPTOGRAM_3DS'
    const one = () => packPaymentToken(googlePayToken({ card, merchant: merchant.login, authMethod }))
    return [name, Array.from({ length: 8 }, one)] as const
  })
  return new Map<string, readonly string[]>(made)
}
