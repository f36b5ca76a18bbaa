import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { root } from '../../test/support/root.ts'

/** A public export, as its source declares it. */
export interface Export {
  readonly name: string
  readonly kind: 'function' | 'class' | 'value' | 'type'
  /** The text of its doc comment, without the tags. */
  readonly text: string
  /** A function from its name to the type that it returns, or what a short type stands for. */
  readonly signature?: string | undefined
  /** The properties and methods of an interface or a class. */
  readonly members: readonly Member[]
}

export interface Member {
  /** Name, parameters and type. */
  readonly code: string
  readonly text: string
}

/** The parts of the syntax tree that are read. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }

/** The file that an import of a source names. */
function fileOf(source: string, from: string): string {
  if (source.startsWith('.')) return relative(root, join(root, dirname(from), source))
  const [alias = '', ...rest] = source.split('/')
  return manifest.imports[`${alias}/*`]!.replace('*', rest.join('/')).replace('./', '')
}

const bodyOf = (file: string, text: string): readonly Node[] =>
  parseSync(file, text, { lang: 'ts' }).program.body as unknown as readonly Node[]

/** The text of the doc comment that ends right before a place: its sentences, without tags and examples. */
function docBefore(text: string, at: number): string {
  const comment = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*$/.exec(text.slice(0, at))?.[1] ?? ''
  return comment
    .replace(/^\s*\* ?/gm, '')
    .split(/^@/m)[0]!
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim()
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'start' in part

const nameOf = (node: Node): string => {
  const id = node['id'] ?? node['key']
  return isNode(id) ? String(id['name'] ?? '') : ''
}

const inOneLine = (code: string): string =>
  code
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/,(?= [}\])])/g, '')
    .replace(/([([]) | (?=[)\]])/g, '$1')
    .trim()

/** The head of a function: all before its body. */
function headOf(name: string, node: Node, text: string): string {
  const body = node['body']
  const head = text.slice(node.start, isNode(body) ? body.start : node.end)
  const from = head.search(/[(<]/)
  return inOneLine(name + head.slice(from).replace(/=>\s*$/, ''))
}

/** Whether others may use a member, and not the platform or a subclass alone. */
const isPublic = (member: Node): boolean =>
  isNode(member['key']) &&
  member['key'].type === 'Identifier' &&
  !member['accessibility'] &&
  !member['override'] &&
  !/^constructor$|Callback$/.test(nameOf(member))

const membersOf = (body: Node, text: string): readonly Member[] =>
  (body['body'] as readonly Node[])
    .filter(isPublic)
    .map((member) => ({ code: memberCode(member, text), text: docBefore(text, member.start) }))

/** A member without its body or its value. */
function memberCode(member: Node, text: string): string {
  const value = member['value']
  const end = isNode(value) ? (isNode(value['body']) ? value['body'].start : value.start) : member.end
  const code = text
    .slice(member.start, end)
    .replace(/^get (\w+)\(\)/, '$1')
    .replace(/^(?:readonly |async |declare )*/, '')
  return inOneLine(code).replace(/[;=\s]+$/, '')
}

/** Characters; a longer type is better read in an editor. */
const SHORT = 160

function aliasOf(node: Node, text: string): string | undefined {
  const type = node['typeAnnotation']
  const written = isNode(type) ? inOneLine(text.slice(type.start, type.end)).replace(/^\| /, '') : ''
  return written && written.length <= SHORT ? written : undefined
}

type Summary = Pick<Export, 'kind' | 'signature' | 'members'>

const readers: Readonly<Record<string, (node: Node, text: string) => Summary>> = {
  FunctionDeclaration: (node, text) => ({
    kind: 'function',
    signature: headOf(nameOf(node), node, text),
    members: [],
  }),
  VariableDeclaration: (node, text) => {
    const [variable] = node['declarations'] as readonly Node[]
    const value = variable!['init']
    const isFunction = isNode(value) && value.type === 'ArrowFunctionExpression'
    return isFunction
      ? { kind: 'function', signature: headOf(nameOf(variable!), value, text), members: [] }
      : { kind: 'value', members: [] }
  },
  ClassDeclaration: (node, text) => ({ kind: 'class', members: membersOf(node['body'] as Node, text) }),
  TSInterfaceDeclaration: (node, text) => ({ kind: 'type', members: membersOf(node['body'] as Node, text) }),
  TSTypeAliasDeclaration: (node, text) => ({ kind: 'type', signature: aliasOf(node, text), members: [] }),
}

const declaredName = (node: Node): string =>
  nameOf(node.type === 'VariableDeclaration' ? (node['declarations'] as readonly Node[])[0]! : node)

/** The exports that a file declares itself. */
const declaredIn = (file: string, text: string): readonly Export[] =>
  bodyOf(file, text).flatMap((statement) => {
    const node = statement['declaration']
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(node)) return []
    const parts = readers[node.type]!(node, text)
    return [{ name: declaredName(node), text: docBefore(text, statement.start), ...parts }]
  })

/** The exports of the files that a file passes on as a whole. */
export function passedOnWhole(file: string): readonly Export[] {
  return bodyOf(file, readFileSync(join(root, file), 'utf8')).flatMap(({ type, source }) =>
    type === 'ExportAllDeclaration' ? exportsOf(fileOf(String((source as Node)['value']), file)) : [],
  )
}

/** Every export of a file, those that it passes on from others among them, by name. */
export function exportsOf(file: string): readonly Export[] {
  const text = readFileSync(join(root, file), 'utf8')
  const passedOn = bodyOf(file, text).flatMap((statement) => {
    const source = statement['source']
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(source)) return []
    const names = (statement['specifiers'] as readonly Node[]).map(({ local }) => String((local as Node)['name']))
    return exportsOf(fileOf(String(source['value']), file)).filter(({ name }) => names.includes(name))
  })
  const all = new Map([...passedOnWhole(file), ...passedOn, ...declaredIn(file, text)].map((one) => [one.name, one]))
  return [...all.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
