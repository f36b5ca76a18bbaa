import { html, nothing, type TemplateResult } from 'lit'
import { choicesOf, typed, type Schema } from './schema.ts'

/** The path from the whole draft to one value in it. */
export type Path = readonly (string | number)[]

/** The form's data, and how it reports changes. */
export interface Sheet {
  readonly draft: unknown
  readonly set: (path: Path, value: unknown) => void
  /** Appends an entry to the list at a path. */
  readonly add: (path: Path, entry: unknown) => void
  readonly remove: (path: Path, index: number) => void
}

export const at = (draft: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step], draft)

/** A copy of the draft with one value replaced; everything outside the path is shared. */
export function put(draft: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') return ((draft as unknown[]) ?? []).with(step, put(at(draft, [step]), rest, value))
  return { ...(draft as object), [step]: put(at(draft, [step]), rest, value) }
}

/** The list at a path, empty where there is none yet. */
export const listAt = (draft: unknown, path: Path): readonly unknown[] =>
  (at(draft, path) as unknown[] | undefined) ?? []

/** The name of a value's control in the form. */
export const fieldName = (path: Path): string => path.join('.')

/** The fields of an object: required ones and those with a value first, the others collapsed. */
export function fields(schema: Schema, sheet: Sheet, path: Path = []): TemplateResult {
  const all = Object.entries(schema.properties ?? {})
  const isShown = ([name]: readonly [string, Schema]): boolean =>
    (schema.required ?? []).includes(name) || at(sheet.draft, [...path, name]) !== undefined
  const [shown, folded] = [all.filter(isShown), all.filter((one) => !isShown(one))]
  const draw = ([name, inner]: readonly [string, Schema]): TemplateResult =>
    field(inner, sheet, [...path, name], (schema.required ?? []).includes(name))
  return html`${schema.description ? html`<p class="dim rule">${schema.description}</p>` : nothing}${shown.map(draw)}${
    folded.length
      ? html`<details class="more">
          <summary>${folded.length} more that may be given</summary>
          ${folded.map(draw)}
        </details>`
      : nothing
  }`
}

function field(schema: Schema, sheet: Sheet, path: Path, required: boolean): TemplateResult {
  const name = String(path.at(-1))
  if (schema.type === 'object')
    return html`<fieldset>
      <legend>${name}${required ? '' : ' (optional)'}</legend>
      ${fields(schema, sheet, path)}
    </fieldset>`
  if (schema.type === 'array') return list(schema.items ?? {}, sheet, path)
  return html`<label
    ><span>${name}${required ? html`<abbr title="mandatory">*</abbr>` : nothing}</span
    >${control(schema, sheet, path)}</label
  >`
}

/** `label` is the accessible name of a control that has no label element. */
function control(schema: Schema, { draft, set }: Sheet, path: Path, label?: string): TemplateResult {
  const value = at(draft, path)
  const choices = schema.type === 'boolean' ? ['true', 'false'] : choicesOf(schema)
  const change = ({ target }: Event): void => {
    const { value: text } = target as HTMLInputElement
    set(path, text === '' ? '' : typed(schema, text))
  }
  if (choices)
    return html`<select name=${fieldName(path)} aria-label=${label ?? nothing} @change=${change}>
      <option value="" .selected=${value === undefined || value === ''}></option>
      ${choices.map((one) => html`<option value=${one} .selected=${String(value) === String(one)}>${one}</option>`)}
    </select>`
  return html`<input
    name=${fieldName(path)}
    aria-label=${label ?? nothing}
    autocomplete="off"
    spellcheck="false"
    dir="ltr"
    inputmode=${schema.type === 'integer' || schema.type === 'number' ? 'numeric' : 'text'}
    .value=${value === undefined ? '' : String(value)}
    @input=${change}
  />`
}

function list(items: Schema, sheet: Sheet, path: Path): TemplateResult {
  const name = String(path.at(-1))
  const isObject = items.type === 'object'
  const entry = (_: unknown, index: number): TemplateResult => {
    const [inner, label] = [[...path, index], `${name}, entry ${index + 1}`]
    return html`<li>
      ${
        isObject
          ? html`<fieldset class="entry" aria-label=${label}>${fields(items, sheet, inner)}</fieldset>`
          : control(items, sheet, inner, label)
      }
      <button type="button" aria-label="Remove entry ${index + 1} of ${name}" @click=${() => sheet.remove(path, index)}>
        ×
      </button>
    </li>`
  }
  return html`<fieldset>
    <legend>${name} (list)</legend>
    <ol class="entries">
      ${listAt(sheet.draft, path).map(entry)}
    </ol>
    <button type="button" data-adds=${fieldName(path)} @click=${() => sheet.add(path, isObject ? {} : '')}>
      Add to ${name}
    </button>
  </fieldset>`
}
