import type { Plugin } from 'vite'
import type * as Description from '#element/description.ts'
import type { MethodDescription } from '#element/description.ts'
import { evaluated } from './evaluated.ts'

type Element = Pick<
  typeof Description,
  | 'summary'
  | 'attributes'
  | 'states'
  | 'properties'
  | 'readOnlyProperties'
  | 'methods'
  | 'events'
  | 'cssProperties'
  | 'cssParts'
  | 'slots'
>

/** The property of an attribute: `hideButton` of `hide-button`. */
const propertyOf = (attribute: string): string =>
  attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const fields = (named: Readonly<Record<string, MethodDescription>>): object[] =>
  Object.entries(named).map(([name, { what, returns }]) => ({
    kind: 'field',
    name,
    description: what,
    type: { text: returns },
  }))

const described = (named: Readonly<Record<string, string>>): object[] =>
  Object.entries(named).map(([name, what]) => ({ name, description: plain(what) }))

const TAG = 'tender-checkout'
const MODULE = 'dist/npm/index.js'

/** Markdown without its links, which lead to headings of the document that the text is from. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const typeOf = (values: readonly string[] | undefined): string =>
  values?.map((value) => `'${value}'`).join(' | ') ?? 'string'

/** The values of an attribute as editors offer them. */
const asNames = (values: readonly string[] | undefined): object =>
  values ? { values: values.map((name) => ({ name })) } : {}

/** The custom elements manifest: <https://github.com/webcomponents/custom-elements-manifest>, schema 2.1.0. */
export function manifestOf({ summary, attributes, states, methods, events, cssProperties, ...more }: Element): object {
  const given = Object.entries(attributes).map(([name, { what, values, standard, type = typeOf(values) }]) => ({
    name,
    description: plain(what),
    type: { text: type },
    ...(standard && { default: `'${standard}'` }),
  }))
  const state = { name: 'state', description: 'the state of the checkout', type: { text: typeOf(states) } }
  const declaration = {
    kind: 'class',
    customElement: true,
    name: 'TenderCheckout',
    tagName: TAG,
    description: summary,
    superclass: { name: 'LitElement', package: 'lit' },
    attributes: [
      ...given.map((attribute) => ({ ...attribute, fieldName: propertyOf(attribute.name) })),
      { ...state, fieldName: 'state' },
    ],
    members: [
      ...given.map((property) => ({
        kind: 'field',
        ...property,
        name: propertyOf(property.name),
        attribute: property.name,
      })),
      { kind: 'field', ...state, readonly: true, attribute: 'state', reflects: true },
      ...fields(more.properties),
      ...fields(more.readOnlyProperties).map((field) => ({ ...field, readonly: true })),
      ...Object.entries(methods).map(([name, { what, returns }]) => ({
        kind: 'method',
        name,
        description: plain(what),
        return: { type: { text: returns } },
      })),
    ],
    events: Object.entries(events).map(([name, { when, detail, type = `CustomEvent<Detail<'${name}'>>` }]) => ({
      name,
      description: `${plain(when)}. Its detail: ${plain(detail)}.`,
      type: { text: type },
    })),
    cssProperties: Object.entries(cssProperties).map(([name, { what, syntax }]) => ({
      name,
      description: what,
      syntax,
    })),
    cssParts: described(more.cssParts),
    slots: described(more.slots),
  }
  const definition = { kind: 'custom-element-definition', name: TAG }
  const reference = { name: declaration.name, module: MODULE }
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: MODULE,
        declarations: [declaration],
        exports: [{ kind: 'js', name: declaration.name, declaration: reference }],
      },
      {
        kind: 'javascript-module',
        path: 'dist/npm/define.js',
        declarations: [],
        exports: [{ ...definition, declaration: reference }],
      },
    ],
  }
}

/** Web-types, which the editors of JetBrains read. */
export function webTypesOf(
  { summary, attributes, states, properties, readOnlyProperties, events, cssProperties, cssParts, slots }: Element,
  version: string,
): object {
  const named = Object.entries(attributes).map(([name, { what, values, standard, type = typeOf(values) }]) => ({
    name,
    description: plain(what),
    value: { type, ...(standard && { default: `'${standard}'` }) },
  }))
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: TAG,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: TAG,
            description: summary,
            attributes: named,
            slots: described(slots),
            js: {
              properties: [
                ...named.map(({ name, value, description }) => ({
                  name: propertyOf(name),
                  description,
                  type: value.type,
                })),
                { name: 'state', description: 'the state of the checkout', type: typeOf(states), 'read-only': true },
                ...Object.entries(properties).map(([name, { what, returns }]) => ({
                  name,
                  description: what,
                  type: returns,
                })),
                ...Object.entries(readOnlyProperties).map(([name, { what, returns }]) => ({
                  name,
                  description: what,
                  type: returns,
                  'read-only': true,
                })),
              ],
              events: Object.entries(events).map(([name, { when, type }]) => ({
                name,
                description: plain(when),
                type,
              })),
            },
            css: {
              properties: Object.entries(cssProperties).map(([name, { what }]) => ({ name, description: what })),
              parts: described(cssParts),
            },
          },
        ],
      },
    },
  }
}

/** Custom data of VS Code for HTML. */
export const htmlDataOf = ({ summary, attributes }: Element): object => ({
  version: 1.1,
  tags: [
    {
      name: TAG,
      description: summary,
      attributes: Object.entries(attributes).map(([name, { what, values }]) => ({
        name,
        description: { kind: 'markdown', value: plain(what) },
        ...asNames(values),
      })),
    },
  ],
})

/** Custom data of VS Code for style sheets. */
export const cssDataOf = ({ cssProperties }: Element): object => ({
  version: 1.1,
  properties: Object.entries(cssProperties).map(([name, { what, syntax }]) => ({ name, description: what, syntax })),
})

/** Writes what editors read about the element beside its modules. */
export const editorData = (version: string): Plugin => ({
  name: 'editor-data',
  applyToEnvironment: ({ name }) => name === 'npm',
  async generateBundle() {
    const element = await evaluated<Element>('src/element/description.ts')
    const files = {
      'custom-elements.json': manifestOf(element),
      'web-types.json': webTypesOf(element, version),
      'vscode.html-custom-data.json': htmlDataOf(element),
      'vscode.css-custom-data.json': cssDataOf(element),
    }
    for (const [fileName, data] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(data, null, 2)}\n` })
  },
})
