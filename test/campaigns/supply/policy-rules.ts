import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity, Type, type Finding } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

/** A policy's directives by name; `undefined` for text that browsers would parse differently. */
export function directivesIn(policy: string): ReadonlyMap<string, readonly string[]> | undefined {
  const directives = new Map<string, readonly string[]>()
  for (const text of policy.split(';')) {
    const [name = '', ...sources] = text.trim().split(/\s+/)
    if (!/^[a-z-]+$/.test(name) || directives.has(name)) return undefined
    directives.set(name, sources)
  }
  return directives
}

type Directives = ReadonlyMap<string, readonly string[]>

/** The name of a finding, and whether a policy has it. */
type Rule = readonly [finding: string, isBroken: (directives: Directives) => boolean]

const known = new Set(
  [
    'default-src script-src style-src img-src font-src connect-src frame-src worker-src object-src base-uri form-action',
    'frame-ancestors sandbox require-trusted-types-for trusted-types',
  ].flatMap((names) => names.split(' ')),
)

const sourcesOf = (directives: Directives, name: string): readonly string[] =>
  directives.get(name) ?? directives.get('default-src') ?? ['*']

const isNone = (directives: Directives, name: string): boolean => String(sourcesOf(directives, name)) === "'none'"

const runsScripts = (directives: Directives): boolean => !isNone(directives, 'script-src')

const every = (directives: Directives): readonly string[] => [...directives.values()].flat()

const isHash = (source: string): boolean => /^'sha(?:256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}'$/.test(source)

/** The folder with the scripts of one frame, or of the script tag; a host, or the folder around it, would allow all of its other files. */
const isFolder = (source: string): boolean => /^https:\/\/[^/*\s]+\/(?:assets\/[\w-]+|v1)\/$/.test(source)

/** The project's rules, beyond those of csp_evaluator. */
const rules: readonly Rule[] = [
  ['an unknown or deprecated directive', (them) => [...them.keys()].some((name) => !known.has(name))],
  ['an unsafe- source', (them) => every(them).some((source) => source.startsWith("'unsafe-"))],
  ["no default-src 'none'", (them) => !isNone(them, 'default-src') || !them.has('default-src')],
  [
    'scripts from more than hashes and a frame’s folder',
    (them) => runsScripts(them) && !areHashesOrFolders(sourcesOf(them, 'script-src')),
  ],
  ['plugins', (them) => !isNone(them, 'object-src')],
  // Without a directive of their own they fall back to that of scripts.
  ['workers', (them) => !isNone(them, them.has('worker-src') ? 'worker-src' : 'script-src')],
  ["no base-uri 'none'", (them) => String(them.get('base-uri')) !== "'none'"],
  ['forms that may go anywhere', (them) => !them.get('form-action')?.length || them.get('form-action')!.includes('*')],
  ['no frame-ancestors', (them) => !them.get('frame-ancestors')?.length],
  ['any ancestor', (them) => (them.get('frame-ancestors') ?? []).some((one) => /\*|^https?:$/.test(one))],
  ['a wildcard', (them) => every(them).some((source) => /\*/.test(source))],
  ['data: or blob:', (them) => every(them).some((source) => /^(?:data|blob|filesystem|mediastream):/.test(source))],
  ['plain http', (them) => every(them).some((source) => source.startsWith('http:'))],
  ['styles from elsewhere', (them) => sourcesOf(them, 'style-src').some((source) => !isNoneOrHash(source))],
  ['scripts without Trusted Types', (them) => runsScripts(them) && !isTyped(them)],
]

const areHashesOrFolders = (sources: readonly string[]): boolean =>
  sources.some(isHash) && sources.every((source) => isHash(source) || isFolder(source))

const isTyped = (directives: Directives): boolean =>
  String(directives.get('require-trusted-types-for')) === "'script'" &&
  /^'none'$|^lit-html$/.test(String(directives.get('trusted-types')))

/** The findings on a policy of one of our documents. */
export function findingsIn(policy: string): readonly string[] {
  const directives = directivesIn(policy)
  if (!directives) return ['a directive that is malformed or comes twice']
  return [...rules.filter(([, isBroken]) => isBroken(directives)).map(([finding]) => finding), ...evaluated(policy)]
}

/** The findings of Google's csp_evaluator. */
const evaluated = (policy: string): readonly string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter((finding) => !isFrameFolder(finding))
    .map(({ directive, description }) => `csp_evaluator: ${directive}: ${description}`)

/** csp_evaluator knows no bypass of an address, but warns of JSONP, which a folder of built scripts does not serve. */
const isFrameFolder = ({ type, severity, value }: Finding): boolean =>
  type === Type.SCRIPT_ALLOWLIST_BYPASS && severity === Severity.MEDIUM_MAYBE && isFolder(value ?? '')

/** A documented policy, with a value in the place of each hash. */
export const withHashes = (policy: string): string =>
  policy.replaceAll('sha384-…', `sha384-${'A'.repeat(64)}`).replaceAll('sha256-…', `sha256-${'A'.repeat(43)}=`)

const isNoneOrHash = (source: string): boolean => source === "'none'" || /^'sha256-[\w+/]{43}='$/.test(source)
