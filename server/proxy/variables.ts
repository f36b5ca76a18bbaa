/** One environment variable of `tender proxy`, as the README shows it. */
export interface Variable {
  readonly name: `TENDER_${string}`
  /** What it is without being set; absent means that it must be set. */
  readonly standard?: string
  readonly what: string
}

/** Every variable that {@link readConfig} reads. */
export const variables = [
  { name: 'TENDER_PUBLIC_URL', what: 'origin of the proxy as browsers see it, https' },
  { name: 'TENDER_SHOP_ORIGINS', what: 'origins of the shops that may frame it, separated by commas' },
  { name: 'TENDER_GATEWAY_URL', what: 'address of the gateway before `/payment/…`, https' },
  { name: 'TENDER_GATEWAY_USERNAME', what: "login of the merchant's API user at the gateway" },
  { name: 'TENDER_GATEWAY_PASSWORD', what: 'its password' },
  {
    name: 'TENDER_GATEWAY_SIGNING_KEY',
    standard: 'none',
    what: 'PEM of the RSA private key that signs every request to the gateway (`tender keys`); `\\n` may stand for line ends',
  },
  { name: 'TENDER_TICKET_SECRET', standard: 'none', what: 'secret of HS256 order tickets, 32 bytes or more' },
  {
    name: 'TENDER_TICKET_SECRETS',
    standard: 'none',
    what: 'the same by `kid`: `kid:secret,kid:secret`, all of them live, for rotation',
  },
  { name: 'TENDER_TICKET_PUBLIC_KEYS', standard: 'none', what: 'JWK set of the Ed25519 keys of EdDSA order tickets' },
  { name: 'TENDER_TICKET_AUDIENCE', standard: 'not checked', what: '`aud` that every ticket must name' },
  {
    name: 'TENDER_SIGNING_SECRET',
    standard: 'derived from the first ticket secret',
    what: "secret of the proxy's own signatures, 32 bytes or more; the same on every instance",
  },
  {
    name: 'TENDER_API_KEYS',
    standard: 'none',
    what: "keys of the merchant's own server, each of 32 bytes or more, separated by commas, all of them live; none closes that side",
  },
  { name: 'TENDER_HOST', standard: '127.0.0.1', what: 'address to listen on' },
  { name: 'TENDER_PORT', standard: '8080', what: 'port to listen on' },
  {
    name: 'TENDER_TRUST_PROXY',
    standard: 'none',
    what: 'CIDRs of the reverse proxies whose X-Forwarded-For is believed',
  },
  { name: 'TENDER_GATEWAY_TIMEOUT_MS', standard: '25000', what: 'how long an answer of the gateway is waited for' },
  {
    name: 'TENDER_FENCE_MS',
    standard: '75000',
    what: 'how long after a lost answer an order stays locked; longer than any request to the gateway can live',
  },
  { name: 'TENDER_LOG_LEVEL', standard: 'info', what: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`' },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']
