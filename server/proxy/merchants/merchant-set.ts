import type { Clock } from '#contract/ports.ts'
import { hostsOf } from '../http/request-guard.ts'
import { lineOf, type Log } from '../http/log.ts'
import type { Merchant, MerchantReading } from './merchant-file.ts'
import { merchantApp, type MerchantApp, type OpenedApp } from './merchant-app.ts'
import type { FindByHost } from './route-by-host.ts'
import { settle } from './settle.ts'

/** The merchants that a process serves, which may change while it runs. */
export interface MerchantSet {
  readonly find: FindByHost
  /** Opens the app of a host; rejects where no merchant has it. */
  open(host: string): Promise<void>
  /** Serves what the files say, and resolves with a sentence about everything that is wrong. */
  apply(readings: readonly MerchantReading[]): Promise<readonly string[]>
  /** Closes apps that were not asked for anything for long, or for a while where many are open. */
  closeIdle(): Promise<void>
  readonly size: number
  stop(ended: () => Promise<void>): Promise<void>
}

export interface MerchantSetPorts {
  readonly clock: Clock
  readonly logOf: (merchant: Merchant) => Log
  readonly open: (merchant: Merchant) => Promise<OpenedApp>
  /** Whether apps may be closed while their merchants are served: nothing is kept in them alone. */
  readonly mayClose: boolean
  /** Called once a merchant that was removed has answered everything, or has another host. */
  readonly removed: (merchant: Merchant) => Promise<void>
}

interface Served {
  readonly merchant: Merchant
  readonly app: MerchantApp
}

/** Milliseconds without a request after which an app is closed: always, and where more than {@link MOST_OPEN} are open. */
const [IDLE, SHORT_IDLE] = [900_000, 60_000]

const MOST_OPEN = 150

/** Apps beyond these are closed as soon as they have nothing to do, so that asking every host fills no memory. */
const MOST_EVER = 200

export function merchantSet({ clock, logOf, open, mayClose, removed }: MerchantSetPorts): MerchantSet {
  let served: ReadonlyMap<string, Served> = new Map()
  let byHost: ReadonlyMap<string, MerchantApp> = new Map()
  const note = (merchant: Merchant, code: string): void => logOf(merchant).info({ op: 'merchant', code })
  const serve = (merchant: Merchant): Served => {
    for (const message of merchant.warnings) logOf(merchant).warn({ op: 'merchant', code: 'setting_doubtful', message })
    const opening = async (): Promise<OpenedApp> => {
      const one = await open(merchant)
      void closeIdle().catch(() => {}) // the next time closes what is left
      return one
    }
    return { merchant, app: merchantApp({ clock, log: logOf(merchant), open: opening }) }
  }
  const closeIdle = async (): Promise<void> => {
    if (!mayClose) return
    const open = [...served.values()].filter(({ app }) => app.isOpen())
    const idle = open
      .flatMap(({ app }) => (app.idleFor() === undefined ? [] : { app, ms: app.idleFor()! }))
      .toSorted((one, other) => other.ms - one.ms)
    const longest = open.length > MOST_OPEN ? SHORT_IDLE : IDLE
    const closed = idle.filter(({ ms }, at) => ms >= longest || at < open.length - MOST_EVER)
    await Promise.all(closed.map(({ app }) => app.close()))
  }
  /** A changed merchant whose app is in use is only replaced once its new app is open. */
  const replacing = async (last: Served, merchant: Merchant): Promise<Served> => {
    const next = serve(merchant)
    if (last.app.isOpen()) await next.app.open()
    return next
  }
  const end = async ({ merchant, app }: Served, isGone: boolean): Promise<void> => {
    await app.close()
    if (isGone) await removed(merchant)
  }
  return {
    find: (host) => byHost.get(host),
    get size() {
      return served.size
    },
    async open(host) {
      const app = byHost.get(host)
      if (!app) throw new Error('No merchant has this host')
      await app.open()
    },
    async apply(readings) {
      const last = new Map([...served].map(([name, { merchant }]) => [name, merchant]))
      const { merchants, errors } = settle(readings, last)
      const next = new Map<string, Served>()
      const problems: string[] = []
      for (const [name, merchant] of merchants) {
        const known = served.get(name)
        if (known?.merchant === merchant) next.set(name, known)
        else if (!known) next.set(name, serve(merchant))
        else
          await replacing(known, merchant).then(
            (one) => next.set(name, one),
            (error: unknown) => {
              problems.push(`${name}.env: ${(error as Error).message}`)
              next.set(name, known)
            },
          )
      }
      const before = served
      served = next
      byHost = new Map(
        [...next.values()].flatMap(({ merchant, app }) =>
          hostsOf(merchant.config.publicUrl).map((host) => [host, app] as const),
        ),
      )
      for (const [name, one] of next)
        if (before.get(name) !== one) note(one.merchant, before.has(name) ? 'changed' : 'added')
      for (const [name, one] of before) {
        if (next.get(name) === one) continue
        if (!next.has(name)) note(one.merchant, 'removed')
        void end(one, !byHost.has(one.merchant.host)).catch((error: unknown) =>
          logOf(one.merchant).error({ op: 'merchant', code: 'not_closed', ...lineOf(error) }),
        )
      }
      return [...errors, ...problems]
    },
    closeIdle,
    stop: async (ended) => void (await Promise.all([...served.values()].map(({ app }) => app.stop(ended)))),
  }
}
