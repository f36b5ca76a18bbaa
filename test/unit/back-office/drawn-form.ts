import type { TemplateResult } from 'lit'
import { fields, listAt, put, type Path, type Sheet } from '../../../demo/browser/back-office/schema-form.ts'
import type { Schema } from '../../../demo/browser/back-office/schema.ts'

type Change = (event: { target: { value: string } }) => void

/** The parts of a form: its controls by name, and the buttons that add to its lists. */
interface Drawn {
  readonly controls: Map<string, Change>
  readonly adders: Map<string, () => void>
}

const isTemplate = (value: unknown): value is TemplateResult =>
  typeof value === 'object' && value !== null && 'strings' in value

/** Collects the controls of a template: a handler belongs to the name before it. */
function gather(template: unknown, drawn: Drawn): Drawn {
  if (Array.isArray(template)) for (const one of template) gather(one, drawn)
  if (!isTemplate(template)) return drawn
  const names: Record<string, string> = {}
  for (const [at, value] of template.values.entries()) {
    const [, attribute = ''] = /(\S+)=$/.exec(template.strings[at]!) ?? []
    if (/^@(?:input|change)$/.test(attribute)) drawn.controls.set(names['name']!, value as Change)
    else if (attribute === '@click' && names['data-adds']) drawn.adders.set(names['data-adds'], value as () => void)
    else if (attribute) names[attribute] = String(value)
    else gather(value, drawn)
  }
  return drawn
}

/** The form of a schema, filled in without a browser. */
export function formOf(schema: Schema): { readonly fill: (request: object) => void; readonly draft: () => unknown } {
  let draft: unknown = {}
  const sheet = (): Sheet => ({ draft, set, add, remove: () => undefined })
  const set = (path: Path, value: unknown): void => void (draft = put(draft, path, value))
  const add = (path: Path, entry: unknown): void => set(path, [...listAt(draft, path), entry])
  const drawn = (): Drawn => gather(fields(schema, sheet()), { controls: new Map(), adders: new Map() })
  const type = (path: Path, text: string): void => {
    const control = drawn().controls.get(path.join('.'))
    if (!control) throw new Error(`The form has no field ${path.join('.')}`)
    control({ target: { value: text } })
  }
  const lengthen = (path: Path): void => {
    const adder = drawn().adders.get(path.join('.'))
    if (!adder) throw new Error(`The form has no list ${path.join('.')}`)
    adder()
  }
  const fill = (value: unknown, path: Path = []): void => {
    if (typeof value !== 'object' || value === null) type(path, String(value))
    else if (Array.isArray(value))
      for (const [at, one] of value.entries()) {
        lengthen(path)
        fill(one, [...path, at])
      }
    else for (const [name, inner] of Object.entries(value)) fill(inner, [...path, name])
  }
  return { fill, draft: () => draft }
}
