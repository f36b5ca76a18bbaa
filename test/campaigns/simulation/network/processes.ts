import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock, Random } from '#contract/ports.ts'
import { silent } from '#ports/journal.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import { readConfig, type ProxyConfig } from '#proxy/config/config.ts'
import type { Documents } from '#proxy/static-files/documents.ts'
import { memoryQueues, type JobOptions, type JobQueue, type Queues } from '#proxy/webhooks/job-queue.ts'
import type { FollowUp } from '#proxy/webhooks/follow-up.ts'
import { isOrderEvent, type KeptEvent, type OrderEvent, type ReadEvent } from '#proxy/webhooks/event.ts'
import type { Fetch, PlainRequest } from '#contract/wire/client.ts'
import { gatewayBase, merchant } from '../parties/bank.ts'
import { cardForm } from '../../../support/card-form.ts'
import type { Answer } from './serve.ts'
import { clockOf, type Time } from './time.ts'
import { nobody, type Visit } from '../visits.ts'
import type { Living } from './wire.ts'

export const proxyUrl = 'https://pay.shop.example'
export const ticketSecret = 'a-ticket-secret-of-more-than-32-bytes'
export const apiKey = 'an-api-key-of-the-merchant-of-32-bytes'
export const webhookUrl = 'https://shop.example/webhooks'

const script = { file: 'frame.js', integrity: 'sha384-', bytes: new Uint8Array() }
const documents: Documents = { card: { ...script, form: cardForm }, challenge: { ...script, file: 'challenge.js' } }

const { config: read, errors } = readConfig({
  TENDER_PUBLIC_URL: proxyUrl,
  TENDER_SHOP_ORIGINS: 'https://shop.example',
  TENDER_GATEWAY_URL: gatewayBase,
  // The bank's routes have the specification's paths.
  TENDER_GATEWAY_PROFILE: 'specification',
  TENDER_GATEWAY_USERNAME: merchant.login,
  TENDER_GATEWAY_PASSWORD: merchant.password,
  TENDER_TICKET_SECRET: ticketSecret,
  TENDER_API_KEYS: apiKey,
  TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
  TENDER_WEBHOOK_URL: webhookUrl,
  TENDER_WEBHOOK_SECRET: `whsec_${Buffer.from('a webhook secret of the simulation').toString('base64')}`,
  // Its counts of the shop's other orders would include those of other scenarios.
  TENDER_LIMIT_DECLINES: 'none',
  TENDER_LIMIT_DECLINED_PERCENT: 'none',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
  TENDER_GOOGLE_PAY_NAME: 'A shop',
  TENDER_GOOGLE_PAY_COUNTRY: 'LT',
  TENDER_GOOGLE_PAY_GATEWAY: 'sandbox',
  TENDER_SBP: 'on',
  TENDER_BANK_PAGE: 'on',
})
if (!read) throw new Error(errors.join(' '))
/** Apple Pay needs a merchant identity to open its sheet; no test opens it. */
const applePay = { merchantName: 'A shop', countryCode: 'LT', networks: ['visa'] }
const { walletSettings } = read
const settings = { ...read, walletSettings: { ...walletSettings, offers: { ...walletSettings.offers, applePay } } }
export const { lockTtlMs } = settings

/** The settings for the current scenario, since a built proxy is used in many. */
const configFor = (outside: () => Outside): ProxyConfig =>
  Object.defineProperty(
    {
      ...settings,
      gateway: Object.defineProperty({ ...settings.gateway }, 'overload', { get: () => outside().overload }),
    },
    'codeMethods',
    { get: () => outside().codeMethods },
  )

/** One run of a proxy process: what it can reach, and what is lost when it ends. */
export interface Process extends Living {
  readonly name: string
  readonly app: FastifyInstance
  locks: LockStore
  readonly read: ReadEvent
  /** Reads an order that the proxy follows, as a worker of the queue does. */
  readonly follow: JobOptions<FollowUp>['run']
  /** Milliseconds by which its clock is ahead: wrong from the start of the process, or set since. */
  ahead: number
  /** Milliseconds added to its steady clock, which never goes back, though simulated time starts anew each time. */
  readonly era: number
  /** Rejects the pending requests to it. */
  readonly waiting: Set<() => void>
}

/** What processes reach in the current scenario. */
export interface Outside {
  toGateway(lifecycle: Process, request: PlainRequest): Promise<Answer>
  toShop(lifecycle: Process, ...request: Parameters<Fetch>): Promise<Response>
  /** Stores a webhook for delivery, where webhooks are stored. */
  keep(event: OrderEvent): void
  /** The same for an order that the proxy follows. */
  keepFollowUp(followUp: FollowUp, ms: number): void
  removeFollowUp(id: string): void
  /** What the gateway does with what it answers with HTTP 429. */
  readonly overload: ProxyConfig['gateway']['overload']
  /** The methods by a code that are switched on. */
  readonly codeMethods: ProxyConfig['codeMethods']
  /** Whether orders are followed at all. */
  readonly isFollowing: boolean
  readonly isKept: boolean
  /** A process begins what nobody has asked it for; the returned function says that it has ended. */
  begins(visit: Visit, lifecycle: Process): () => void
  logged(line: object): void
}

/** A built proxy that is used by one process after another. */
interface Shell {
  readonly app: FastifyInstance
  readonly read: ReadEvent
  readonly follow: JobOptions<FollowUp>['run']
  lifecycle: Process | undefined
  /** How many processes have used it. */
  lives: number
  /** How many calls of these processes were cut off: they stay pending in it. */
  pending: number
}

/** Built proxies, since building one takes as long as many payments: a new process gets one new to the order. */
export class Processes {
  readonly #time: Time
  readonly #random: Random
  readonly #outside: () => Outside
  readonly #warm: (app: FastifyInstance) => Promise<unknown>
  #free: Shell[] = []
  #used: Shell[] = []

  /** `warm` sends the request that makes a proxy load what it reads only once. */
  constructor(time: Time, random: Random, outside: () => Outside, warm: (app: FastifyInstance) => Promise<unknown>) {
    this.#time = time
    this.#random = random
    this.#outside = outside
    this.#warm = warm
  }

  /** Has enough proxies ready for a scenario; those of earlier scenarios are reused, since the orders are others. */
  async prepare(count: number): Promise<void> {
    for (const shell of this.#used) shell.pending += shell.lifecycle!.waiting.size
    this.#free.push(...this.#used.filter(({ lives, pending }) => lives < MOST_LIVES && pending < MOST_PENDING))
    this.#used = []
    while (this.#free.length < count) this.#free.push(await this.#shell())
  }

  /** How many processes may still start. */
  get left(): number {
    return this.#free.length
  }

  /** `ahead` is in milliseconds. */
  begin(name: string, ahead: number, locksOf: (lifecycle: Process, clock: Clock) => LockStore): Process {
    const shell = this.#free.pop()!
    this.#used.push(shell)
    shell.lives += 1
    const era = shell.lives * ERA
    const { app, read, follow } = shell
    const lifecycle = { name, app, read, follow, isAlive: true, ahead, era, waiting: new Set<() => void>() } as Process
    shell.lifecycle = lifecycle
    lifecycle.locks = locksOf(
      lifecycle,
      clockIn(this.#time, () => lifecycle),
    )
    return lifecycle
  }

  async #shell(): Promise<Shell> {
    const shell = { lifecycle: undefined, lives: 0, pending: 0 } as unknown as Shell
    const living = (): Process => shell.lifecycle!
    const clock = clockIn(this.#time, living)
    const app = await buildProxy(configFor(this.#outside), {
      clock,
      random: this.#random,
      fetch: async (url, settings) => {
        const { status, body } = await this.#outside().toGateway(living(), { url, ...settings })
        return new Response(body, { status })
      },
      webhookFetch: (...request) => this.#outside().toShop(living(), ...request),
      journal: silent,
      logger: this.#logger(),
      locks: locksIn(living),
      documents,
      queues: this.#queues(shell),
    })
    await app.ready()
    const lifecycle: Process = {
      name: '',
      app,
      read: shell.read,
      follow: shell.follow,
      isAlive: true,
      ahead: 0,
      era: 0,
      waiting: new Set(),
      locks: memoryLocks(clockOf(this.#time)),
    }
    Object.assign(shell, { app, lifecycle })
    await this.#warm(app)
    return shell
  }

  /** Stored outside the processes where webhooks are stored, and otherwise lost with the process. */
  #queues(shell: Shell): Queues {
    const outside = this.#outside
    return {
      get isDurable() {
        return outside().isKept
      },
      open: (options) =>
        (options.name === 'webhooks'
          ? this.#webhooks(shell, options as unknown as JobOptions<KeptEvent>)
          : this.#followUps(shell, options as unknown as JobOptions<FollowUp>)) as JobQueue<never>,
    }
  }

  #webhooks(shell: Shell, { read, run }: JobOptions<KeptEvent>): JobQueue<KeptEvent> {
    Object.assign(shell, { read })
    return {
      add: async (event) => (isOrderEvent(event) ? this.#outside().keep(event) : void (await run(event))),
      remove: async () => {},
      close: async () => {},
    }
  }

  #followUps(shell: Shell, options: JobOptions<FollowUp>): JobQueue<FollowUp> {
    const run = this.#runFor(shell, options)
    Object.assign(shell, { follow: run })
    const own = memoryQueues.open({ ...options, run })
    return {
      add: async (followUp, ms = 0) => {
        const outside = this.#outside()
        if (!outside.isFollowing) return
        if (outside.isKept) outside.keepFollowUp(followUp, ms)
        else await own.add(followUp, ms)
      },
      remove: async (id) => {
        const outside = this.#outside()
        if (outside.isKept) outside.removeFollowUp(id)
        else await own.remove(id)
      },
      close: () => own.close(),
    }
  }

  /** The read of a followed order is a cause of its own, whatever started the follow-up. */
  #runFor(shell: Shell, { run }: JobOptions<FollowUp>): JobOptions<FollowUp>['run'] {
    return async (followUp) => {
      const visit: Visit = { ...nobody, op: 'follow-up', requestedAt: this.#time.now }
      this.#time.cause = visit
      const ended = this.#outside().begins(visit, shell.lifecycle!)
      try {
        return await run(followUp)
      } finally {
        ended()
      }
    }
  }

  #logger(): Logger {
    const logged = (line: object): void => this.#outside().logged(line)
    return { debug: () => {}, info: logged, warn: logged, error: logged } as unknown as Logger
  }
}

/** Milliseconds; longer than any scenario. */
const ERA = 1_000_000_000

/** After so many uses a proxy is dropped, with all calls pending in it. */
const MOST_LIVES = 2000

/** With so many pending calls it is dropped too: at 1000 it would refuse requests as one that is overloaded does. */
const MOST_PENDING = 500

/** The clock of a process; a sleep in a process that has ended never ends. */
function clockIn(time: Time, lifecycle: () => Process): Clock {
  return {
    now: () => Math.floor(time.now) + lifecycle().ahead,
    steady: () => time.now + lifecycle().era,
    sleep(ms, signal) {
      const own = lifecycle()
      return new Promise((wake, fail) => {
        if (signal?.aborted) return fail(signal.reason as Error)
        const called = (): void => {
          cancel()
          fail(signal!.reason as Error)
        }
        const cancel = time.after(ms, () => {
          signal?.removeEventListener('abort', called)
          if (own.isAlive) wake()
        })
        signal?.addEventListener('abort', called)
      })
    },
  }
}

const locksIn = (lifecycle: () => Process): LockStore =>
  ({
    take: (...given) => lifecycle().locks.take(...given),
    release: (...given) => lifecycle().locks.release(...given),
    isTaken: (key) => lifecycle().locks.isTaken(key),
    codes: {
      read: (...given) => lifecycle().locks.codes!.read(...given),
      write: (...given) => lifecycle().locks.codes!.write(...given),
      forget: (...given) => lifecycle().locks.codes!.forget(...given),
    },
    get registrations() {
      return lifecycle().locks.registrations
    },
    remembersFor: () => lifecycle().locks.remembersFor!(),
  }) as LockStore
