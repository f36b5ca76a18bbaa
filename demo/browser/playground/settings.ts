/** What the controls of the playground are about. */
export type Kind = 'attribute' | 'token' | 'order' | 'fault'

/** The value of each control that is not at its default, by what it is about. */
export type Settings = Readonly<Record<Kind, ReadonlyMap<string, string>>>

type Control = HTMLInputElement | HTMLSelectElement

const controlsOf = (form: ParentNode): readonly (readonly [Kind, Control])[] =>
  [...form.querySelectorAll<HTMLElement>('[data-kind]')].flatMap((group) =>
    [...group.querySelectorAll<Control>('[name]')].map((control) => [group.dataset['kind'] as Kind, control] as const),
  )

/** The value of a control that is not set. */
export const standardOf = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0])!.value
    : control.defaultValue

/** The settings of the controls in a form or in a page. */
export function readSettings(form: ParentNode): Settings {
  const settings = { attribute: new Map(), token: new Map(), order: new Map(), fault: new Map() }
  for (const [kind, control] of controlsOf(form)) {
    const value = control.value.trim()
    if (value !== standardOf(control)) settings[kind].set(control.name, value)
  }
  return settings
}

/** The settings as a query, so that an address can be sent to somebody. */
export function queryOf(settings: Settings): URLSearchParams {
  const query = new URLSearchParams()
  for (const [kind, values] of Object.entries(settings))
    for (const [name, value] of values as ReadonlyMap<string, string>) query.set(`${kind}.${name}`, value)
  return query
}

/** Sets the controls as a query says; a value that a control does not offer is left out. */
export function restore(form: ParentNode, query: URLSearchParams): void {
  for (const [kind, control] of controlsOf(form)) {
    const value = query.get(`${kind}.${control.name}`)
    if (value === null) continue
    const isOffered =
      !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value)
    if (isOffered) control.value = value
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The markup and the style that a page needs for these settings. */
export function codeOf({ attribute, token }: Settings, proxy: string): string {
  const attributes = [...attribute].map(([name, value]) =>
    value === 'yes' ? ` ${name}` : ` ${name}="${escaped(value)}"`,
  )
  const style = [...token].map(([name, value]) => `  ${name}: ${value};\n`).join('')
  return `<script async crossorigin src="${proxy}/v1/checkout.js"></script>

<tender-checkout order="…" src="${proxy}"${attributes.join('')}></tender-checkout>
${style && `\n<style>\ntender-checkout {\n${style}}\n</style>\n`}`
}
