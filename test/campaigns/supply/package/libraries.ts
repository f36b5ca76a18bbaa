import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { root } from './lockfile.ts'

const aliases = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
).map(([route, path]) => [route.slice(0, -1), path.slice(2, -1)] as const)

/** The entry of a program, and whether its dynamic imports count too. */
export interface Program {
  readonly entry: string
  readonly lazy: boolean
}

export const programs = {
  'the card frame': { entry: 'src/card-frame/main.ts', lazy: true },
  'the challenge frame': { entry: 'src/challenge-frame/main.ts', lazy: true },
  'the element': { entry: 'src/loader.ts', lazy: true },
  'the proxy as it runs': { entry: 'server/cli/proxy/run-proxy.ts', lazy: false },
} as const satisfies Readonly<Record<string, Program>>

/** Modules that the build evaluates, so that a bundle has their value and not what they import. */
const evaluated = new Set(['src/card-frame/proxy-client/operations.ts'])

/** Type-only imports do not exist at run time. */
const loaded = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"]*?\bfrom\s*)?['"]([^'"]+)['"]/g
const fetched = /\bimport\(\s*['"]([^'"]+)['"]/g

/** The libraries that a program's own modules import, by their names. */
export function librariesOf({ entry, lazy }: Program): readonly string[] {
  const libraries = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || evaluated.has(file)) return
    seen.add(file)
    for (const specifier of importsIn(file, lazy)) {
      const own = ownFile(file, specifier)
      if (own) visit(own)
      else if (!isBuiltin(specifier)) libraries.add(libraryOf(specifier))
    }
  }
  visit(entry)
  return [...libraries].toSorted()
}

function importsIn(file: string, lazy: boolean): string[] {
  const code = readFileSync(join(root, file), 'utf8').replace(/(^|\s)\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
  const patterns = lazy ? [loaded, fetched] : [loaded]
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, specifier]) => specifier!))
}

function ownFile(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [route, path] = aliases.find(([name]) => specifier.startsWith(name)) ?? []
  return route === undefined ? undefined : path + specifier.slice(route.length)
}

const isBuiltin = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0]!)

const libraryOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]
