import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import { monotonicNow } from '#ports/monotonic-now.ts'
import { lineOf, type Log } from '../http/log.ts'
import { refuse, type Handler } from './route-by-host.ts'

/** The app of a merchant with everything that is its own. */
export interface OpenedApp {
  readonly app: FastifyInstance
  close(noticed?: () => Promise<void>): Promise<void>
}

/** One state of a merchant, whose app is opened when it is first needed. */
export interface MerchantApp extends Handler {
  /** Opens the app, where it is closed; rejects where it cannot be opened. */
  open(): Promise<void>
  isOpen(): boolean
  /** Milliseconds since a request or a job was last begun; `undefined` while the app is closed, or at work. */
  idleFor(): number | undefined
  /** Closes the app once it has answered all that has begun; a later request opens it again. */
  close(): Promise<void>
  /** Stops for good: it reports that it is not ready, and closes once `ended` resolves. */
  stop(ended: () => Promise<void>): Promise<void>
}

interface Ports {
  readonly clock: Clock
  readonly log: Log
  readonly open: () => Promise<OpenedApp>
}

export function merchantApp({ clock, log, open }: Ports): MerchantApp {
  let opening: Promise<OpenedApp> | undefined
  let opened: OpenedApp | undefined
  let [atWork, usedAt, isStopped] = [0, -Infinity, false]
  const waiting: (() => void)[] = []
  const begin = async (): Promise<OpenedApp> => {
    const one = await open()
    await one.app.ready()
    return (opened = one)
  }
  const get = (): Promise<OpenedApp> => {
    if (isStopped) return Promise.reject(new Error('The merchant is stopped'))
    usedAt = monotonicNow(clock)
    opening ??= begin().catch((error: unknown) => {
      opening = undefined
      log.error({ op: 'merchant', code: 'not_opened', ...lineOf(error) })
      throw error
    })
    return opening
  }
  const left = (): void => {
    atWork -= 1
    usedAt = monotonicNow(clock)
    if (!atWork) for (const resolve of waiting.splice(0)) resolve()
  }
  const whenIdle = (): Promise<void> =>
    atWork ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve()
  /** Closes an app for good; one that could not be opened has logged it, and there is nothing to close. */
  const closeApp = async (taken: typeof opening, noticed?: () => Promise<void>): Promise<void> => {
    const one = await taken?.catch(() => undefined)
    await one
      ?.close(noticed)
      .catch((error: unknown) => log.error({ op: 'merchant', code: 'not_closed', ...lineOf(error) }))
  }
  return {
    handle(request: IncomingMessage, response: ServerResponse) {
      atWork += 1
      response.once('close', left)
      // In the same turn, where it is open: what arrived behind a request waits for its answer.
      if (opened && !isStopped) {
        usedAt = monotonicNow(clock)
        return opened.app.routing(request, response)
      }
      get().then(
        ({ app }) => app.routing(request, response),
        () => refuse(response, 503),
      )
    },
    open: async () => void (await get()),
    isOpen: () => opening !== undefined,
    idleFor: () => (opened && !atWork ? monotonicNow(clock) - usedAt : undefined),
    async close() {
      const taken = opening
      ;[opening, opened] = [undefined, undefined]
      // A request that comes meanwhile has the app opened anew.
      await whenIdle()
      await closeApp(taken)
    },
    async stop(ended) {
      const first = opening
      await closeApp(first, ended)
      await ended()
      isStopped = true
      // Until then, a request may have opened it.
      if (opening !== first) await closeApp(opening)
    },
  }
}
