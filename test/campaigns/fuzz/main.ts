import { parseArgs } from 'node:util'
import { compareAccents, fuzzBadAnswers } from './bad-answers/run.ts'
import { fuzzInProcess } from './in-process/run.ts'
import { fuzzRaw } from './wire/raw.ts'

/** How much was done, and the findings. */
interface Came {
  readonly done: number
  readonly findings: readonly string[]
}

type Fuzz = (count: number, seed: number, report: (line: string) => void) => Promise<Came>

/** The campaigns, by their command-line option. */
const kinds: Readonly<Record<string, Fuzz>> = {
  requests: async (count, seed, report) => {
    const { requests: done, findings } = await fuzzInProcess(count, seed, report)
    return { done, findings }
  },
  sockets: async (count, seed, report) => {
    const { connections: done, findings } = await fuzzRaw({ count, seed }, report)
    return { done, findings }
  },
  answers: async (count, seed, report) => {
    const { badAnswers: done, findings } = await fuzzBadAnswers(count, seed, report)
    return { done, findings }
  },
  accents: async (count, seed, report) => {
    const { cases: done, findings } = await compareAccents(count, seed, report)
    return { done, findings }
  },
}

const names = Object.keys(kinds)

const USAGE = `Say how many of which: ${names.map((name) => `--${name} N`).join(', ')}; with --seed S others are drawn.`

const options = Object.fromEntries([...names, 'seed'].map((name) => [name, { type: 'string' as const }]))

const isCount = (text: string): boolean => /^[1-9]\d*$/.test(text)

/**
 * `--requests N` sends so many requests in process, `--sockets N` so many on sockets, `--answers N` has the gateway give
 * so many bad answers, and `--accents N` plays so many cases in front of a gateway with another accent. Resolves to 1 when something was found, and to 2 when the arguments are wrong.
 */
export async function main(args: readonly string[], report: (line: string) => void): Promise<number> {
  const values = read(args)
  const request = names.filter((name) => values?.[name] !== undefined)
  if (!values || !request.length || !Object.values(values).every(isCount)) {
    report(USAGE)
    return 2
  }
  const seed = Number(values['seed'] ?? '1')
  let found = 0
  for (const name of request) {
    const { done, findings } = await kinds[name]!(Number(values[name]), seed, report)
    for (const finding of findings) report(finding)
    found += findings.length
    report(`${name}: ${done} from seed ${seed}, ${findings.length} findings`)
  }
  return found ? 1 : 0
}

function read(args: readonly string[]): Readonly<Record<string, string>> | undefined {
  try {
    return parseArgs({ args: [...args], options }).values as Record<string, string>
  } catch {
    return undefined
  }
}
