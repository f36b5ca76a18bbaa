import { expect, test } from 'vitest'
import { buildMetrics } from '#proxy/metrics/metrics.ts'
import { openClients } from '../overload/clients.ts'
import { valueIn } from './scraped.ts'

test('what an overloaded process refuses is counted, and is a request with its time', async () => {
  const metrics = buildMetrics()
  const it = await openClients({ metrics })
  const requests = await it.clients(80)
  it.state.eventLoopDelay = 50
  const refused = async () => (await it.ask('outcome', 'A-2')).statusCode
  // The process is late once two checks have shown a delay.
  await refused()
  it.clock.advance(50)
  expect(await refused()).toBe(503)
  const text = await metrics.text()
  expect(valueIn(text, 'tender_load_shedding_refusals_total', { route: '/api/outcome' })).toBe(1)
  expect(valueIn(text, 'tender_http_requests_total', { route: '/api/outcome', status: '5xx' })).toBe(1)
  it.release()
  await Promise.all(requests)
  await it.app.close()
})
