/// <reference types="googlepay" />

/** Google's own script, which Google wants to be loaded from Google. */
export const PAY_JS = 'https://pay.google.com/gp/p/js/pay.js'

type Google = NonNullable<typeof google>

interface Trust {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): unknown }
}

interface Home {
  readonly google?: Google
  readonly trustedTypes?: Trust
}

/** Google's code: the one that is there already, or else fetched; rejects when the page's policy or the network refuses it. */
export async function payJs(page: Document = document, home: Home = globalThis as Home): Promise<Google> {
  if (!home.google?.payments) await loaded(page, home.trustedTypes)
  if (home.google?.payments) return home.google
  throw new Error(`${PAY_JS} brought no google.payments.`)
}

function loaded(page: Document, trust: Trust | undefined): Promise<void> {
  const script = page.createElement('script')
  script.async = true
  script.src = trusted(trust)
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${PAY_JS} could not be loaded: see script-src.`)))
    page.head.append(script)
  })
}

/** Under Trusted Types a script's address must come from a policy; the page allows it by name, or has no Google Pay. */
const trusted = (trust: Trust | undefined): string =>
  trust
    ? (trust.createPolicy('tender-google-pay', { createScriptURL: () => PAY_JS }).createScriptURL('') as string)
    : PAY_JS
