import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatStatement } from '@mdn/browser-compat-data'
import { root } from '../support/root.ts'

// Without Vite, which would take half a minute for so large a file.
const data: unknown = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** The oldest supported version of each browser, by its name in the compatibility data. */
export type Oldest = Readonly<Record<string, number>>

/** The oldest browsers as docs/development/releasing.md names them; those of telephones have the same engines. */
export function oldestBrowsers(): Oldest {
  const text = readFileSync(join(root, 'docs/development/releasing.md'), 'utf8')
  const sentence = /Chrome and Edge ([\d.]+), Safari ([\d.]+), Firefox ([\d.]+), and later/
  const [chrome, safari, firefox] = sentence.exec(text)!.slice(1).map(Number) as [number, number, number]
  return {
    chrome,
    edge: chrome,
    chrome_android: chrome,
    safari,
    safari_ios: safari,
    firefox,
    firefox_android: firefox,
  }
}

/** A feature of the platform, by its path in the compatibility data, such as `api.AbortSignal.any_static`. */
export interface Feature {
  readonly path: string
  readonly compat: CompatStatement
}

/** A node of the data: features inside features, by name. */
type Tree = { readonly [name: string]: Tree | undefined } & { readonly __compat?: CompatStatement }

const at = (path: string): Tree => path.split('.').reduce<Tree>((tree, name) => tree[name] ?? {}, data as Tree)

/** The feature at a path, if the data has it. */
export function featureAt(path: string): Feature | undefined {
  const compat = at(path).__compat
  return compat && { path, compat }
}

const featuresIn = (path: string): readonly Feature[] =>
  Object.keys(at(path)).flatMap((name) => (name === '__compat' ? [] : (featureAt(`${path}.${name}`) ?? [])))

/**
 * The browsers of which the oldest version lacks a feature, each with the version that has it. A partial implementation
 * counts: what it lacks is seldom what is used.
 */
export function lackedBy({ compat }: Feature, oldest: Oldest): readonly string[] {
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const statements = [compat.support[browser as 'chrome'] ?? []].flat().filter(({ flags }) => !flags)
    const added = statements.map(({ version_added }) => version_added)
    const isThere = added.some((since) => since && Number.parseFloat(since.replace('≤', '')) <= version)
    return isThere ? [] : [`${browser} ${added[0] ?? false}`]
  })
}

/** The interfaces and other globals by name. */
export const globals = new Map<string, Feature>()
/** The static members by `Owner.name`. */
export const statics = new Map<string, Feature>()
/** The members of instances by name, in every interface that has it. */
export const members = new Map<string, (Feature & { readonly owner: Feature })[]>()

for (const owner of [...featuresIn('api'), ...featuresIn('javascript.builtins')]) {
  const name = owner.path.split('.').at(-1)!
  globals.set(name, owner)
  for (const feature of featuresIn(owner.path)) {
    const member = feature.path.split('.').at(-1)!
    const isStatic = member.endsWith('_static')
    // The data does not say which members of the language's own objects are static.
    if (isStatic || owner.path.startsWith('javascript.'))
      statics.set(`${name}.${member.replace('_static', '')}`, feature)
    if (!isStatic) members.set(member, [...(members.get(member) ?? []), { ...feature, owner }])
  }
}

/** A function of CSS by its name: the data sorts most of them by what they give. */
export const styleFunction = (name: string): Feature | undefined =>
  ['', ...Object.keys(at('css.types')).map((type) => `${type}.`)]
    .map((type) => featureAt(`css.types.${type}${name}`))
    .find(Boolean)

/** The globals and the members of older globals that one of the oldest browsers lacks, each as `[owner, name]`. */
export function newerNames(oldest: Oldest): readonly (readonly [owner: string, name: string])[] {
  const isNewer = (feature: Feature): boolean => lackedBy(feature, oldest).length > 0
  const inClasses = [...statics].map(([path, feature]) => [...path.split('.'), feature] as [string, string, Feature])
  const inInstances = [...members].flatMap(([name, all]) =>
    all.map((feature): [string, string, Feature] => [feature.owner.path.split('.').at(-1)!, name, feature]),
  )
  return [
    ...[...globals].flatMap(([name, feature]) => (isNewer(feature) ? [['Window', name] as const] : [])),
    ...[...inClasses, ...inInstances].flatMap(([owner, name, feature]) =>
      isNewer(feature) && !isNewer(globals.get(owner)!) ? [[owner, name] as const] : [],
    ),
  ]
}
