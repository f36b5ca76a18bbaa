import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  chartFile,
  jsonOf,
  keepResults,
  type BenchmarkName,
  type Result,
  type Results,
} from '../documents/benchmarks.ts'
import { writeDocuments } from '../documents/readme.ts'
import { root } from '../../test/support/root.ts'
import type { Benchmark } from './benchmark.ts'
import { chartOf } from './chart.ts'
import { readOptions, type Options } from './options.ts'
import { linesOf } from './terminal.ts'

/** The benchmarks with their summaries for the help; each is loaded when it runs. */
const benchmarks: Readonly<Record<BenchmarkName, { summary: string; load(): Promise<Benchmark> }>> = {
  'first-key': {
    summary: `until the shopper can type, and until a key is painted, beside an empty page, a bare input, a bare input in
              a cross-site frame, and other vendors' checkouts from npm, whose own frames and servers are stubs`,
    load: async () => (await import('./browser/first-key.ts')).firstKey,
  },
  phone: {
    summary: `the same beside the page without a checkout, on a phone's network: TCP, TLS, HTTP/2 and slow start over one link`,
    load: async () => (await import('./phone/phone.ts')).phone,
  },
  challenge: {
    summary:
      'what the proxy sends for a payment by a challenge, and how soon after the press the bank asks its question',
    load: async () => (await import('./challenge.ts')).challenge,
  },
  mounts: {
    summary: 'what a page holds after 100 checkouts were mounted and unmounted, beside the first ten',
    load: async () => (await import('./mounts.ts')).mounts,
  },
  relay: {
    summary: 'CPU time of the proxy for a request, beside a bare relay and @fastify/http-proxy; on Linux only',
    load: async () => (await import('./relay.ts')).relay,
  },
  merchants: {
    summary: 'a proxy for a thousand merchants beside one for a single merchant, and what a merchant costs the others',
    load: async () => (await import('./merchants/merchants.ts')).merchants,
  },
  issuer: {
    summary: "the sandbox's issuer with many transactions, beside few",
    load: async () => (await import('./issuer.ts')).issuer,
  },
}

const usage = `npm run bench -- [NAME…] [--quick] [--runs N] [--throttle N] [--latency N] [--no-peers] [--json FILE] [--write]

Runs all benchmarks, or the named ones; every value has its ratio to a baseline of the same run.

${Object.entries(benchmarks)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}  ${summary}`)
  .join('\n')}

  --quick       three visits of each page in place of nine, and smaller amounts: two minutes in all
  --runs N      so many visits of each page
  --throttle N  how much slower the browser's processor is (4)
  --latency N   milliseconds by which the browser waits longer for each answer (0)
  --no-peers    without other vendors' checkouts; else npm installs them once, under node_modules/.cache
  --json FILE   writes the results there
  --write       writes the results and charts to docs/development/benchmarks.md, docs/data/benchmarks.json and docs/images
`

/** The dependencies of `main`. */
export interface Context {
  /** Receives the results, line by line. */
  readonly print: (line: string) => void
  /** Receives lines on the progress, and errors. */
  readonly report: (line: string) => void
}

/** Runs the named benchmarks, or all; returns the exit code: 1 when one failed, 2 for arguments that it cannot run. */
export async function main(args: readonly string[], { print, report }: Context): Promise<number> {
  const options = read(args, report)
  if (!options) return 2
  if (options.asksHelp) {
    print(usage)
    return 0
  }
  const results = await measured(options, { print, report })
  if (options.json !== undefined) writeFileSync(options.json, jsonOf(results))
  if (options.writes) await write(results)
  return Object.keys(results).length === options.benchmarks.length ? 0 : 1
}

function read(args: readonly string[], report: Context['report']): Options | undefined {
  try {
    return readOptions(args)
  } catch (error) {
    report(`${(error as Error).message}\n\n${usage}`)
    return undefined
  }
}

/** One benchmark after the other; a failed one has no result, and the others go on. */
async function measured(options: Options, { print, report }: Context): Promise<Results> {
  const results: Partial<Record<BenchmarkName, Result>> = {}
  for (const name of options.benchmarks)
    try {
      const { conditions, comparisons } = await (await benchmarks[name].load())(options, report)
      const machine = [`Node ${process.version}`, `${availableParallelism()} cores`]
      const result = {
        date: new Date().toISOString().slice(0, 10),
        conditions: [...conditions, ...machine],
        comparisons,
      }
      results[name] = result
      print(`\n${name}: ${result.conditions.join(', ')}`)
      for (const comparison of comparisons) for (const line of ['', ...linesOf(comparison)]) print(line)
    } catch (error) {
      report(`${name} failed: ${String(error)}`)
    }
  return results
}

/** Writes the results to the documents, with the charts of these benchmarks in the place of earlier ones. */
async function write(results: Results): Promise<void> {
  const folder = join(root, 'docs/images')
  mkdirSync(folder, { recursive: true })
  for (const [name, { comparisons }] of Object.entries(results) as [BenchmarkName, Result][]) {
    for (const file of readdirSync(folder))
      if (file.startsWith(chartFile(name, '').slice(0, -4))) rmSync(join(folder, file))
    for (const comparison of comparisons)
      for (const measure of comparison.measures.filter(({ chart }) => chart !== undefined))
        writeFileSync(join(folder, chartFile(name, measure.name)), chartOf(comparison, measure))
  }
  keepResults(root, results)
  await writeDocuments(root)
}
