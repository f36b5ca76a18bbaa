import cluster, { type Worker } from 'node:cluster'
import { Server } from 'node:net'
import { systemClock, systemRandom } from '#ports/system.ts'
import type { ProxyConfig } from '#proxy/config/config.ts'
import type { Log } from '#proxy/http/log.ts'
import type { Channel } from '#proxy/workers/channel.ts'
import type { MetricsCollector } from '#proxy/metrics/worker-metrics.ts'
import { primaryStore } from '#proxy/workers/primary-store.ts'
import { CommandError } from '../command.ts'
import { freePort } from '../listening.ts'
import { guardProcess } from './process-guard.ts'
import { onShutdown } from '../shutdown.ts'

/** Names the primary in a worker's environment: a process manager's own cluster has workers of another kind. */
const PRIMARY = 'TENDER_PRIMARY'

/** Whether this process is a worker of a `tender proxy`. */
export const isWorker = (env: NodeJS.ProcessEnv): boolean => cluster.isWorker && env[PRIMARY] === String(process.ppid)

/** The channel of a worker to its primary. */
export const toPrimary: Channel = {
  send(message) {
    if (!process.connected) throw new Error('The primary process has ended')
    process.send!(message)
  },
  receive: (listen) => void process.on('message', listen),
}

/** Ends a worker that has nothing left to do: the channel would keep it alive. Does nothing the second time. */
export function leavePrimary(): void {
  if (process.connected) process.disconnect()
}

/** The message to a worker that another one has replaced. */
const REPLACED = 'tenderReplaced'

/**
 * Ends a worker that was replaced: the others get its new connections at once, and those that it has accepted already
 * have the time of a shutdown for their requests.
 */
export function endWhenReplaced(server: Server): void {
  process.on('message', (message) => {
    if (message !== REPLACED) return
    // As a server of node:net, since one of node:http would cut idle connections too.
    Server.prototype.close.call(server)
    process.kill(process.pid, 'SIGTERM')
  })
}

const toWorker = (worker: Worker): Channel => ({
  send(message) {
    if (worker.isConnected()) worker.send(message)
  },
  receive: (listen) => void worker.on('message', listen),
})

/** Milliseconds before a worker that has ended is replaced, so that one that cannot run does not take all the CPU. */
const PAUSE = 1000

const terminated = (worker: Worker): unknown => worker.process.kill('SIGTERM')
const replaced = (worker: Worker): unknown => (worker.isConnected() ? worker.send(REPLACED) : terminated(worker))

interface WorkersOptions {
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
  /** Whether the workers need locks of the primary; those with a Redis do not. */
  readonly holdsLocks: boolean
  /** Adds up the metrics of the workers, where there are some. */
  readonly collector?: MetricsCollector | undefined
  /** Called when all workers have ended. */
  release(): Promise<void>
}

/**
 * Runs so many workers on one port until a signal: SIGTERM and SIGINT stop them in order, SIGUSR2 replaces them one
 * after the other. A worker that ends otherwise is replaced. Resolves with the port when all of them listen.
 */
export async function runWorkers(
  { workers: count, ...given }: Pick<ProxyConfig, 'workers' | 'host' | 'port'>,
  { env, log, holdsLocks, collector, release }: WorkersOptions,
): Promise<number> {
  const store = holdsLocks ? primaryStore({ clock: systemClock, random: systemRandom }) : undefined
  const running = new Set<Worker>()
  let isStopping = false
  // A worker that is started later must listen where the first one did.
  const port = given.port || (await freePort(given.host))
  async function start(): Promise<Worker> {
    const worker = cluster.fork({ ...env, [PRIMARY]: String(process.pid), TENDER_PORT: String(port) })
    store?.serve(toWorker(worker))
    const leave = collector?.join(toWorker(worker))
    worker.on('error', () => {}) // it ends then, or a message to one that has ended was lost
    const exited = new Promise<string>((resolve) =>
      worker.once('exit', (code, signal) => resolve(String(signal ?? code))),
    )
    void exited.then(leave)
    const listening = new Promise<boolean>((resolve) => worker.once('listening', () => resolve(true)))
    if ((await Promise.race([listening, exited])) !== true) throw new CommandError('A worker ended before it listened.')
    running.add(worker)
    void exited.then((how) => ended(worker, how))
    if (isStopping) terminated(worker)
    return worker
  }
  async function ended(worker: Worker, how: string): Promise<void> {
    const isUnforeseen = running.delete(worker) && !isStopping
    if (!isUnforeseen) return
    log.error({ op: 'worker', code: 'worker_ended', message: `A worker ended (${how}); another one is started.` })
    await replace()
  }
  async function replace(): Promise<void> {
    await systemClock.sleep(PAUSE)
    if (!isStopping) await start().catch(replace)
  }
  async function stopped(worker: Worker, stop: (worker: Worker) => unknown): Promise<void> {
    running.delete(worker)
    if (worker.isDead()) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    stop(worker)
    await exited
  }
  async function restart(): Promise<void> {
    const old = [...running]
    for (const worker of old) {
      if (isStopping) return
      // The old one stays where a new one cannot start.
      const started = await start().catch(() => undefined)
      if (!started) return log.error({ op: 'worker', code: 'worker_ended', message: 'A new worker did not start.' })
      await stopped(worker, replaced)
    }
    log.info({ op: 'worker', code: 'workers_replaced' })
  }
  const end = async (): Promise<void> => {
    isStopping = true
    await Promise.all([...running].map((worker) => stopped(worker, terminated)))
    await release()
  }
  guardProcess()
  onShutdown(end, { env, clock: systemClock, host: process })
  // The first one alone, so that the reason of a failure is printed once.
  await start()
  await Promise.all(Array.from({ length: count - 1 }, start)).catch(async (error: unknown) => {
    await end()
    throw error
  })
  let restarts = Promise.resolve()
  process.on('SIGUSR2', () => (restarts = restarts.then(restart)))
  return port
}
