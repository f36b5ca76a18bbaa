import { allows, type Policy } from '../probe/policy.ts'
import type { PageFacts } from './page-facts.ts'

/** A page of the shop, and the proxy that its checkout uses. */
export interface Page {
  readonly address: URL
  readonly proxy: string
  /** The script tag of the checkout; absent where it is not in the markup. */
  readonly script?: PageFacts['scripts'][number]
}

/** A directive that blocks the checkout, and what to change. */
export interface Obstacle {
  readonly directive: string
  readonly found: string
  readonly todo: string
}

/** The first of the directives that a policy has: the others are its fallbacks. */
const effective = (policy: Policy, names: readonly string[]): string | undefined =>
  names.find((name) => policy.has(name))

const frames = ['frame-src', 'child-src', 'default-src'] as const
const scripts = ['script-src-elem', 'script-src', 'default-src'] as const

/** Every way in which a policy of a shop's page blocks the checkout. */
export const obstaclesIn = (policy: Policy, page: Page): readonly Obstacle[] =>
  rules.flatMap((rule) => rule(policy, page) ?? [])

type Rule = (policy: Policy, page: Page) => Obstacle | undefined

const rules: readonly Rule[] = [
  (policy, page) => (page.script ? blockedScript(policy, page, page.script.nonce) : undefined),
  (policy, page) => blocked(policy, page, frames, ['/card', '/3ds']),
  (policy) => blockedTypes(policy),
  (policy) => blockedSandbox(policy),
]

/** With `'strict-dynamic'` addresses do not count; a nonce also allows the script's chunks. */
function blockedScript(policy: Policy, page: Page, nonce: string | undefined): Obstacle | undefined {
  const name = effective(policy, scripts)
  if (name === undefined) return undefined
  const sources = policy.get(name)!
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return undefined
  if (!sources.some((source) => source.toLowerCase() === "'strict-dynamic'"))
    return blocked(policy, page, scripts, ['/v1/checkout.js', '/v1/chunks/chunk.js'])
  const found = `${name} has 'strict-dynamic', and the script tag has no nonce of it`
  return { directive: name, found, todo: 'Give the script tag of /v1/checkout.js the nonce of the policy' }
}

/** Whether the effective directive blocks one of the proxy's addresses. */
function blocked(
  policy: Policy,
  { address, proxy }: Page,
  names: typeof frames | typeof scripts,
  paths: readonly string[],
): Obstacle | undefined {
  const name = effective(policy, names)
  if (name === undefined) return undefined
  const sources = policy.get(name)!
  const path = paths.find((one) => !sources.some((source) => allows(source, new URL(proxy + one), address)))
  if (path === undefined) return undefined
  const found = `${name} ${sources.join(' ')} blocks ${proxy}${path}`
  return { directive: name, found, todo: todoOf(name, sources, proxy, names) }
}

function todoOf(name: string, sources: readonly string[], proxy: string, names: readonly string[]): string {
  const isNone = sources.length === 0 || sources.join() === "'none'"
  const wanted = names === frames ? 'frame-src' : 'script-src'
  const kept = isNone ? '' : `${sources.join(' ')} `
  if (name === 'default-src') return `Add the directive ${wanted} ${kept}${proxy}`
  return isNone ? `Write ${name} ${proxy} in its place` : `Add ${proxy} to ${name}`
}

/** What keeps a script of another party, with the frames that it opens, out of the page. */
export function obstaclesTo(party: Party, policy: Policy, page: Page): readonly Obstacle[] {
  const theirs = { ...page, proxy: party.origin }
  // With 'strict-dynamic' a script that is allowed may add others.
  const isTrusting = policy.get(effective(policy, scripts) ?? '')?.includes("'strict-dynamic'")
  const script = isTrusting ? undefined : blocked(policy, theirs, scripts, [party.script])
  return [script, blocked(policy, theirs, frames, [party.frame])].filter((one) => one !== undefined)
}

/** Another party whose script and frames a page loads: its origin, and their paths. */
export interface Party {
  readonly origin: string
  readonly script: string
  readonly frame: string
}

/** The policy of Trusted Types that lit, the element's view library, creates. */
const TYPES = 'lit-html'

function blockedTypes(policy: Policy): Obstacle | undefined {
  const names = policy.get('trusted-types')
  if (!names || names.includes(TYPES) || names.includes('*')) return undefined
  const others = names.filter((name) => name !== "'none'")
  return {
    directive: 'trusted-types',
    found: `trusted-types ${names.join(' ')} blocks the policy ${TYPES} of the element`.replace('  ', ' '),
    todo: others.length ? `Add ${TYPES} to trusted-types` : `Write trusted-types ${TYPES} in its place`,
  }
}

const NEEDED = ['allow-scripts', 'allow-same-origin']

function blockedSandbox(policy: Policy): Obstacle | undefined {
  const given = policy.get('sandbox')
  const missing = given && NEEDED.filter((one) => !given.includes(one))
  if (!missing?.length) return undefined
  return {
    directive: 'sandbox',
    found: `sandbox lacks ${missing.join(' and ')}`,
    todo: `Add ${missing.join(' ')} to sandbox`,
  }
}

/** Whether a Permissions-Policy keeps a feature from the proxy's frames; an absent feature is allowed to them. */
export function deniesFeature(header: string, feature: string, proxy: string): boolean {
  const [, list] = new RegExp(`(?:^|,)\\s*${feature}\\s*=\\s*(\\([^)]*\\)|\\*)`).exec(header) ?? []
  return list !== undefined && list !== '*' && !/[( ]\*[) ]/.test(list) && !list.includes(`"${proxy}"`)
}
