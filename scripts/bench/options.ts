import { parseArgs } from 'node:util'
import { benchmarkNames, type BenchmarkName } from '../documents/benchmarks.ts'

export interface Options {
  readonly benchmarks: readonly BenchmarkName[]
  /** A short run: fewer rounds, smaller amounts. */
  readonly isQuick: boolean
  /** Measured rounds of each page. */
  readonly rounds: number
  /** How much slower than this machine the browser's processor is. */
  readonly throttle: number
  /** Milliseconds by which the browser waits longer for each answer, as on a network. */
  readonly latency: number
  /** Whether other vendors' checkouts are measured too. */
  readonly hasPeers: boolean
  /** Whether the results and charts are written to docs/. */
  readonly writes: boolean
  /** The file for the results as JSON. */
  readonly json?: string
  readonly asksHelp: boolean
}

const QUICK_ROUNDS = 3
const ROUNDS = 9
const THROTTLE = 4
const LATENCY = 0

const options = {
  quick: { type: 'boolean', default: false },
  runs: { type: 'string' },
  throttle: { type: 'string' },
  latency: { type: 'string' },
  json: { type: 'string' },
  write: { type: 'boolean', default: false },
  'no-peers': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the arguments of `npm run bench`; throws an error that names the wrong one. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args)
  const unknown = positionals.find((name) => !isBenchmark(name))
  if (unknown !== undefined)
    throw new Error(`There is no benchmark "${unknown}"; there are ${benchmarkNames.join(', ')}.`)
  const rounds = numberOf('runs', values.runs, values.quick ? QUICK_ROUNDS : ROUNDS)
  if (!Number.isInteger(rounds)) throw new Error(`--runs must be a whole number, not ${values.runs}.`)
  const named = positionals.filter(isBenchmark)
  return {
    benchmarks: named.length ? benchmarkNames.filter((name) => named.includes(name)) : benchmarkNames,
    isQuick: values.quick,
    rounds,
    throttle: numberOf('throttle', values.throttle, THROTTLE),
    latency: numberOf('latency', values.latency, LATENCY, 0),
    hasPeers: !values['no-peers'],
    writes: values.write,
    ...(values.json !== undefined && { json: values.json }),
    asksHelp: values.help,
  }
}

const isBenchmark = (name: string): name is BenchmarkName => benchmarkNames.some((one) => one === name)

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // Node adds advice about positional arguments, of which there are none that begin with a dash here.
    throw new Error(`${(error as Error).message.split(/\. |\n/)[0]!.replace(/\.$/, '')}.`, { cause: error })
  }
}

function numberOf(name: string, given: string | undefined, otherwise: number, least = 1): number {
  const value = given === undefined ? otherwise : Number(given)
  if (!(value >= least && value < Infinity))
    throw new Error(`--${name} must be a number from ${least} on, not "${given}".`)
  return value
}
