import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { edges, impurities } from './edges.ts'
import { innerModules, moduleOf, modules } from './modules.ts'
import { banks } from '#gateway-client/profiles/banks.ts'
import { root } from '../support/root.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
  sideEffects: string[]
}
const aliases = Object.entries(manifest.imports).map(
  ([route, path]) => [route.slice(0, -1), path.slice(2, -1)] as const,
)

const everyFile = ['src', 'server', 'demo', 'docs', 'test', 'scripts', 'deploy'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
const files = everyFile.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
const text = new Map(files.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]))

/** Removes comments, since an import in a comment's example is none. */
function withoutComments(code: string): string {
  return code.replace(/(^|\s)\/\*[\s\S]*?\*\//g, '$1').replace(/(^|\s)\/\/.*$/gm, '$1')
}

function imports(file: string): string[] {
  const specifier = /(?<!['"])\bfrom\s*['"]([^'"]+)['"]|(?<!-)\bimport\s*\(?\s*['"]([^'"]+)['"]/g
  return [...text.get(file)!.matchAll(specifier)].map(([, a, b]) => (a ?? b)!)
}

/** The project's file that an import resolves to. */
function target(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [route, path] = aliases.find(([name]) => specifier.startsWith(name)) ?? []
  return route === undefined ? undefined : path + specifier.slice(route.length)
}

function opens(route: string, specifier: string): boolean {
  if (route === '*' || route === specifier) return true
  if (/[/:]$/.test(route)) return specifier.startsWith(route)
  return !route.startsWith('#') && specifier.startsWith(`${route}/`)
}

/** The first cycle in the import graph, or `undefined`. */
function cycle(next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const walk = (at: string, path: string[]): string[] | undefined => {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at]
    if (done.has(at)) return undefined
    done.add(at)
    for (const to of next.get(at) ?? []) {
      const found = walk(to, [...path, at])
      if (found) return found
    }
    return undefined
  }
  for (const at of next.keys()) {
    const found = walk(at, [])
    if (found) return found
  }
  return undefined
}

const paths = new Map(files.map((file) => [file, imports(file).flatMap((to) => target(file, to) ?? [])]))

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(20)
  expect([...paths.values()].flat().length).toBeGreaterThan(20)
})

test('every file has a module', () => {
  expect(files.filter((file) => !moduleOf(file))).toEqual([])
})

test('every import of ours leads to a file', () => {
  const known = new Set(files)
  const lost = [...paths].flatMap(([file, targets]) =>
    targets.filter((to) => !known.has(to)).map((to) => `${file} → ${to}`),
  )
  expect(lost).toEqual([])
})

for (const [module, { may }] of Object.entries(modules)) {
  test(`${module} touches only what it may`, () => {
    const trespasses = files
      .filter((file) => moduleOf(file) === module && !may.includes('*'))
      .flatMap((file) =>
        imports(file)
          .filter((to) =>
            to.startsWith('.') ? moduleOf(target(file, to)!) !== module : !may.some((route) => opens(route, to)),
          )
          .map((to) => `${file} → ${to}`),
      )
    expect(trespasses).toEqual([])
  })
}

test('nothing in src is made with the server', () => {
  const trespasses = files
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) =>
      paths
        .get(file)!
        .filter((to) => !to.startsWith('src/'))
        .map((to) => `${file} → ${to}`),
    )
  expect(trespasses).toEqual([])
})

test('no sandbox module is made with the proxy, and its gateway knows the issuer by its contract alone', () => {
  const forbidden = (file: string, to: string) =>
    (file.startsWith('server/sandbox/') && to.startsWith('server/proxy/')) ||
    (file.startsWith('server/sandbox/gateway/') && to.startsWith('server/sandbox/issuer/'))
  const trespasses = [...paths].flatMap(([file, targets]) =>
    targets.filter((to) => forbidden(file, to)).map((to) => `${file} → ${to}`),
  )
  expect(trespasses).toEqual([])
})

test('no file leads back to itself', () => {
  expect(cycle(paths)).toBeUndefined()
})

test('no module leads back to itself', () => {
  const between = new Map<string, string[]>()
  for (const [file, targets] of paths) {
    // Nothing imports a test, so it closes no circle: the tests of the scripts use them, and they use the campaigns.
    if (file.endsWith('.test.ts')) continue
    const module = moduleOf(file) ?? file
    const others = targets.flatMap((to) => moduleOf(to) ?? []).filter((to) => to !== module)
    between.set(module, [...(between.get(module) ?? []), ...others])
  }
  expect(cycle(between)).toBeUndefined()
})

describe.each(Object.entries(innerModules))('the inner modules of %s', (tree, purposes) => {
  const inside = (file: string): boolean => file.startsWith(`${tree}/`)
  const innerModuleOf = (file: string): string => file.slice(tree.length + 1).split('/')[0]!
  const names = Object.keys(purposes)
  const isSorted = (file: string): boolean => inside(file) && names.includes(innerModuleOf(file))

  test('are its folders', () => {
    const folders = files.filter((file) => inside(file) && dirname(file) !== tree).map(innerModuleOf)
    expect([...new Set(folders)].toSorted()).toEqual(names.toSorted())
  })

  test('import from those above them only', () => {
    const upward = files.filter(isSorted).flatMap((file) =>
      paths
        .get(file)!
        .filter((to) => isSorted(to) && names.indexOf(innerModuleOf(to)) > names.indexOf(innerModuleOf(file)))
        .map((to) => `${file} → ${to}`),
    )
    expect(upward).toEqual([])
  })
})

/** A file for each language, which nobody reads through. */
const fullFolders = ['src/texts/languages']

test('no folder has more than 20 files', () => {
  const folders = everyFile.map((file) => dirname(file))
  const isFull = (folder: string): boolean => folders.filter((one) => one === folder).length > 20
  expect([...new Set(folders)].filter(isFull)).toEqual(fullFolders)
})

/** The code without the calls of a parameter named `fetch`, which are not calls of the global one. */
const withoutParameter = (code: string): string =>
  /\bfetch\??: \w*Fetch/.test(code) ? code.replaceAll(/\bfetch\(/g, '(') : code

test('only ports and entries read the clock, draw at random or use the network', () => {
  const found = files
    .filter((file) => /^(src|server)\//.test(file) && !Object.hasOwn(edges, file))
    .flatMap((file) =>
      Object.entries(impurities)
        .filter(([, pattern]) => pattern.test(withoutParameter(text.get(file)!)))
        .map(([what]) => `${file}: ${what}`),
    )
  expect(found).toEqual([])
})

test('the proxy and its doctor make every transport in one place', () => {
  const made = files.filter(
    (file) => /^server\/(?:proxy|adapters|cli)\//.test(file) && /(?<!\* .*)\bundiciFetch\(/.test(text.get(file)!),
  )
  expect(made).toEqual(['server/proxy/transports.ts'])
})

test('no text is made into markup or code', () => {
  const unsafe = /\b(?:inner|outer)HTML\s*=|\.insertAdjacentHTML\b|\bdocument\.write\b|\beval\s*\(|\bnew Function\b/
  expect(files.filter((file) => file.startsWith('src/') && unsafe.test(text.get(file)!))).toEqual([])
})

test('what is imported for its effect is not dropped from the build as free of effects', () => {
  const kept = manifest.sideEffects.map(
    (glob) =>
      new RegExp(
        `^${glob.slice(2).replaceAll('**/', '§').replaceAll('*', '[^/]*').replaceAll('.', '\\.').replaceAll('§', '(.*/)?')}$`,
      ),
  )
  const dropped = files.flatMap((file) =>
    [...text.get(file)!.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm)]
      .flatMap(([, specifier]) => target(file, specifier!) ?? [])
      .filter((to) => !kept.some((glob) => glob.test(to)))
      .map((to) => `${file} → ${to}`),
  )
  expect(dropped).toEqual([])
})

test('src/contract holds what a browser needs; what only servers agree on is server/contract', () => {
  const reached = new Set<string>()
  const walk = (file: string): void => {
    if (reached.has(file) || !text.has(file)) return
    reached.add(file)
    for (const specifier of imports(file)) walk(target(file, specifier) ?? '')
  }
  const contract = (file: string): boolean => file.startsWith('src/contract/')
  for (const file of files) if (file.startsWith('src/') && !contract(file)) walk(file)
  // Values of numbers, dates, money and text, which no API is made of.
  const values = /^src\/contract\/(?:money|time|wire)\//
  expect(files.filter((file) => contract(file) && !values.test(file) && !reached.has(file))).toEqual([])
})

/** Codes of the card-management interface and of EMV 3-D Secure, which are also called errorCode. */
const otherErrorCodes =
  /^(?:server\/(?:contract\/(?:issuing|three-ds)|issuing-client|sandbox\/(?:issuer|three-ds-2)))\//

const ownErrorCode = [
  /\berrorCode\b\)?\s*[!=]==?/,
  /(?<!['"])\berrorCode\s*(?::|\?\?)\s*['"\d]/,
  /\.(?:has|get|includes)\([^)]*\berrorCode\)/,
  /\berrorCode \d/,
]

const having = (patterns: readonly RegExp[], but: (file: string) => boolean): string[] =>
  files.filter(
    (file) => /^(src|server)\//.test(file) && !but(file) && patterns.some((pattern) => pattern.test(text.get(file)!)),
  )

/** The names of single banks, and of their hosts; that of a scheme of cards is no bank's alone. */
const bankNames = Object.entries(banks).flatMap(([name, { hosts = [] }]: [string, { hosts?: readonly string[] }]) =>
  [...hosts, ...(name === 'arca' ? [] : [name])].map((one) => new RegExp(`\\b${one.replaceAll('.', '\\.')}\\b`, 'i')),
)

test('no code but the profiles, and the sandbox that imitates them, names a bank', () => {
  const isProfile = (file: string): boolean => /^server\/(?:gateway-client|sandbox\/gateway)\/profiles\//.test(file)
  expect(having(bankNames, isProfile)).toEqual([])
  expect(having(bankNames, () => false)).toContain('server/gateway-client/profiles/banks.ts')
})

test('an errorCode of the gateway is known by its row in the table only', () => {
  const isTable = (file: string): boolean =>
    file === 'server/contract/gateway/error-codes.ts' || otherErrorCodes.test(file)
  expect(having(ownErrorCode, isTable)).toEqual([])
})

test('an actionCode of 3-D Secure and of the session is known by its name only', () => {
  // The test cards and the translations of all codes are tables too.
  const isTable = (file: string): boolean =>
    /action-codes\.ts$|server\/sandbox\/(?:cards\/test-cards\.ts|gateway\/errors\/words\/)/.test(file)
  expect(having([/[^\w.]-(?:20\d\d|30001)\b/, /\b4005\b/], isTable)).toEqual([])
})

test('what is true of an outcome is asked of its table, not of a set of its states', () => {
  const state = String.raw`'(?:paid|held|verified|refunded|declined|cancelled|pending|authenticate)'`
  const set = new RegExp(String.raw`new Set(?:<[\w'\[\]]+>)?\(\[\s*${state}\s*,[^\])]*${state}`)
  // Rules of one place each: whether a network has bought something, and whether a payment has stored its card.
  const own = ['server/proxy/card-testing/counts.ts', 'server/proxy/webhooks/card-hints.ts']
  expect(having([set], (file) => own.includes(file))).toEqual([])
})

test('a time limit of 3-D Secure is one of the constants that are tested together', () => {
  const folders =
    /^(?:src\/element\/three-ds|src\/challenge-frame|server\/sandbox\/acs|server\/proxy\/external-three-ds)\//
  expect(having([/^(?:export )?const \w+ = (?:10|12|600)_000$/m], (file) => !folders.test(file))).toEqual([])
})
