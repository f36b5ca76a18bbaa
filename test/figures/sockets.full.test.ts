import { expect, test } from 'vitest'
import { measure } from '../../scripts/figures/sockets.ts'
import { whyNoRedis } from '../support/own-redis.ts'

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: payments on real sockets, since there is ${why}\n`)

/** A minute alone; longer on a busy machine. */
const TIMEOUT = 240_000

test.skipIf(why)(
  'payments survive the killing of proxies and of Redis, and rolling restarts',
  async () => {
    const figures = await measure('small', () => {})
    // The speed of this machine is not checked here: the table shows it.
    const missed = figures.filter(({ isMet, target }) => !isMet && !target.includes('payments/s'))
    expect(missed.map(({ name, target, measured }) => `${name}: ${measured}, not ${target}`)).toEqual([])
    expect(figures).toHaveLength(6)
  },
  TIMEOUT,
)
