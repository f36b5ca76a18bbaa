import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LitElement } from 'lit'
import { describe, expect, test } from 'vitest'
import { tokenNames } from '#contract/appearance/tokens.ts'
import { TenderCheckout } from '#element/element.ts'
import { FormControl } from '#element/form-control.ts'
import { LateListeners } from '#element/late-listeners.ts'
import { TracedControl } from '#element/traced-control.ts'
import { eventNames } from '#element/state/events.ts'
import { states } from '#element/state/checkout-state.ts'
import { root } from '../../support/root.ts'

interface Named {
  readonly name: string
  readonly description?: string
}

interface Manifest {
  readonly modules: readonly {
    readonly declarations: readonly {
      readonly tagName: string
      readonly attributes: readonly (Named & { readonly type: { readonly text: string } })[]
      readonly members: readonly (Named & { readonly kind: string; readonly readonly?: boolean })[]
      readonly events: readonly Named[]
      readonly cssProperties: readonly Named[]
      readonly cssParts: readonly Named[]
      readonly slots: readonly Named[]
    }[]
  }[]
}

const { customElements: path, 'web-types': webTypesPath } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<string, string>
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const element = (readJson(path!) as Manifest).modules[0]!.declarations[0]!

const names = (all: readonly Named[]): string[] => all.map(({ name }) => name).toSorted()

/** The sources of the element, whose markup and styles the manifest describes. */
const sources = readdirSync(join(root, 'src/element'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'description.ts')
  .map((file) => readFileSync(join(root, 'src/element', file), 'utf8'))
  .join('\n')

/** Public to Lit and to the browser, and not to pages. */
const internal = new Set([
  'announce',
  'constructor',
  'context',
  'connectedMoveCallback',
  'forgetEvents',
  'formResetCallback',
  'isEditable',
  'reflectState',
  'setFormState',
  'traced',
  'renderRoot',
])

/** What a page may use of an element, beside what every HTML element has. */
const publicMembers = (): string[] =>
  [TenderCheckout, TracedControl, FormControl, LateListeners]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !internal.has(name) && (name === 'focus' || !(name in LitElement.prototype)))

describe('the manifest of custom elements describes', () => {
  test('each attribute, and `state`, which the element sets', () => {
    const observed = [...TenderCheckout.observedAttributes]
    expect(observed.length).toBeGreaterThan(4)
    expect(names(element.attributes)).toEqual([...observed, 'name'].toSorted())
    expect(element.attributes.find(({ name }) => name === 'state')?.type.text).toBe(
      states.map((state) => `'${state}'`).join(' | '),
    )
  })

  test('each public property and method', () => {
    const properties = [...TenderCheckout.elementProperties.keys()].map(String)
    expect(names(element.members)).toEqual([...new Set([...properties, ...publicMembers()])].toSorted())
    const writable = element.members.filter(({ kind, readonly }) => kind === 'field' && !readonly)
    expect(names(writable)).toEqual([...properties, 'name'].toSorted())
  })

  test('each event', () => {
    const declared = [...sources.matchAll(/^ {2}'(tender-[a-z]+)': /gm)].map(([, name]) => name!)
    expect(names(element.events)).toEqual(declared.toSorted())
    expect(names(element.events)).toEqual(eventNames.toSorted())
  })

  test('each token of the theme, and each part and slot of the markup', () => {
    const found = (pattern: RegExp): string[] => [
      ...new Set([...sources.matchAll(pattern)].map(([, name]) => name!).toSorted()),
    ]
    expect(names(element.cssProperties)).toEqual(tokenNames.map((name) => `--tender-${name}`).toSorted())
    expect(names(element.slots)).toEqual(found(/<slot name="([a-z]+)"/g))
    expect(names(element.cssParts)).toEqual(found(/\bpart(?:="|\.add\(')([a-z]+)/g))
  })

  test('everything with a sentence', () => {
    const { attributes, members, events, cssProperties, cssParts, slots } = element
    const all = [...attributes, ...members, ...events, ...cssProperties, ...cssParts, ...slots]
    expect(all.filter(({ description = '' }) => description.length < 5 || /\]\(/.test(description))).toEqual([])
  })
})

describe('derived from it', () => {
  interface WebTypes {
    readonly version: string
    readonly contributions: {
      readonly html: {
        readonly elements: readonly {
          readonly attributes: readonly Named[]
          readonly js: { readonly events: readonly Named[]; readonly properties: readonly Named[] }
          readonly css: { readonly properties: readonly Named[] }
        }[]
      }
    }
  }
  const given = element.attributes.filter(({ name }) => name !== 'state')

  test('web-types have the same names, and the version of the package', () => {
    const { version, contributions } = readJson(webTypesPath!) as WebTypes
    const [found] = contributions.html.elements
    expect(names(found!.attributes)).toEqual(names(given))
    expect(names(found!.js.events)).toEqual(names(element.events))
    expect(names(found!.js.properties)).toEqual(names(element.members.filter(({ kind }) => kind === 'field')))
    expect(names(found!.css.properties)).toEqual(names(element.cssProperties))
    expect(version).toBe((readJson('package.json') as { version: string }).version)
  })

  test('the custom data of VS Code have the same names', () => {
    const html = readJson('dist/npm/vscode.html-custom-data.json') as { tags: { name: string; attributes: Named[] }[] }
    const css = readJson('dist/npm/vscode.css-custom-data.json') as { properties: Named[] }
    expect(html.tags.map(({ name }) => name)).toEqual([element.tagName])
    expect(names(html.tags[0]!.attributes)).toEqual(names(given))
    expect(names(css.properties)).toEqual(names(element.cssProperties))
  })
})
