/// <reference types="googlepay" />

/** Google's own script, which Google requires to be loaded from its own server. */
export const PAY_JS = 'https://pay.google.com/gp/p/js/pay.js'

type Google = NonNullable<typeof google>

interface Policy {
  createScriptURL(url: string): unknown
}

interface Trust {
  createPolicy(name: string, rules: { createScriptURL: () => string }): Policy
}

interface Home {
  readonly google?: Google
  readonly trustedTypes?: Trust
}

/** The load in progress of each page, for all of its checkouts; a failed one may be tried again. */
const inProgress = new WeakMap<Document, Promise<void>>()

/** Created once: a page that lists its policies rejects a second one of the same name. */
const policies = new WeakMap<Trust, Policy>()

/**
 * Google's API: the one that is already there, or else loaded; rejects when the page's policy or the network prevents
 * it.
 */
export async function payJs(page: Document = document, home: Home = globalThis as Home): Promise<Google> {
  if (!home.google?.payments) await loadedOnce(page, home.trustedTypes)
  if (home.google?.payments) return home.google
  throw new Error(`${PAY_JS} brought no google.payments.`)
}

function loadedOnce(page: Document, trust: Trust | undefined): Promise<void> {
  const known = inProgress.get(page)
  if (known) return known
  const loading = loaded(page, trust).finally(() => inProgress.delete(page))
  inProgress.set(page, loading)
  return loading
}

async function loaded(page: Document, trust: Trust | undefined): Promise<void> {
  const script = page.createElement('script')
  script.async = true
  script.src = trust ? (policyOf(trust).createScriptURL('') as string) : PAY_JS
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${PAY_JS} could not be loaded: see script-src.`)))
    page.head.append(script)
  })
}

/**
 * Under Trusted Types a script's address must come from a policy; a page that does not allow it by name has no Google
 * Pay.
 */
function policyOf(trust: Trust): Policy {
  const policy = policies.get(trust) ?? trust.createPolicy('tender-google-pay', { createScriptURL: () => PAY_JS })
  policies.set(trust, policy)
  return policy
}
