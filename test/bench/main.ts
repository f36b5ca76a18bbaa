import { parseArgs } from 'node:util'
import build from '../support/build.ts'
import { measureFirstKey, type Row } from './browser/first-key.ts'
import { run as measureIssuer } from './issuing.ts'

type Print = (line: string) => void

interface Options {
  /** Visits of each page, and how much slower than this machine the browser is. */
  readonly runs: number
  readonly throttle: number
}

/** The benchmarks by name, each of which prints ratios against a baseline of the same run. */
const topics: Readonly<Record<string, (print: Print, options: Options) => Promise<void>>> = {
  'first-key': async (print, { runs, throttle }) => {
    build()
    const rows = await measureFirstKey(runs, throttle)
    for (const line of tableOf(rows, throttle)) print(line)
  },
  issuer: async (print) => measureIssuer(print),
}

/** The page whose figures are the base of each ratio: what isolation costs at least. */
const BASE = 'a bare input in a cross-site frame'

function tableOf(rows: readonly Row[], throttle: number): readonly string[] {
  const base = rows.find(({ name }) => name === BASE)!
  const ratio = (value: number, of: number): string => (Number.isNaN(value) ? '' : (value / of).toFixed(2)).padStart(7)
  const shown = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(1)).padStart(9)
  const title = `medians, ms, CPU ${throttle} times slower`.padEnd(38)
  return [
    `${title}${'ready'.padStart(9)}${'ratio'.padStart(7)}${'key p50'.padStart(9)}${'ratio'.padStart(7)}${'key p95'.padStart(9)}${'ratio'.padStart(7)}${'bytes'.padStart(9)}${'requests'.padStart(10)}${'shift'.padStart(7)}`,
    ...rows.map(
      ({ name, ready, key50, key95, bytes, requests, shift }) =>
        `${name.padEnd(38)}${shown(ready)}${ratio(ready, base.ready)}${shown(key50)}${ratio(key50, base.key50)}${shown(key95)}${ratio(key95, base.key95)}${String(bytes).padStart(9)}${String(requests).padStart(10)}${shift.toFixed(3).padStart(7)}`,
    ),
  ]
}

const usage = `npm run bench -- [first-key] [issuer] [--quick] [--runs N] [--throttle N]

  first-key   until the shopper can type, and until a key is painted, beside an empty page, a bare input, and a bare
              input in a cross-site frame; the bytes are those that came over the wire
  issuer      the sandbox's issuer with few transactions and with many

  --quick     three visits of each page in place of nine
  --runs N    so many visits
  --throttle N  how much slower the browser's processor is (4)`

/** Runs the named benchmarks, or all; returns the exit code. */
export async function main(args: readonly string[], print: Print): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      runs: { type: 'string' },
      throttle: { type: 'string', default: '4' },
      help: { type: 'boolean', default: false },
    },
  })
  const options = { runs: Number(values.runs ?? (values.quick ? 3 : 9)), throttle: Number(values.throttle) }
  const unknown = positionals.find((name) => !Object.hasOwn(topics, name))
  if (values.help || unknown !== undefined || !(options.runs >= 1) || !(options.throttle >= 1)) {
    print(unknown === undefined ? usage : `There is no benchmark "${unknown}".\n\n${usage}`)
    return values.help ? 0 : 2
  }
  for (const name of positionals.length ? positionals : Object.keys(topics)) await topics[name]!(print, options)
  return 0
}
