import { createHash } from 'node:crypto'
import { headerOf, type Answer } from '../probe/request.ts'
import type { Promised } from './reference.ts'

/** Headers that differ from one answer to the next, or between HTTP servers, without a meaning for the page. */
const incidental: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

/** Headers that change what a browser does, and that the release does not send. */
const unwanted = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'clear-site-data',
  'link',
  'location',
  'refresh',
  'service-worker-allowed',
  'set-cookie',
  'sourcemap',
  'x-frame-options',
  'x-sourcemap',
] as const

/** The hash of a body, as `integrity` has it. */
export const integrityOf = (body: Uint8Array): string => `sha384-${createHash('sha384').update(body).digest('base64')}`

/** How an answer differs from the promised one; each difference is a clause. */
export function differencesOf(promised: Promised, answer: Answer): readonly string[] {
  const status = answer.status === promised.status ? [] : [`HTTP ${answer.status} in place of ${promised.status}`]
  const [served, wanted] = [integrityOf(answer.body), integrityOf(promised.body)]
  const body = served === wanted ? [] : [`the content is ${served} in place of ${wanted}`]
  const names = Object.keys(promised.headers).filter((name) => !incidental.has(name))
  const changed = names.flatMap((name) => changeOf(name, promised.headers[name]!, headerOf(answer, name)))
  const added = unwanted
    .filter((name) => !Object.hasOwn(promised.headers, name) && headerOf(answer, name) !== undefined)
    .map((name) => `${name} is added: ${headerOf(answer, name)}`)
  return [...status, ...body, ...changed, ...added]
}

function changeOf(name: string, promised: string, served: string | undefined): readonly string[] {
  if (served === undefined) return [`${name} is missing: ${promised}`]
  return isSame(name, promised, served) ? [] : [`${name} is ${served} in place of ${promised}`]
}

/** A cache in front of the proxy may add to `vary`, and write types differently. */
function isSame(name: string, promised: string, served: string): boolean {
  if (name === 'vary') return wordsIn(promised).every((word) => wordsIn(served).includes(word))
  if (name === 'content-type') return wordsIn(promised).join() === wordsIn(served).join()
  return promised === served
}

const wordsIn = (list: string): readonly string[] => list.toLowerCase().split(/[\s,;]+/)
