import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { redisStore } from '#proxy/redis/redis-store.ts'
import { openRedis, whyNoRedis } from '../../../support/own-redis.ts'
import { openRealProxy, type AtEnd } from '../support/real-proxy.ts'
import { gatewayUrl, openTestProxy, type TestProxy } from '../support/test-proxy.ts'
import { waitFor } from '../../../support/poll.ts'

const refusing = (errorCode: string) => async () => Response.json({ errorCode, errorMessage: 'Access denied' })

const ready = async (system: TestProxy) => {
  const answer = await system.send({ url: '/readyz' })
  return answer.statusCode === 200 ? 'ready' : answer.json<{ error: { code: string } }>().error.code
}

describe('an outage of the gateway', () => {
  const failures = {
    silent: () => new Promise<Response>(() => {}),
    'a page': async () => new Response('<html>Maintenance</html>'),
    'HTTP 500': async () => new Response('', { status: 500 }),
    'the refusal of the credentials': refusing('5'),
  }
  test.each(Object.entries(failures))('that is short takes no proxy out of the balancer: %s', async (_, failure) => {
    const system = await openTestProxy()
    expect(await ready(system)).toBe('ready')
    const { wire } = system.gateway.state
    system.gateway.state.wire = failure
    for (let ms = 0; ms < 50_000; ms += 2000) {
      expect(await ready(system)).toBe('ready')
      system.clock.advance(800)
    }
    system.gateway.state.wire = wire
    system.clock.advance(5000)
    expect(await ready(system)).toBe('ready')
  })

  test('that lasts a minute does, until the gateway works again', async () => {
    const system = await openTestProxy()
    expect(await ready(system)).toBe('ready')
    const { wire } = system.gateway.state
    system.gateway.state.wire = failures['HTTP 500']
    system.clock.advance(59_000)
    expect(await ready(system)).toBe('ready')
    system.clock.advance(2000)
    expect(await ready(system)).toBe('gateway_unreachable')
    system.gateway.state.wire = wire
    system.clock.advance(2000)
    expect(await ready(system)).toBe('ready')
  })
})

describe('looks at the gateway', () => {
  test('are shared by all who ask, and made again after five seconds', async () => {
    const system = await openTestProxy()
    await Promise.all(Array.from({ length: 20 }, () => ready(system)))
    const whats = () => system.gateway.calls.map(({ what }) => what)
    expect(whats()).toEqual(['getOrderStatusExtended.do', 'keys.do'])
    system.clock.advance(4999)
    expect([await ready(system), whats().length]).toEqual(['ready', 2])
    system.clock.advance(1)
    expect([await ready(system), whats().length]).toEqual(['ready', 4])
  })

  test('are made every two seconds while it cannot be used, by one request each', async () => {
    const system = await openTestProxy()
    let request = 0
    system.gateway.state.wire = async () => ((request += 1), refusing('5')())
    for (let ms = 0; ms < 10_000; ms += 100) {
      expect(await ready(system)).toBe('gateway_refused_credentials')
      system.clock.advance(100)
    }
    expect(request).toBe(5)
    system.gateway.state.wire = (_, work) => work()
    system.clock.advance(2000)
    expect(await ready(system)).toBe('ready')
  })

  test('come sooner after a request that the gateway refused', async () => {
    const system = await openTestProxy()
    expect(await ready(system)).toBe('ready')
    system.clock.advance(1000)
    system.gateway.state.wire = refusing('5')
    expect((await system.ask('outcome')).json()).toMatchObject({ error: { code: 'gateway_refused_credentials' } })
    system.clock.advance(1000)
    const reads = () => system.gateway.calls.filter(({ what }) => what === 'keys.do').length
    system.gateway.state.wire = (_, work) => work()
    expect([await ready(system), reads()]).toEqual(['ready', 2])
  })

  test('are not waited for: a gateway that is silent is reported as it was, and then as it is', async () => {
    const system = await openTestProxy()
    expect(await ready(system)).toBe('ready')
    system.gateway.state.wire = () => new Promise(() => {})
    system.clock.advance(5000)
    const begun = system.clock.now()
    expect(await ready(system)).toBe('ready')
    expect(system.clock.now() - begun).toBe(1200)
    system.clock.advance(60_000)
    expect(await ready(system)).toBe('gateway_unreachable')
  })

  test('say at the start that nothing is known yet', async () => {
    const system = await openTestProxy()
    system.gateway.state.wire = () => new Promise(() => {})
    const answer = await system.send({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { error: { code: 'gateway_unreachable', message: 'The gateway has not answered yet.' } },
    ])
  })

  test('an order number that is unknown, and even one that is known, is not an error', async () => {
    const system = await openTestProxy()
    system.gateway.add({ orderNumber: 'tender-readyz-looks', amount: 1, returnUrl: 'https://shop.example/' })
    expect(await ready(system)).toBe('ready')
    expect(system.log).toEqual([])
  })
})

describe('an outage in the log', () => {
  const errorsOf = (system: TestProxy) =>
    system.log.map((line) => JSON.parse(line) as Record<string, string>).filter(({ level }) => Number(level) === 50)

  test('is logged at once, then counted every 30 s, and its end is logged', async () => {
    const system = await openTestProxy()
    const { wire } = system.gateway.state
    system.gateway.state.wire = refusing('5')
    for (let second = 0; second < 60; second += 1) {
      await system.ask('outcome')
      system.clock.advance(1000)
    }
    const messages = errorsOf(system).map(({ message }) => message)
    expect(messages).toEqual([
      expect.stringMatching(
        /^The gateway could not be used for getOrderStatusExtended\.do: .*refused \(errorCode 5\)\./,
      ),
      expect.stringMatching(/refused \(errorCode 5\)\..* So it was 30 times since the last line\.$/),
    ])
    system.gateway.state.wire = wire
    await system.outcome('outcome')
    await system.outcome('outcome')
    const endings = system.log.filter((line) => line.includes('works again'))
    expect(endings).toHaveLength(1)
    expect(JSON.parse(endings[0]!)).toMatchObject({ level: 30, code: 'gateway_refused_credentials' })
  })

  test('that comes and goes is logged once in 30 s', async () => {
    const system = await openTestProxy()
    const { wire } = system.gateway.state
    for (let round = 0; round < 20; round += 1) {
      system.gateway.state.wire = refusing('5')
      await system.ask('outcome')
      system.gateway.state.wire = wire
      await system.ask('outcome')
    }
    expect(errorsOf(system)).toHaveLength(1)
    expect(system.log.filter((line) => line.includes('works again'))).toHaveLength(1)
  })
})

const why = whyNoRedis()
if (why) process.stdout.write(`skipped: readiness with a Redis, since there is ${why}\n`)

describe.skipIf(why).concurrent('with a Redis', () => {
  async function openWithRedis(atEnd: AtEnd) {
    const folder = mkdtempSync(join(tmpdir(), 'redis-'))
    const redis = await openRedis(folder)
    atEnd(async () => {
      redis.resume()
      await redis.stop('SIGKILL')
      rmSync(folder, { recursive: true })
    })
    const system = await openTestProxy()
    const { locks, close } = await redisStore(redis.url, 'https://x', { clock: systemClock, logger: false })
    atEnd(close)
    const env = { TENDER_GATEWAY_URL: gatewayUrl, TENDER_REDIS_URL: redis.url }
    const proxy = await openRealProxy(env, { locks, fetch: system.gateway.fetch }, atEnd)
    await waitFor(async () => expect(await proxy.ready()).toEqual({ status: 200, code: undefined }))
    return { redis, proxy }
  }

  const away = { status: 503, code: 'redis_unreachable' }

  test('is not ready while it is stopped, and is again when it is back', async ({ onTestFinished }) => {
    const { redis, proxy } = await openWithRedis(onTestFinished)
    await redis.stop('SIGKILL')
    await waitFor(async () => expect(await proxy.ready()).toEqual(away))
    await redis.start()
    await waitFor(async () => expect(await proxy.ready()).toMatchObject({ status: 200 }))
  })

  test('is not ready while it hangs, and says so without waiting for it', async ({ onTestFinished }) => {
    const { redis, proxy } = await openWithRedis(onTestFinished)
    redis.pause()
    await waitFor(async () => {
      const begun = systemClock.now()
      const answer = await proxy.ready()
      // The check itself takes a second; the rest is for a busy machine.
      expect(systemClock.now() - begun).toBeLessThan(10_000)
      expect(answer).toEqual(away)
    })
    redis.resume()
    await waitFor(async () => expect(await proxy.ready()).toMatchObject({ status: 200 }))
  })

  test('is not ready while it may evict locks, and says why', async ({ onTestFinished }) => {
    const { redis, proxy } = await openWithRedis(onTestFinished)
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    const evicts = { status: 503, code: 'redis_misconfigured' }
    await waitFor(async () => expect(await proxy.ready()).toEqual(evicts))
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    await waitFor(async () => expect(await proxy.ready()).toMatchObject({ status: 200 }))
  })

  test('is not ready while it takes no locks', async ({ onTestFinished }) => {
    const { redis, proxy } = await openWithRedis(onTestFinished)
    await redis.command('CONFIG', 'SET', 'maxmemory', '1')
    await waitFor(async () => expect(await proxy.ready()).toEqual(away))
    await redis.command('CONFIG', 'SET', 'maxmemory', '0')
    await waitFor(async () => expect(await proxy.ready()).toMatchObject({ status: 200 }))
  })
})
