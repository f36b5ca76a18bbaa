/** The servers' base addresses, without a trailing slash. The shop and the proxy are different sites. */
export interface Addresses {
  readonly shop: string
  readonly proxy: string
  readonly gateway: string
  readonly issuing: string
  readonly acs: string
  readonly console: string
  /** The sheets of the sandbox's wallets. */
  readonly wallets: string
}

/** What the shop calls itself: on its pages, at the bank and in the wallets. */
export const SHOP_NAME = 'Kettle & Cup'

/** What a shop and its proxy both know. */
export interface Secrets {
  readonly ticketSecret: string
  readonly apiKey: string
  readonly signingSecret: string
  readonly webhookSecret: string
}

/** Secrets of the demo, public on purpose. */
export const secrets: Secrets = {
  ticketSecret: 'sandbox-ticket-secret-known-to-everybody',
  apiKey: 'sandbox-api-key-known-to-everybody',
  signingSecret: 'sandbox-signing-secret-known-to-everybody',
  webhookSecret: `whsec_${Buffer.from('sandbox-webhook-secret-known-to-everybody').toString('base64')}`,
}

/** The addresses on seven ports. */
export const addressesOn = ([shop, proxy, gateway, issuing, acs, console, wallets]: readonly number[]): Addresses => ({
  shop: `http://localhost:${shop}`,
  proxy: `http://127.0.0.1:${proxy}`,
  gateway: `http://127.0.0.1:${gateway}`,
  issuing: `http://127.0.0.1:${issuing}`,
  acs: `http://127.0.0.1:${acs}`,
  console: `http://127.0.0.1:${console}`,
  wallets: `http://127.0.0.1:${wallets}`,
})
