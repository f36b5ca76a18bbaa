import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { expositionOf } from '#proxy/metrics/exposition.ts'
import { merged } from '#proxy/metrics/merge.ts'
import { buildMetrics, type Metrics } from '#proxy/metrics/metrics.ts'
import { buildRegistry } from '#proxy/metrics/registry.ts'
import { collectMetrics, reportMetrics } from '#proxy/metrics/worker-metrics.ts'
import { memoryLocks } from '#proxy/locks/lock-store.ts'
import type { Channel } from '#proxy/workers/channel.ts'
import { fakeClock } from '../../../support/clock.ts'
import { samplesIn, valueIn } from './scraped.ts'

test('a histogram counts each value once, in buckets that include the smaller ones', () => {
  const registry = buildRegistry()
  for (const seconds of [0.005, 0.3, 60])
    registry.observe('tender_gateway_call_duration_seconds', seconds, { operation: 'register.do' })
  const text = expositionOf(registry.snapshot())
  const bucket = (le: string): number => valueIn(text, 'tender_gateway_call_duration_seconds_bucket', { le })
  expect(['0.005', '0.25', '0.5', '25', '+Inf'].map(bucket)).toEqual([1, 1, 2, 2, 3])
  expect(valueIn(text, 'tender_gateway_call_duration_seconds_count')).toBe(3)
  expect(valueIn(text, 'tender_gateway_call_duration_seconds_sum')).toBeCloseTo(60.305)
})

test('a label’s value cannot end its line', () => {
  const registry = buildRegistry()
  registry.set('tender_build_info', 1, { version: 'a"\n\\', node: 'v20' })
  expect(expositionOf(registry.snapshot())).toContain('tender_build_info{version="a\\"\\n\\\\",node="v20"} 1\n')
})

test('a mistake in the labels does not take the memory', () => {
  const registry = buildRegistry()
  for (let one = 0; one < 5000; one += 1) registry.add('tender_load_shedding_refusals_total', { route: String(one) })
  expect(registry.snapshot().tender_load_shedding_refusals_total).toHaveLength(1000)
})

test('counts of processes are added up; of gauges it is the sum, the largest or the smallest', () => {
  const process = (counted: number, gauge: number) => {
    const registry = buildRegistry()
    for (let time = 0; time < counted; time += 1)
      registry.add('tender_gateway_calls_total', { operation: 'register.do', result: 'answered' })
    registry.observe('tender_webhook_delivery_duration_seconds', gauge)
    registry.set('tender_webhook_queue_jobs', gauge, { state: 'pending' })
    registry.set('process_start_time_seconds', gauge)
    registry.set('process_resident_memory_bytes', gauge)
    return registry.snapshot()
  }
  const text = expositionOf(merged([process(2, 5), process(3, 7)]))
  expect(valueIn(text, 'tender_gateway_calls_total', { operation: 'register.do', result: 'answered' })).toBe(5)
  expect(valueIn(text, 'tender_webhook_delivery_duration_seconds_count')).toBe(2)
  expect(valueIn(text, 'tender_webhook_queue_jobs', { state: 'pending' })).toBe(7)
  expect(valueIn(text, 'process_start_time_seconds')).toBe(5)
  expect(valueIn(text, 'process_resident_memory_bytes')).toBe(12)
})

/** Two ends of a channel, whose messages are copied as between processes. */
function channel(): { readonly primary: Channel; readonly worker: Channel; cut(): void } {
  const [toPrimary, toWorker] = [new EventEmitter(), new EventEmitter()]
  let isCut = false
  const end = (out: EventEmitter, own: EventEmitter): Channel => ({
    send: (message) => void (isCut || out.emit('message', structuredClone(message))),
    receive: (listen) => void own.on('message', listen),
  })
  return { primary: end(toPrimary, toWorker), worker: end(toWorker, toPrimary), cut: () => void (isCut = true) }
}

const clock = fakeClock()

/** The metrics of a worker with a payment, as its meter counts it. */
function workerMetrics(): { readonly metrics: Metrics; pay(): void } {
  const metrics = buildMetrics({ clock })
  const { payments } = metrics.open({ clock, fetch: async () => new Response(), locks: memoryLocks(clock) })
  return { metrics, pay: () => payments.settled('card', { state: 'paid', isContinued: false }) }
}

const paidIn = async (collector: ReturnType<typeof collectMetrics>): Promise<number> =>
  valueIn(expositionOf(await clock.drive(collector.snapshot())), 'tender_payments_total', { method: 'card' })

test('the primary adds up the workers, and the sum does not fall when one of them ends', async () => {
  const collector = collectMetrics(clock)
  const open = () => {
    const [wires, worker] = [channel(), workerMetrics()]
    const leave = collector.join(wires.worker)
    return { ...wires, ...worker, leave, report: reportMetrics(wires.primary, worker.metrics, clock) }
  }
  const [one, other] = [open(), open()]
  one.pay()
  other.pay()
  expect(await paidIn(collector)).toBe(2)
  one.pay()
  await clock.drive(one.report.last())
  one.cut()
  one.leave()
  expect(await paidIn(collector)).toBe(3)
  const processes = samplesIn(expositionOf(await clock.drive(collector.snapshot())))
  expect(processes.find(({ name }) => name === 'tender_processes')?.value).toBe(1)
})

test('a worker that does not answer in time counts with its latest values', async () => {
  const [collector, wires, worker] = [collectMetrics(clock), channel(), workerMetrics()]
  collector.join(wires.worker)
  reportMetrics(wires.primary, worker.metrics, clock)
  worker.pay()
  expect(await paidIn(collector)).toBe(1)
  wires.cut()
  worker.pay()
  expect(await paidIn(collector)).toBe(1)
})
