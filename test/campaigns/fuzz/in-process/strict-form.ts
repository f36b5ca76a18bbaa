/** A form, read by a parser that accepts only what the URL standard writes. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  /** What is wrong with it, as the end of a sentence. */
  readonly problem?: string
}

/** The field that may come several times (online gateway 4.1). */
const REPEATED = 'features'

const written = /^[A-Za-z0-9*\-._+%]*$/

/** Reads a form, and reports a name that occurs twice and anything in the wrong format. */
export function readForm(body: string): Form {
  const fields = new Map<string, string>()
  let problem: string | undefined
  for (const pair of body ? body.split('&') : []) {
    const [name = '', value, ...more] = pair.split('=')
    if (value === undefined || more.length || !written.test(name + value)) problem = `is no pair: ${pair}`
    const key = decoded(name)
    if (fields.has(key) && key !== REPEATED) problem = `gives ${key} twice`
    fields.set(key, decoded(value ?? ''))
  }
  return { fields, ...(problem !== undefined && { problem }) }
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
