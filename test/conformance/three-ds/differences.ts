import { messages } from './emv-2.2.0.ts'

/** In what a message differs from the table of its type: a sentence for each field. */
export function differencesOf(message: Readonly<Record<string, unknown>>): string[] {
  const fields = messages[String(message['messageType'])]
  if (!fields) return [`messageType ${String(message['messageType'])} is in no table`]
  const known = new Set(fields.map(({ name }) => name))
  return [
    ...Object.keys(message)
      .filter((name) => !known.has(name))
      .map((name) => `${name} is no field of the message`),
    ...fields.flatMap(({ name, inclusion, form }) => {
      const value = message[name]
      const isRequired =
        inclusion === 'required' ||
        (inclusion !== 'optional' &&
          Object.entries(inclusion).some(([field, values]) => values.includes(String(message[field]))))
      if (value === undefined) return isRequired ? [`${name} is required`] : []
      return typeof value === 'string' && form.test(value) ? [] : [`${name} has another form: ${String(value)}`]
    }),
  ]
}
