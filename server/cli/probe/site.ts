import { isIP } from 'node:net'

/**
 * The end that two hosts share where they are one site, or may be: the whole name, or two labels or more. Which ends
 * anybody can register names under, as with `co.uk`, is only in the Public Suffix List, which is not asked here.
 * `undefined` where the two are surely different sites.
 */
export function sharedSite(one: string, other: string): string | undefined {
  const [host, otherHost] = [new URL(one).hostname, new URL(other).hostname]
  if (host === otherHost) return host
  if (isIP(host) || isIP(otherHost)) return undefined
  const [labels, others] = [host, otherHost].map((name) => name.split('.').toReversed()) as [string[], string[]]
  const first = labels.findIndex((label, at) => label !== others[at])
  const shared = first < 0 ? labels : labels.slice(0, first)
  return shared.length > 1 ? shared.toReversed().join('.') : undefined
}

/** What the two have in common, as a clause; see {@link sharedSite}. */
export const siteFound = (proxy: string, shop: string, shared: string): string =>
  new URL(proxy).hostname === new URL(shop).hostname
    ? `the proxy and the shop are both on ${shared}, which is one site`
    : `${proxy} and ${shop} both end in ${shared}: they are one site, unless anybody can register names under it, as with co.uk`

export const SITE_TODO =
  'Serve the proxy from another registrable domain than the shop, so that browsers run the two in separate processes'
