// Publishes the declarations that tsc has emitted: those reachable from the package's entries, with each `#alias` and
// `.ts` specifier rewritten to a relative `.js` one, since an alias resolves only inside this package.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { run } from './check.mjs'

const root = join(import.meta.dirname, '..')
const emitted = join(root, 'node_modules/.types')
const published = join(root, 'dist/types')
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const aliases = Object.entries(imports).map(([alias, path]) => [alias.replace('*', ''), path.replace('*', '')])

/**
 * Resolves a specifier of ours to a path from the root: `#contract/a.ts` -> `src/contract/a.ts`; `undefined` for a
 * library's.
 */
function target(specifier, from) {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [alias, path] = aliases.find(([name]) => specifier.startsWith(name)) ?? []
  if (alias) return join(path, specifier.slice(alias.length))
  if (specifier.startsWith('#')) throw new Error(`${from}: ${specifier} is no import of package.json`)
  return undefined
}

const seen = new Set()

/** Publishes a declaration and what it imports, as those of modules (`ts`, `js`) or of CommonJS (`cts`, `cjs`). */
function publish(file, type = 'ts') {
  const declaration = file.replace(/\.ts$/, `.d.${type}`)
  if (seen.has(declaration)) return
  seen.add(declaration)
  const text = readFileSync(join(emitted, file.replace(/\.ts$/, '.d.ts')), 'utf8')
  const portable = text.replace(/(\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\2/g, (whole, before, quote, specifier) => {
    const to = target(specifier, file)
    if (!to) return whole
    publish(to, type)
    const path = relative(dirname(file), to).replace(/\.ts$/, `.${type.replace('ts', 'js')}`)
    return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
  })
  mkdirSync(dirname(join(published, declaration)), { recursive: true })
  writeFileSync(join(published, declaration), portable.replace(/\n?\/\/# sourceMappingURL.*/, ''))
}

// The tests and the demo are checked by scripts/check.mjs; nothing of them is published.
if (!run(['typescript/bin/tsc', '-b', 'src', 'src/tsconfig.react.json', 'server'])) process.exit(1)
rmSync(published, { recursive: true, force: true })
const entries = [
  'src/index.ts',
  'src/define.ts',
  'src/react.ts',
  'server/index.ts',
  'server/sandbox.ts',
  'server/issuing.ts',
  'server/merchant.ts',
  'server/ticket.ts',
  'server/testing.ts',
]
for (const entry of entries) publish(entry)
for (const entry of ['server/merchant.ts', 'server/ticket.ts']) publish(entry, 'cts')
