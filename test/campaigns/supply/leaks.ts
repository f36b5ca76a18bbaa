import { inspect } from 'node:util'
import { pino } from 'pino'
import { readConfig, type ProxyConfig } from '#proxy/config/config.ts'
import { canaries, everySecret } from './every-secret.ts'

export const config = configured()

function configured(): ProxyConfig {
  const read = readConfig(everySecret)
  if (read.errors) throw new Error(read.errors.join(' '))
  return read.config
}

/** Every value that can be reached from an object, itself included. */
export function within(value: unknown, seen = new Set<unknown>()): Set<unknown> {
  if (seen.has(value)) return seen
  seen.add(value)
  const options = value instanceof Map ? [...value.values()] : Object.values(Object(value) as object)
  for (const part of typeof value === 'string' ? [] : options) within(part, seen)
  return seen
}

const logged = (value: unknown): string => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  logger.info(value, 'a line')
  logger.error({ err: Object.assign(new Error('of it'), { config: value }), value })
  return lines.join('')
}

/** An object without a text form throws in a template string, and so shows nothing. */
const spelled = (value: unknown): string => {
  try {
    return `${value as string}` + new Error(String(value)).stack
  } catch {
    return ''
  }
}

const deeply = { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null } as const

/** Every way in which a value can be written. */
export const paths: Readonly<Record<string, (value: ProxyConfig) => string>> = {
  'JSON.stringify': (value) => JSON.stringify(value),
  'util.inspect': (value) => inspect(value, deeply),
  'util.inspect without custom views': (value) => inspect(value, { ...deeply, customInspect: false }),
  'template strings and messages': (value) => [...within(value)].map(spelled).join(' '),
  structuredClone: (value) => inspect(structuredClone(value), deeply),
  'Object.assign': (value) => inspect(Object.assign({}, ...within(value)), deeply),
  pino: logged,
}

/** Forms of a secret in a text: itself, its Base64, or its bytes as they are printed. */
const traces = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret)
  return [
    secret,
    bytes.toString('base64').slice(0, -4),
    bytes.toString('hex'),
    [...bytes].join(),
    [...bytes].join(', '),
  ]
}

/** The secrets that a text contains in any of these forms. */
export const leaked = (text: string): string[] =>
  Object.entries(canaries).flatMap(([name, secret]) =>
    traces(secret).some((trace) => text.includes(trace) || text.replaceAll(/\s+/g, '').includes(trace)) ? [name] : [],
  )
