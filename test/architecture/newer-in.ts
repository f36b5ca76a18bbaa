import { parse, walk, type CssNode } from 'css-tree'
import { parseAst } from 'vite'
import {
  featureAt,
  globals,
  lackedBy,
  members,
  statics,
  styleFunction,
  type Feature,
  type Oldest,
} from './compat-data.ts'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Calls for every node of a syntax tree. */
function visit(node: unknown, act: (node: Node) => void): void {
  if (!isNode(node)) return
  if (typeof node.type === 'string') act(node)
  for (const part of Object.values(node)) visit(part, act)
}

/** The name of an identifier, or the text of a literal. */
function nameOf(node: unknown): string | undefined {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined
  return typeof name === 'string' ? name : undefined
}

/** The names that a program declares, in whatever scope: none of them is taken for a global. */
function declaredIn(program: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (pattern: unknown): void =>
    visit(pattern, (node) => node.type === 'Identifier' && names.add(nameOf(node)!))
  visit(program, (node) => {
    if (/^(?:VariableDeclarator|Class|Function)/.test(node.type)) add(node['id'])
    if (node.type.startsWith('Import')) add(node['local'])
    if (node.type.includes('Function')) add(node['params'])
    if (node.type === 'CatchClause') add(node['param'])
  })
  return names
}

/** Features by their path, of which those are kept that the oldest browsers lack. */
class Newer {
  readonly #found = new Map<string, Feature>()
  readonly #oldest: Oldest

  constructor(oldest: Oldest) {
    this.#oldest = oldest
  }

  add(feature: Feature | undefined): void {
    if (feature && lackedBy(feature, this.#oldest).length > 0) this.#found.set(feature.path, feature)
  }

  /**
   * A member by its name alone, since the type of an object is not known: newer only where it is so in every interface
   * that has the name. A member of an interface that is itself newer is found by what leads there.
   */
  addMember(name: string): void {
    const all = members.get(name)
    // A global may be named as a member of `globalThis`.
    if (!all) return this.add(globals.get(name))
    if (all.some((feature) => lackedBy(feature, this.#oldest).length === 0)) return
    this.add(all.find(({ owner }) => lackedBy(owner, this.#oldest).length === 0))
  }

  get features(): readonly Feature[] {
    return [...this.#found.values()]
  }
}

/**
 * The features that a script uses and that the oldest browsers lack: globals, static members, members of instances by
 * their name, and what is in the style sheets among its texts. Syntax is left out, which the build compiles.
 */
export function newerInScript(code: string, oldest: Oldest): readonly Feature[] {
  const program = parseAst(code)
  const declared = declaredIn(program)
  const newer = new Newer(oldest)
  /** Identifiers that only name a member. */
  const keys = new Set<unknown>()
  const isGlobal = (name: string | undefined): name is string => !!name && globals.has(name) && !declared.has(name)
  visit(program, (node) => {
    const text = textOf(node)
    if (text && isSheet(text)) newerInStyle(text, oldest).forEach((feature) => newer.add(feature))
    const key = node.type === 'MemberExpression' ? node['property'] : node.type === 'Property' ? node['key'] : undefined
    if (isNode(key) && key.type !== 'PrivateIdentifier' && !(node['computed'] && key.type === 'Identifier')) {
      keys.add(key)
      const owner = (node['object'] as Node | undefined)?.type === 'Identifier' ? nameOf(node['object']) : undefined
      const name = nameOf(key)
      if (isGlobal(owner) && owner !== 'globalThis') newer.add(statics.get(`${owner}.${name}`))
      else if (name) newer.addMember(name)
    }
    if (node.type === 'Identifier' && !keys.has(node) && isGlobal(nameOf(node))) newer.add(globals.get(nameOf(node)!))
  })
  return newer.features
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return nameOf(node)
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('x')
}

/** Whether a text has rules of CSS. */
export const isSheet = (text: string): boolean => /\{[^{}<]*[\w-]+:[^{}]*\}/.test(text) && !text.includes('=>')

/** The features of a style sheet that the oldest browsers lack. */
export function newerInStyle(sheet: string, oldest: Oldest): readonly Feature[] {
  const newer = new Newer(oldest)
  let rules = 0
  const enter = (node: CssNode): void => {
    if (node.type === 'Rule') rules += 1
    // What the parser cannot read inside a rule is a rule that begins with the name of an element.
    const isNested =
      (node.type === 'Rule' && rules > 1) || (node.type === 'Raw' && rules > 0 && node.value.includes('{'))
    if (isNested) newer.add(featureAt('css.selectors.nesting'))
    if (node.type === 'Atrule') newer.add(featureAt(`css.at-rules.${node.name}`))
    if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector')
      newer.add(featureAt(`css.selectors.${node.name}`))
    if (node.type === 'Function') newer.add(styleFunction(node.name))
    if (node.type !== 'Declaration') return
    newer.add(featureAt(`css.properties.${node.property}`))
    walk(node.value, (part) => {
      if (part.type === 'Identifier') newer.add(featureAt(`css.properties.${node.property}.${part.name}`))
    })
  }
  const leave = (node: CssNode): void => {
    if (node.type === 'Rule') rules -= 1
  }
  walk(parse(sheet, { parseCustomProperty: true }), { enter, leave })
  return newer.features
}
