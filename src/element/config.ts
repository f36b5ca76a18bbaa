import type { CheckoutError } from '#bridge/protocol.ts'
import { parseUrl } from '#browser/parse-url.ts'
import { themeNames } from '#contract/appearance/presets.ts'

/** The attributes as the page wrote them. */
export interface Attributes {
  readonly order: string
  readonly src: string
  readonly presentation: string
  readonly theme: string
}

/** Plain http is allowed only on this machine. */
const origin = /^(?:https:\/\/[^/?#@]+|http:\/\/(?:localhost|127[\d.]+|\[::1\])(?::\d+)?)\/?$/

const attributeRules: Readonly<Record<keyof Attributes, readonly [holds: (value: string) => boolean, rule: string]>> = {
  order: [(value) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value), 'the order ticket, a JWT signed by the shop’s server'],
  src: [
    (value) => origin.test(value) && parseUrl(value) !== undefined,
    'the origin of the proxy, like https://pay-shop.example',
  ],
  presentation: [(value) => /^(?:dialog|redirect)$/.test(value), '"dialog" or "redirect"'],
  theme: [(value) => (themeNames as readonly string[]).includes(value), `one of ${themeNames.join(', ')}`],
}

/** The first invalid attribute, described so that the page's author can fix it. */
export function misconfigured(attributes: Attributes): CheckoutError | undefined {
  for (const field of Object.keys(attributeRules) as (keyof Attributes)[]) {
    const [holds, rule] = attributeRules[field]
    if (!holds(attributes[field]))
      return { code: `config_${field}`, message: `Attribute "${field}" must be ${rule}.`, field }
  }
  return undefined
}
