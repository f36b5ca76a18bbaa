import { expect, test } from 'vitest'
import { environment } from '../unit/proxy/support/test-proxy.ts'
import { valueIn } from '../unit/proxy/metrics/scraped.ts'
import { freePort } from '#demo/ports.ts'
import { built, occupyPort, processes, slow } from '../unit/cli/tender.ts'

const start = processes()

async function openProxy(env: NodeJS.ProcessEnv) {
  const [port, scrapes] = [await freePort(), await freePort()]
  const own = { TENDER_PORT: String(port), TENDER_METRICS_PORT: String(scrapes), TENDER_LOG_LEVEL: 'error' }
  const running = start(process.execPath, [built, 'proxy'], { ...environment, ...own, ...env })
  await running.printed('The proxy listens')
  const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${scrapes}/metrics`)).text()
  const ask = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/healthz`)).status
  return { ...running, port, scrape, ask }
}

test('the port is printed, and a signal closes it with the proxy', slow, async () => {
  const proxy = await openProxy({})
  expect(proxy.error()).toContain('The metrics are at http://127.0.0.1:')
  for (let time = 0; time < 3; time += 1) expect(await proxy.ask()).toBe(200)
  const text = await proxy.scrape()
  expect(valueIn(text, 'tender_http_requests_total', { route: '/healthz', status: '2xx' })).toBe(3)
  expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  proxy.child.kill('SIGTERM')
  expect(await proxy.ended).toBe(0)
})

test('without a port for metrics there is none, and the proxy’s own port has no such address', slow, async () => {
  const proxy = await openProxy({ TENDER_METRICS_PORT: '' })
  const headers = { host: 'pay.shop.example' }
  expect((await fetch(`http://127.0.0.1:${proxy.port}/metrics`, { headers })).ok).toBe(false)
  expect(proxy.error()).not.toContain('metrics')
})

test('a port that is taken is an error, and the proxy does not start', slow, async () => {
  const held = await occupyPort()
  const env = { ...environment, TENDER_PORT: '0', TENDER_METRICS_PORT: String(held.port) }
  const running = start(process.execPath, [built, 'proxy'], env)
  expect(await running.ended).toBe(1)
  expect(running.error()).toContain(
    `Port ${held.port} on 127.0.0.1 is in use by another process. Set TENDER_METRICS_PORT`,
  )
  await held.release()
})
