import { describe, expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.ts'

/**
 * The style sheets of one shadow root or document. All of them apply to everything in it, so that each class belongs to one:
 * those of a sheet that is added later begin with its own words, and all others are of the base.
 */
interface Root {
  readonly base: readonly string[]
  /** Files that are added later, with the first words of their classes. */
  readonly added: Readonly<Record<string, readonly string[]>>
  /** Classes of the base that other sheets may name, and other modules may use. */
  readonly shared: readonly string[]
}

const roots: Readonly<Record<string, Root>> = {
  element: {
    base: ['src/element/styles.ts', 'src/contract/appearance/panel-styles.ts'],
    added: {
      'src/element/methods/styles.ts': ['express'],
      'src/element/methods/chosen-layout-styles.ts': ['method', 'methods'],
      'src/element/methods/dialog-styles.ts': ['wallet'],
      'src/element/methods/code/styles.ts': ['code'],
      'src/element/three-ds/styles.ts': ['bank', 'badge', 'receipt'],
      'src/element/sandbox-help/styles.ts': ['help'],
    },
    shared: ['above', 'below', 'place', 'box', 'alert', 'spinner'],
  },
  'card frame': {
    base: ['src/card-frame/form/styles.ts'],
    added: {
      'src/card-frame/stored/styles.ts': ['stored', 'option', 'consent'],
      'src/card-frame/payer/styles.ts': ['payer'],
      'src/card-frame/co-badge/co-badge.ts': ['choice'],
    },
    shared: ['badge', 'box', 'cell', 'field', 'wrong', 'badges'],
  },
}

/** The style sheet in a module. */
function sheetIn(file: string): string {
  const code = readFileSync(join(root, file), 'utf8')
  const [, sheet] =
    /css`\n([^]*?)\n`|(?:css|panelStyles) = `\n([^]*?)\n`/.exec(code)?.filter((part) => part !== undefined) ?? []
  return sheet!.replaceAll(/\/\*[^]*?\*\//g, '')
}

/** The selectors of a sheet, each with those of the rules around it; names of keyframes begin with `@`. */
function selectorsIn(sheet: string): readonly string[] {
  const around: string[] = []
  return [...sheet.matchAll(/([^{};]*)([{};])/g)].flatMap(([, words = '', sign]) => {
    if (sign === '}') around.pop()
    if (sign !== '{') return []
    const own = words.trim()
    around.push(own)
    if (own.startsWith('@keyframes')) return [own]
    const isRule = !own.startsWith('@') && !around.some((one) => one.startsWith('@keyframes'))
    const outer = around
      .slice(0, -1)
      .filter((one) => !one.startsWith('@'))
      .join(' ')
    return isRule ? own.split(/,(?![^(]*\))/).map((one) => `${outer} ${one.trim()}`.trim()) : []
  })
}

const classesIn = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)
const wordOf = (name: string): string => name.split('-')[0]!
/** Without what a selector only asks of the elements inside or of others. */
const subject = (selector: string): string => selector.replaceAll(/:(?:has|not)\((?:[^()]|\([^()]*\))*\)/g, '')

// The root of the page belongs to the shop, and has often a font of 10 px; the frames' roots are their own.
test('no length of the element hangs on the root of the page', () => {
  const { base, added } = roots['element']!
  const sheets = [...base, ...Object.keys(added)]
  const files = readdirSync(join(root, 'src/element'), { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => file.endsWith('.ts')).map((file) => `src/element/${file}`)
  expect(modules).toEqual(expect.arrayContaining(sheets.filter((file) => file.startsWith('src/element/'))))
  const withUnits = [...new Set([...sheets, ...modules])].filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    return /[\d}]r(?:em|lh|ch|ex|cap|ic)\b/.test(code)
  })
  expect(withUnits).toEqual([])
})

describe.each(Object.entries(roots))('in the %s', (_, { base, added, shared }) => {
  const words = Object.values(added).flat()

  test('a word begins the classes of one style sheet', () => {
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  })

  test.each(base)('%s has rules for no class of another sheet', (file) => {
    const foreign = selectorsIn(sheetIn(file)).filter((one) =>
      classesIn(subject(one)).some((name) => words.includes(wordOf(name))),
    )
    expect(foreign).toEqual([])
  })

  test.each(Object.entries(added))('%s has rules for its own classes alone', (file, own) => {
    const rules = selectorsIn(sheetIn(file)).filter((one) => !one.startsWith('@'))
    const isOwn = (name: string): boolean => own.includes(wordOf(name))
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter((one) => !classesIn(one).some(isOwn) && !/#[a-z]/i.test(one))).toEqual([])
    const others = rules.flatMap((one) => classesIn(one)).filter((name) => !isOwn(name) && !shared.includes(name))
    // What two added sheets share would be a class of neither.
    expect(others.filter((name) => !words.includes(wordOf(name)))).toEqual([])
  })

  test('an animation has one definition', () => {
    const names = [...base, ...Object.keys(added)].flatMap((file) =>
      selectorsIn(sheetIn(file)).filter((one) => one.startsWith('@')),
    )
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
