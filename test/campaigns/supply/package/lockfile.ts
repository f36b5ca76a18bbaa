import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../support/root.ts'

export { root }

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T

export interface Locked {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  /** Not installed on other platforms. */
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  /** Why its makers advise against it: npm shows it at every installation. */
  readonly deprecated?: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

export const manifest = readJson<Manifest>('package.json')

/** Everything that `npm ci` installs, by its path under the root. */
export const locked = new Map(
  Object.entries(readJson<{ packages: Record<string, Locked> }>('package-lock.json').packages).filter(([at]) => at),
)

export const nameAt = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13)

/** The paths of these libraries and of all their dependencies. */
export function broughtBy(names: readonly string[], from = '', found = new Set<string>()): Set<string> {
  for (const name of names) {
    const place = nearest(name, from)
    if (!place || found.has(place)) continue
    found.add(place)
    broughtBy(Object.keys(locked.get(place)!.dependencies ?? {}), place, found)
  }
  return found
}

/** The path at which Node finds a library from there. */
function nearest(name: string, from: string): string | undefined {
  const place = `${from ? `${from}/` : ''}node_modules/${name}`
  if (locked.has(place)) return place
  return from ? nearest(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) : undefined
}
