import { expect, test } from 'vitest'
import { measure } from '../../figures/sockets.ts'
import { whyNoRedis } from './own-redis.ts'

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: payments on real sockets, since there is ${why}\n`)

/** Half a minute by itself; a busy machine takes its time. */
const PATIENCE = 240_000

test.skipIf(why)(
  'payments survive the killing of proxies and of Redis, and rolling restarts',
  async () => {
    const figures = await measure('small', () => {})
    // How fast this machine is, is for the table to say.
    const missed = figures.filter(({ isMet, target }) => !isMet && !target.includes('payments/s'))
    expect(missed).toEqual([])
    expect(figures).toHaveLength(4)
  },
  PATIENCE,
)
