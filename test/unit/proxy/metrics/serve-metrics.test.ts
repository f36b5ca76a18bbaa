import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { buildMetrics } from '#proxy/metrics/metrics.ts'
import { serveMetrics } from '#proxy/metrics/serve-metrics.ts'
import { configOf, environment } from '../support/test-proxy.ts'
import { samplesIn } from './scraped.ts'

const token = 'a-metrics-token-of-more-than-32-bytes'

async function openServer(env: Readonly<Record<string, string>> = {}) {
  const settings = configOf({ TENDER_METRICS_PORT: '0', ...env }).metrics!
  const server = await serveMetrics(settings, buildMetrics({ version: '1.2.3' }).text)
  onTestFinished(() => server.close())
  return (path = '/metrics', authorization?: string, method = 'GET') =>
    answerTo({ port: server.port, path, method, ...(authorization && { headers: { authorization } }) })
}

const answerTo = (options: object): Promise<{ status: number; type?: string | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', ...options }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part: string) => (body += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, type: answer.headers['content-type'], body }))
    })
    asked.on('error', reject).end()
  })

test('a scrape gets the text format', async () => {
  const { status, type, body } = await (await openServer())()
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const build = samplesIn(body).find(({ name }) => name === 'tender_build_info')
  expect(build?.labels).toEqual({ version: '1.2.3', node: process.version })
  expect(samplesIn(body)).toContainEqual({ name: 'tender_lock_store_losses_total', labels: {}, value: 0 })
})

test.each([
  ['no token', undefined],
  ['a wrong token', `Bearer ${token}x`],
  ['the token in another scheme', `Basic ${token}`],
])('%s gets 401 and no metric', async (_, authorization) => {
  const scrape = await openServer({ TENDER_METRICS_TOKEN: token })
  expect(await scrape('/metrics', authorization)).toEqual({ status: 401, type: undefined, body: '' })
})

test('each of several tokens is accepted', async () => {
  const scrape = await openServer({ TENDER_METRICS_TOKEN: `${token}, another-${token}` })
  expect((await scrape('/metrics', `Bearer ${token}`)).status).toBe(200)
  expect((await scrape('/metrics', `Bearer another-${token}`)).status).toBe(200)
})

test('the port serves nothing else, and changes nothing', async () => {
  const scrape = await openServer()
  for (const path of ['/', '/healthz', '/metrics/', '/api/checkout']) expect((await scrape(path)).status).toBe(404)
  expect((await scrape('/metrics', undefined, 'POST')).status).toBe(405)
})

test('metrics are off unless there is a port for them', () => {
  expect(configOf().metrics).toBeUndefined()
  expect(configOf({ TENDER_METRICS_TOKEN: token }).metrics).toBeUndefined()
  expect(configOf({ TENDER_METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464, tokens: [] })
})

test.each([
  [{ TENDER_METRICS_HOST: '0.0.0.0' }, 'TENDER_METRICS_TOKEN is required'],
  [{ TENDER_METRICS_HOST: '::' }, 'TENDER_METRICS_TOKEN is required'],
  [{ TENDER_METRICS_HOST: '203.0.113.9' }, 'TENDER_METRICS_TOKEN is required'],
  [{ TENDER_METRICS_HOST: 'metrics.shop.example' }, 'TENDER_METRICS_TOKEN is required'],
  [{ TENDER_METRICS_PORT: '8080' }, 'TENDER_METRICS_PORT must be another port'],
  [{ TENDER_METRICS_PORT: '70000' }, 'TENDER_METRICS_PORT must be a port'],
  [{ TENDER_METRICS_TOKEN: 'short' }, 'TENDER_METRICS_TOKEN must be a list'],
  [{ TENDER_METRICS_TOKEN: environment.TENDER_TICKET_SECRET }, 'TENDER_METRICS_TOKEN must not be the secret of'],
])('%o is refused', (change, sentence) => {
  const { errors } = readConfig({ ...environment, TENDER_METRICS_PORT: '9464', ...change })
  expect(errors).toEqual([expect.stringContaining(sentence)])
})

test.each(['10.1.2.3', '::1', 'fd00::7', 'localhost'])('the private address %s needs no token', (host) => {
  expect(configOf({ TENDER_METRICS_PORT: '9464', TENDER_METRICS_HOST: host }).metrics?.host).toBe(host)
})
