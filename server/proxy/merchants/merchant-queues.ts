import type { Clock } from '#contract/ports.ts'
import type { Log } from '../http/log.ts'
import { buildBackground, type Background } from '../store/background.ts'
import type { JobOptions, JobQueue, QueueCounts, Queues } from '../webhooks/job-queue.ts'
import { buildShares } from '../webhooks/shares.ts'

/** A job in a queue that several merchants share: whose it is, and what is asked about it while its app is closed. */
interface Envelope {
  readonly id: string
  readonly merchant: string
  readonly key: string
  readonly order: string | undefined
  readonly job: { readonly id: string }
  /** When it was stored, in Unix milliseconds. */
  readonly at: number
}

type Name = JobOptions<unknown>['name']

/** The queues of all merchants; a job outlives the app that has stored it, and has the merchant's next app opened. */
export interface MerchantQueues {
  /** The queues of the merchant with that host. */
  of(host: string): Queues
  /** Forgets the jobs of a removed merchant that are in memory; those in Redis wait for it to come back. */
  remove(host: string): Promise<void>
  counts(): Promise<QueueCounts | undefined>
  close(): Promise<void>
}

interface Options {
  readonly clock: Clock
  readonly log: Log
  /** The log of the merchant with that host. */
  readonly logOf: (host: string) => Log
  /** Where jobs are stored: in Redis, or in memory. */
  readonly queues: Queues
  /** Opens the app of the merchant with that host; rejects where there is none. */
  readonly open: (host: string) => Promise<void>
}

/** What an app does with its jobs. */
interface Runner extends Pick<JobOptions<{ readonly id: string }>, 'read' | 'run'> {
  readonly background: Background
}

/** Milliseconds after which a job is looked at again whose merchant is not served here now. */
const ABSENT = 30_000

/** Milliseconds for which a job waits for a merchant that is not served: thirty days. */
const LIFETIME = 30 * 86_400_000

export function merchantQueues({ clock, log, logOf, queues, open }: Options): MerchantQueues {
  const runners = new Map<string, Runner>()
  const opened = new Map<string, JobQueue<Envelope>>()
  const runnerOf = async (name: Name, { merchant }: Envelope): Promise<Runner | undefined> => {
    const key = `${name} ${merchant}`
    if (!runners.has(key)) await open(merchant).catch(() => {}) // a merchant that is not served, or cannot be opened
    return runners.get(key)
  }
  const shareOf = buildShares(clock)
  const openFor = (name: Name, scope: string): JobQueue<Envelope> => {
    const known = opened.get(scope)
    if (known) return known
    const queue = queues.open<Envelope>({
      name,
      clock,
      log,
      async read(envelope) {
        const { read } = (await runnerOf(name, envelope)) ?? {}
        const job = read ? await read(envelope.job) : envelope.job
        return (
          job && { ...envelope, job, id: job.id === envelope.job.id ? envelope.id : idOf(envelope.merchant, job.id) }
        )
      },
      async run(envelope) {
        const runner = await runnerOf(name, envelope)
        if (runner) return runner.background.track(runner.run(envelope.job))
        return clock.now() - envelope.at > LIFETIME ? undefined : ABSENT
      },
      keyOf: ({ merchant, key }) => `${merchant} ${key}`,
      orderOf: ({ order }) => order,
      logOf: ({ merchant }) => logOf(merchant),
      enter: ({ merchant }) => shareOf(name, merchant),
    })
    opened.set(scope, queue)
    return queue
  }
  // What waits in Redis is run even if no merchant is asked for anything.
  if (queues.isDurable) for (const name of ['webhooks', 'follow-ups'] as const) openFor(name, name)
  return {
    of: (host) => ({
      isDurable: queues.isDurable,
      open<Job extends { readonly id: string }>({ name, read, run, keyOf, orderOf }: JobOptions<Job>): JobQueue<Job> {
        // In memory nothing is shared, so that the jobs of one merchant never wait for those of another.
        const queue = openFor(name, queues.isDurable ? name : `${name} ${host}`)
        const runner = { read, run, background: buildBackground(clock) } as unknown as Runner
        const key = `${name} ${host}`
        runners.set(key, runner)
        const wrapped = (job: Job): Envelope => ({
          id: idOf(host, job.id),
          merchant: host,
          key: keyOf(job),
          order: orderOf(job),
          job,
          at: clock.now(),
        })
        return {
          add: (job, ms) => queue.add(wrapped(job), ms),
          remove: (id) => queue.remove(idOf(host, id)),
          ...(queue.check && { check: () => queue.check!() }),
          async close() {
            if (runners.get(key) === runner) runners.delete(key)
            await runner.background.close()
          },
        }
      },
    }),
    async remove(host) {
      for (const [scope, queue] of opened)
        if (scope.endsWith(` ${host}`)) {
          opened.delete(scope)
          await queue.close()
        }
    },
    counts: async () => opened.get('webhooks')?.counts?.(),
    close: async () => void (await Promise.all([...opened.values()].map((queue) => queue.close()))),
  }
}

/** An id in Redis may not contain a colon, which the host of a proxy on this machine has. */
const idOf = (host: string, id: string): string => `${host.replaceAll(':', '_')}/${id}`
