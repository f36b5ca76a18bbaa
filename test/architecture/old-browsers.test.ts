import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lackedBy, oldestBrowsers, type Feature, type Oldest } from './compat-data.ts'
import { isSheet, newerInScript, newerInStyle } from './newer-in.ts'
import { optional, ownNames } from './newer-features.ts'
import { root } from '../support/root.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const oldest = oldestBrowsers()

/** The style sheets in the data of the frames, which the proxy writes into their documents. */
const sheetsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value].filter(isSheet)
    : Object.values(value ?? {}).flatMap((part) => (typeof part === 'number' ? [] : sheetsIn(part)))

const scripts = ['dist/cdn', 'dist/frames', 'dist/npm'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name)),
)
const uses: readonly (readonly [file: string, feature: Feature])[] = [
  ...scripts.flatMap((file) => newerInScript(read(file), oldest).map((feature) => [file, feature] as const)),
  ...sheetsIn(JSON.parse(read('dist/frames/manifest.json'))).flatMap((sheet) =>
    newerInStyle(sheet, oldest).map((feature) => ['dist/frames/manifest.json', feature] as const),
  ),
]

describe('the files for browsers', () => {
  test('use nothing that the oldest supported browsers lack, but what is optional', () => {
    const known = new Set([...Object.keys(optional), ...ownNames])
    const unknown = uses.filter(([, { path }]) => !known.has(path))
    expect(unknown.map(([file, use]) => `${use.path} in ${file}: ${lackedBy(use, oldest).join(', ')}`)).toEqual([])
  })

  test('use each feature that is listed as newer', () => {
    const used = new Set(uses.map(([, { path }]) => path))
    expect([...Object.keys(optional), ...ownNames].filter((path) => !used.has(path))).toEqual([])
  })
})

const browsers2023: Oldest = { chrome: 111, safari: 16.4, firefox: 113 }
const pathsIn = (features: readonly Feature[]): readonly string[] => features.map(({ path }) => path)

test.each([
  ['AbortSignal.any([one, two])', 'api.AbortSignal.any_static'],
  ['const { signal } = late; take(() => AbortSignal.any([signal]))', 'api.AbortSignal.any_static'],
  ['URL.canParse(address)', 'api.URL.canParse_static'],
  ['globalThis.trustedTypes.createPolicy(name, rules)', 'api.trustedTypes'],
  ['list.toSorted()', 'javascript.builtins.Array.toSorted'],
  ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['new CloseWatcher()', 'api.CloseWatcher'],
  ['box.ariaLabel = name', 'api.Element.ariaLabel'],
  ['Object.assign(box, { ariaLabel: name })', 'api.Element.ariaLabel'],
  ['sheet.replaceSync(`.row:has(p) { color: ${colour} }`)', 'css.selectors.has'],
])('of a script is found: %s', (code, path) => {
  expect(pathsIn(newerInScript(code, browsers2023))).toContain(path)
})

test.each(['Promise.any(tries)', 'list.at(-1)', 'const URL = read(); URL.canParse(address)', 'new Map().set(1, 2)'])(
  'what is old enough, or another thing of that name, is not: %s',
  (code) => {
    expect(pathsIn(newerInScript(code, browsers2023))).toEqual([])
  },
)

test.each([
  ['.a { p { color: red } }', 'css.selectors.nesting'],
  ['.a { &:hover { color: red } }', 'css.selectors.nesting'],
  ['p { text-wrap: pretty }', 'css.properties.text-wrap.pretty'],
  ['p { width: round(up, 3px, 2px) }', 'css.types.round'],
  ['select:dir(rtl) { color: red }', 'css.selectors.dir'],
  ['@starting-style { p { color: red } }', 'css.at-rules.starting-style'],
])('of a style sheet is found: %s', (sheet, path) => {
  expect(pathsIn(newerInStyle(sheet, browsers2023))).toContain(path)
})
