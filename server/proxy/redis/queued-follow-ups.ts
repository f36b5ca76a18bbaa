import type { JobsOptions, Processor } from 'bullmq'
import { withTimeout } from '#ports/with-timeout.ts'
import type { FollowUp } from '../webhooks/follow-up.ts'
import type { BuildFollowUpStore, FollowUpStoreOptions } from '../webhooks/follow-up-store.ts'
import { loadBullmq, openQueue, queueName, silence, type Library } from './queue.ts'

/** Milliseconds that Redis has to store a follow-up; a shopper waits for it. */
const QUEUE_TIMEOUT = 1000

const DAY_IN_SECONDS = 86_400

const kept: JobsOptions = { removeOnComplete: true, removeOnFail: { age: 30 * DAY_IN_SECONDS } }

/** Limits the reads of all instances together, so that the gateway answers shoppers first. */
const pacing = { concurrency: 8, limiter: { max: 20, duration: 1000 } }

/**
 * Stores follow-ups in Redis with BullMQ: a delayed job per request, which outlives the process and is run by any that
 * serves that public address. Rejects with a message when bullmq, an optional peer dependency, is not installed.
 *
 * @example
 * ```ts
 * import { buildProxy, queuedFollowUps, type ProxyConfig, type ProxyOptions } from 'tender-checkout/server'
 *
 * export async function openProxy(config: ProxyConfig, options: ProxyOptions) {
 *   const followUps = await queuedFollowUps(process.env.TENDER_REDIS_URL!, config.publicUrl)
 *   return buildProxy(config, { ...options, followUps })
 * }
 * ```
 */
export async function queuedFollowUps(
  redisUrl: string,
  publicUrl: string,
  load?: () => Promise<unknown>,
): Promise<BuildFollowUpStore> {
  const library = await loadBullmq(load)
  return (given) => storeOn(library, redisUrl, queueName('follow-ups', publicUrl), given)
}

function storeOn(library: Library, url: string, name: string, { clock, log, run }: FollowUpStoreOptions) {
  const again: Processor = async (job, token) => {
    const ms = await run(job.data as FollowUp)
    if (ms === undefined) return
    await job.moveToDelayed(clock.now() + ms, token)
    throw new library.DelayedError()
  }
  const { queue, worker, check, close } = openQueue(library, { url, name, clock, log, run: again, pacing })
  worker.on('failed', (job) => {
    log.error({ op: 'webhook', order: (job?.data as FollowUp | undefined)?.orderNumber, code: 'given up' })
  })
  return {
    add: (followUp: FollowUp, delay: number) =>
      withTimeout(
        clock,
        QUEUE_TIMEOUT,
        async () => void (await queue.add('follow-up', followUp, { ...kept, delay, jobId: followUp.id })),
        silence,
      ),
    // A job that is running is not removed: it ends by the state that it reads.
    remove: async (id: string) => void (await queue.remove(id)),
    check,
    close,
  }
}
