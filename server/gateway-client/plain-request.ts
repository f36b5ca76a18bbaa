import type { Operation } from '#contract/operation.ts'
import { plainFor, type PlainRequest } from '#contract/wire/client.ts'
import { toForm } from '#contract/wire/form.ts'

type Fields = Readonly<Record<string, unknown>>

/** Builds the requests of an operation; what all of them have in common is made once. */
export function buildPlainRequest(operation: Operation, base: string): (fields: Fields) => PlainRequest {
  const { method, encoding, path } = operation
  if (method !== 'POST' || encoding !== 'form' || path.includes('/:'))
    return (fields) => plainFor(operation, base, fields)
  const { body: _, ...common } = plainFor(operation, base, {})
  return (fields) => ({ ...common, body: formText(fields) })
}

/** Text that a form contains as it is. */
const plain = /^[\w*.-]*$/

/** The same text as that of {@link toForm}, which costs ten times as much. */
export function formText(fields: Fields): string {
  let text = ''
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value === undefined) continue
    const isPlain = typeof value === 'string' ? plain.test(value) : Number.isSafeInteger(value)
    const pair = isPlain && plain.test(name) ? `${name}=${String(value)}` : toForm({ [name]: value }).toString()
    if (pair) text += text ? `&${pair}` : pair
  }
  return text
}
