/** Origins that a page of the shop meets. */
export interface PolicyOrigins {
  readonly proxy: string
  readonly gateway: string
  readonly console: string
  /** Where the sheets of the sandbox's wallets are. */
  readonly wallets: string
}

/**
 * The headers that a careful shop sends. The checkout needs one origin in `script-src` and `frame-src`, and nothing
 * unsafe; `form-action` is for the way out to the gateway's own page, `wallets` for the sandbox's sheets.
 */
export const policyFor = ({ proxy, gateway, console, wallets }: PolicyOrigins): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${proxy}`,
    "style-src 'self'",
    `frame-src ${proxy} ${wallets}`,
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
