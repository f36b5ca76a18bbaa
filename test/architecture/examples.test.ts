import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** The package's entries by their specifiers, as `exports` of package.json has them, for each platform. */
const platforms = {
  browser: {
    'tender-checkout': 'src/index.ts',
    'tender-checkout/define': 'src/define.ts',
    'tender-checkout/react': 'src/react.ts',
  },
  node: {
    'tender-checkout/server': 'server/index.ts',
    'tender-checkout/sandbox': 'server/sandbox.ts',
    'tender-checkout/issuing': 'server/issuing.ts',
    'tender-checkout/testing': 'server/testing.ts',
    'tender-checkout/merchant': 'server/merchant.ts',
    'tender-checkout/ticket': 'server/ticket.ts',
  },
} as const
type Platform = keyof typeof platforms
const entries: Readonly<Record<string, string>> = { ...platforms.browser, ...platforms.node }

const { imports, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
  exports: Record<string, string | { readonly types: string }>
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The file behind an alias such as `#contract/`. */
function fileOf(specifier: string): string {
  const [alias, path] = Object.entries(imports).find(([name]) => specifier.startsWith(name.slice(0, -1)))!
  return path.slice(2, -1) + specifier.slice(alias.length - 1)
}

interface Declaration {
  readonly name: string
  readonly file: string
  readonly kind: 'function' | 'class' | 'constant' | 'missing'
  /** The comment that ends right above it. */
  readonly comment: string
}

function declarationOf(name: string, file: string): Declaration {
  const comment = String.raw`(?:(\/\*\*(?:(?!\*\/)[^])*\*\/)\n)?`
  const declared = String.raw`^${comment}export (?:async )?(function|class|const) ${name}\b(?:: .*?)?(?: =\s+(.*))?`
  const [, text = '', keyword, value = ''] = new RegExp(declared, 'm').exec(read(file)) ?? []
  return { name, file, kind: kindOf(keyword, value), comment: text }
}

function kindOf(keyword: string | undefined, value: string): Declaration['kind'] {
  if (keyword === undefined) return 'missing'
  if (keyword !== 'const') return keyword as 'function' | 'class'
  return /^(?:async )?(?:\(|<|function\b|\w+ =>)/.test(value) ? 'function' : 'constant'
}

/** What an entry exports but its types, each where it is declared. */
function declarationsOf(entry: string): readonly Declaration[] {
  const text = read(entry)
  const passedOn = [...text.matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names, from]) =>
    valuesIn(names!).map((name) => declarationOf(name, fileOf(from!))),
  )
  const own = [...text.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(([, name]) => name!)
  return [...passedOn, ...own.map((name) => declarationOf(name, entry))]
}

const valuesIn = (names: string): readonly string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))

interface Example {
  readonly file: string
  /** Lines of the file above its code. */
  readonly above: number
  readonly code: string
}

/** The TypeScript of the examples of all doc comments of a file. */
function examplesIn(file: string): readonly Example[] {
  const text = read(file)
  return [...text.matchAll(/^ *\/\*\*(?:(?!\*\/)[^])*\*\//gm)].flatMap((comment) =>
    codeIn(comment[0]).map(({ index, code }) => {
      const above = text.slice(0, comment.index + index).split('\n').length
      return { file, above, code: code.replace(/^ *\* ?/gm, '') }
    }),
  )
}

/** The blocks of TypeScript of a document that import from the package; the others are parts of one. */
function blocksIn(file: string): readonly Example[] {
  const text = read(file)
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)]
    .map(({ index, 1: code }) => ({ file, above: text.slice(0, index).split('\n').length, code: code! }))
    .filter((example) => platformOf(example))
}

/** The blocks of TypeScript below the `@example` of a comment, its asterisks still there. */
function codeIn(comment: string): readonly { readonly index: number; readonly code: string }[] {
  const from = comment.indexOf('* @example')
  if (from < 0) return []
  const blocks = comment.slice(from).matchAll(/^ *\* ```ts\n([^]*?)^ *\* ```$/gm)
  return [...blocks].map(({ index, 1: code }) => ({ index: from + index, code: code! }))
}

/** Whose entries an example imports. */
function platformOf({ code }: Example): Platform | undefined {
  const imported = [...code.matchAll(/(?:from|import) '([^']+)'/g)].map(([, specifier]) => specifier!)
  return (['browser', 'node'] as const).find((platform) => imported.some((name) => name in platforms[platform]))
}

/** Milliseconds after which tsc hangs, even on a busy machine. */
const HANGING = 550_000

/** What is there without an import. */
const globals = {
  browser: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] },
  node: { lib: ['ES2023'], types: ['node'] },
} as const

/** As strict as a reader's own project may be. */
const strictest = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
} as const

/** Types of libraries that have none of their own. */
const untyped = ['express', 'koa'].map((name) => join(root, `test/unit/adapters/${name}.d.ts`))

/** Writes the examples of a platform, each as a module, and gives the tsconfig that has them and no others. */
function writeProject(folder: string, platform: Platform, examples: readonly Example[]): string {
  const written = examples
    .filter((example) => platformOf(example) === platform)
    .map(({ file, above, code }, at) => {
      const path = join(folder, file.replace(/\.(?:ts|md)$/, `.${at}.mts`))
      mkdirSync(dirname(path), { recursive: true })
      // On the lines that it has in its file, so that what tsc says leads there.
      writeFileSync(path, '\n'.repeat(above) + code)
      return path
    })
  const paths = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, [join(root, file)]]))
  const project = join(folder, `${platform}.json`)
  const files = platform === 'node' ? [...written, ...untyped] : written
  writeFileSync(project, JSON.stringify({ files, compilerOptions: { ...strictest, ...globals[platform], paths } }))
  return project
}

describe('every public function and class has an example', () => {
  test('the entries are those of package.json, and pass on only what is named', () => {
    const specifiers = Object.keys(exports).filter((path) => path !== './package.json')
    expect(specifiers.map((path) => path.replace('.', 'tender-checkout')).toSorted()).toEqual(
      Object.keys(entries).toSorted(),
    )
    const unnamed =
      /^export (?:\*(?! from '\.\/merchant\.ts')|default|let|var|enum|namespace)|^export \{[^}]*\}(?! from)|^export \{[^}]* as /m
    expect(Object.values(entries).filter((entry) => unnamed.test(read(entry)))).toEqual([])
  })

  test.each(Object.values(entries))('%s', (entry) => {
    const declarations = declarationsOf(entry)
    if (entry !== 'src/define.ts') expect(declarations.length).toBeGreaterThan(0)
    expect(declarations.filter(({ kind }) => kind === 'missing')).toEqual([])
    const bare = declarations.filter(({ kind, comment }) => kind !== 'constant' && !codeIn(comment).length)
    expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
  })
})

describe('the examples of doc comments and documents', () => {
  /** Documents whose blocks are whole programs where they import something. */
  const documented = ['element', 'merchant-api', 'operations', 'proxy', 'reference', 'tickets'].map(
    (name) => `docs/${name}.md`,
  )
  const sources = ['src', 'server'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${top}/${file}`),
  )
  const examples = [...sources.flatMap(examplesIn), ...documented.flatMap(blocksIn)]
  let folder: string

  // Under node_modules, so that an example finds the libraries that it imports.
  beforeAll(() => {
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
    folder = mkdtempSync(join(root, 'node_modules/.cache/examples-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('import what they show from the package', () => {
    expect(examples.length).toBeGreaterThan(20)
    expect(examples.filter((example) => !platformOf(example)).map(({ file }) => file)).toEqual([])
  })

  test('type-check', () => {
    const projects = (['browser', 'node'] as const).map((platform) => writeProject(folder, platform, examples))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    // Several checkers would each work out the same types.
    const args = [tsc, '-b', ...projects, '--noEmit', '--checkers', '1', '--builders', '1', '--pretty', 'false']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: HANGING,
    })
    expect(stdout + stderr).toBe('')
    expect(status).toBe(0)
  })
})
