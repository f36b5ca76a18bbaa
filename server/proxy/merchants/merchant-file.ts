import { createHash } from 'node:crypto'
import { parseEnv } from 'node:util'
import { readConfig, type Environment, type ProxyConfig } from '../config/config.ts'
import { admittingSecrets } from '../config/weak-secrets.ts'
import { variables, type Variable, type VariableName } from '../config/variables.ts'

/** A merchant whose file is right. */
export interface Merchant {
  /** Its name in the log, the metrics and the spans: that of its file without `.env`. */
  readonly name: string
  /** The host of its public address, under which it is found. */
  readonly host: string
  readonly config: ProxyConfig
  readonly warnings: readonly string[]
  /** The text of its file, by which a change is recognised. */
  readonly text: string
  /** What no other merchant may have, by a key that shows no secret, and where it is in the file. */
  readonly claims: ReadonlyMap<string, Claim>
}

interface Claim {
  /** Such as `m2.env:1: TENDER_PUBLIC_URL`. */
  readonly at: string
  readonly rule: string
}

/** What a file of a merchant says, or a sentence about each line that is wrong, such as `m2.env:2: TENDER_… is required.` */
export type MerchantReading =
  | { readonly name: string; readonly merchant: Merchant; readonly errors?: undefined }
  | { readonly name: string; readonly merchant?: undefined; readonly errors: readonly string[] }

/** Whether a file of the folder is a merchant's. */
export const merchantNameOf = (file: string): string | undefined => /^([a-z0-9][\w.-]{0,63})\.env$/i.exec(file)?.[1]

const rows: ReadonlyMap<string, Variable> = new Map(variables.map((row) => [row.name, row]))

export const isOfProcess = (name: string): boolean => rows.get(name)?.scope === 'process'

/** A sentence about each variable of a merchant in the environment of the process: it would be every merchant's. */
export const misplaced = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => env[name] && rows.has(name) && !isOfProcess(name))
    .map((name) => `${name} must not be set in the environment with --merchants: each merchant has it in its file.`)

interface Line {
  readonly number: number
  readonly value: string
}

/** Reads the file of a merchant, with what is one for the whole process from its environment. */
export function readMerchant(name: string, text: string, env: Environment): MerchantReading {
  const file = `${name}.env`
  const { lines, errors } = linesIn(file, text)
  const placeOf = (variable: string): string => (lines.has(variable) ? `${file}:${lines.get(variable)!.number}` : file)
  const own = Object.fromEntries([...lines].map(([variable, { value }]) => [variable, value]))
  // Those of the process are checked once, and not with each merchant.
  const ofMerchant = (sentence: string): boolean => !isOfProcess(sentence.split(' ', 1)[0]!)
  const placed = (sentence: string): string => `${placeOf(sentence.split(' ', 1)[0]!)}: ${sentence}`
  const read = readConfig({ ...env, ...own })
  const wrong = [...errors, ...(read.errors ?? []).filter(ofMerchant).map(placed)]
  if (wrong.length || read.errors) return { name, errors: wrong }
  const { config } = read
  const { host } = new URL(config.publicUrl)
  const claim = (variable: VariableName, rule: string): Claim => ({ at: `${placeOf(variable)}: ${variable}`, rule })
  const secrets = admittingSecrets((variable) => own[variable]?.trim() ?? '')
  const claims = new Map([
    [`host ${host}`, claim('TENDER_PUBLIC_URL', 'each merchant has a host of its own')],
    ...secrets.map(
      ([secret, variable]) =>
        [`secret ${digest(secret)}`, claim(variable, 'each merchant has secrets of its own')] as const,
    ),
  ])
  return {
    name,
    merchant: { name, host, config, warnings: read.warnings.filter(ofMerchant).map(placed), text, claims },
  }
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Lines `NAME=value`, empty ones, and comments that begin with `#`; a value is written as in a file of Node's `--env-file`. */
function linesIn(file: string, text: string): { lines: ReadonlyMap<string, Line>; errors: readonly string[] } {
  const lines = new Map<string, Line>()
  const errors: string[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const number = at + 1
    const name = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1]
    const problem = name === undefined ? NO_LINE : problemOf(name, lines)
    if (problem !== undefined) errors.push(`${file}:${number}: ${name === undefined ? '' : `${name} `}${problem}`)
    else lines.set(name!, { number, value: parseEnv(line)[name!] ?? '' })
  }
  return { lines, errors }
}

const NO_LINE = 'A line must be NAME=value; a PEM is in one line, with \\n for each end of a line.'

function problemOf(name: string, known: ReadonlyMap<string, Line>): string | undefined {
  if (known.has(name)) return `is in line ${known.get(name)!.number} too.`
  if (isOfProcess(name)) return 'is one for the whole process: set it in its environment.'
  return rows.has(name) ? undefined : 'is no variable of a merchant.'
}
