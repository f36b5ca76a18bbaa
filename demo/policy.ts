/** Origins that a page of the shop uses. */
export interface PolicyOrigins {
  readonly proxy: string
  readonly gateway: string
  readonly console: string
  /** Origin of the sandbox wallets' sheets. */
  readonly wallets: string
}

/**
 * The headers of a strict shop. The checkout needs one origin in `script-src` and `frame-src`, and nothing unsafe;
 * `console` has the sandbox's help, which a real shop does not show. `form-action` allows the fallback to the gateway's own page, `wallets` the sandbox's sheets.
 */
export const policyFor = ({ proxy, gateway, console, wallets }: PolicyOrigins): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${proxy}`,
    "style-src 'self'",
    `frame-src ${proxy} ${wallets} ${console}`,
    `connect-src 'self' ${console}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action 'self' ${proxy} ${gateway}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
})
