/** A form as a parser reads it that takes nothing but what the URL standard writes. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  /** What is wrong with it, in a sentence. */
  readonly problem?: string
}

const written = /^[A-Za-z0-9*\-._+%]*$/

/** Reads a form, and holds against it a name that comes twice and whatever is not written as it should be. */
export function readForm(body: string): Form {
  const fields = new Map<string, string>()
  let problem: string | undefined
  for (const pair of body ? body.split('&') : []) {
    const [name = '', value, ...more] = pair.split('=')
    if (value === undefined || more.length || !written.test(name + value)) problem = `is no pair: ${pair}`
    const key = decoded(name)
    if (fields.has(key)) problem = `gives ${key} twice`
    fields.set(key, decoded(value ?? ''))
  }
  return { fields, ...(problem !== undefined && { problem }) }
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
