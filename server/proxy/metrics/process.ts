import type { Clock } from '#contract/ports.ts'
import type { Registry } from './registry.ts'

/** Writes the metrics of this process, at the moment of a scrape. */
export function noteProcess(registry: Registry, { now }: Pick<Clock, 'now'>, version: string): void {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  registry.set('process_cpu_seconds_total', (user + system) / 1e6)
  registry.set('process_resident_memory_bytes', rss)
  registry.set('process_start_time_seconds', Math.round(now() / 1000 - process.uptime()))
  registry.set('nodejs_heap_size_used_bytes', heapUsed)
  registry.set('tender_build_info', 1, { version, node: process.version })
}
