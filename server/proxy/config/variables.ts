import { methodVariables } from './methods/variables.ts'
import type { Variable } from './variable.ts'

export type { Variable } from './variable.ts'

/** Every variable that {@link readConfig} reads. */
export const variables = [
  { name: 'TENDER_PUBLIC_URL', what: 'origin of the proxy as browsers see it, https' },
  { name: 'TENDER_SHOP_ORIGINS', what: 'origins of the shops that may frame it, separated by commas' },
  {
    name: 'TENDER_SHOP_NAME',
    standard: 'none',
    what: 'name of the shop on receipts, and on the pages of [payment links](integration/links.md)',
  },
  {
    name: 'TENDER_SHOP_SUPPORT',
    standard: 'none',
    what: 'where a payer finds help, on receipts: a telephone number, or an e-mail address',
  },
  {
    name: 'TENDER_GATEWAY_URL',
    what: 'address of the gateway before `/rest/…`, https: `https://gateway.bank.example/payment`; without a path, that of the profile follows (`/payment`)',
  },
  {
    name: 'TENDER_GATEWAY_PROFILE',
    standard: 'current',
    what: 'kind of the bank’s system: `current`, `specification`, `rouble`, `legacy`, `cards`, or a bank of [Which bank, which settings](banks.md); sets what the variables below set alone whose default is the profile’s, and TENDER_ACS_REDIRECT',
  },
  {
    name: 'TENDER_GATEWAY_CURRENCY_ALIASES',
    standard: "the profile's",
    what: 'codes by which the gateway names currencies in its answers, and those of ISO 4217 that tickets have, such as `810:643` or `810:RUB` where it returns the Russian rouble by its old code, separated by commas; `none`',
  },
  {
    name: 'TENDER_GATEWAY_ORDER_NUMBER_LENGTH',
    standard: "the profile's (36)",
    what: 'most characters that the gateway takes as an order number; the number of a ticket has two fewer at most, since a second attempt is registered as `A-17-2`',
  },
  {
    name: 'TENDER_GATEWAY_ORDER_STATUS_ALIASES',
    standard: "the profile's",
    what: 'numbers of `orderStatus` that the bank has beside 0 to 8, and the one that each means, such as `11:2` where 11 is paid, separated by commas; `none`',
  },
  {
    name: 'TENDER_GATEWAY_PARAMS',
    standard: "the profile's",
    what: 'attributes of `jsonParams` that every registration has unless its ticket has them, such as `force_terminal_id:E010101010,udf1:{orderNumber}`, beside those of the profile; `{orderNumber}` is the number of the ticket',
  },
  {
    name: 'TENDER_GATEWAY_ABSENT',
    standard: "the profile's",
    what: 'operations that the gateway does not have, by the names of [the reference](reference.md), such as `motoPayment,recurrentPayment`; `none`',
  },
  {
    name: 'TENDER_GATEWAY_CA',
    standard: 'none',
    what: 'PEM of authorities that may sign the gateway’s certificate, beside those that Node trusts, where the bank uses a national one; `\\n` may stand for line ends',
  },
  {
    name: 'TENDER_GATEWAY_USERNAME',
    what: "login of the merchant's API user at the gateway; `TENDER_GATEWAY_TOKEN` may stand in place of login and password",
  },
  { name: 'TENDER_GATEWAY_PASSWORD', what: 'its password' },
  {
    name: 'TENDER_GATEWAY_TOKEN',
    standard: 'none',
    what: 'the token of the gateway’s support, in place of login and password; see [a token](#a-token)',
  },
  {
    name: 'TENDER_GATEWAY_SIGNING_KEY',
    standard: 'none',
    what: 'PEM of the RSA private key that signs every request to the gateway (`tender keys`); `\\n` may stand for line ends',
  },
  {
    name: 'TENDER_GATEWAY_MERCHANT',
    standard: 'TENDER_GATEWAY_USERNAME',
    what: "the merchant's login that wallet payments name, where it is not the API user's; required with a token where a wallet is offered",
  },
  {
    name: 'TENDER_TICKET_SECRET',
    standard: 'none',
    what: 'secret of HS256 order tickets, 32 random bytes or more, and no other variable’s (so for all secrets)',
  },
  {
    name: 'TENDER_TICKET_SECRETS',
    standard: 'none',
    what: 'several such secrets, each with its `kid`: `kid:secret,kid:secret`, all of them live, for rotation',
  },
  { name: 'TENDER_TICKET_PUBLIC_KEYS', standard: 'none', what: 'JWK set of the Ed25519 keys of EdDSA order tickets' },
  { name: 'TENDER_TICKET_AUDIENCE', standard: 'not checked', what: '`aud` that every ticket must name' },
  {
    name: 'TENDER_SIGNING_SECRET',
    standard: 'derived from the ticket secrets',
    what: "secret of the proxy's own signatures; required where TENDER_WEBHOOK_URL is set; 32 bytes or more, the same on every instance; of several, separated by commas, the first signs and all are live, for rotation",
  },
  {
    name: 'TENDER_API_KEYS',
    standard: 'none',
    what: "keys of the merchant's own server, each of 32 bytes or more, separated by commas, all of them live; none closes that side",
  },
  {
    name: 'TENDER_PLAIN_CARDS',
    standard: 'refused',
    what: "`allowed` lets the merchant's own server send card numbers in the clear (`moto`), and a 3-D Secure server of your own be asked (`authenticate`); both put the proxy in the scope of PCI DSS",
  },
  {
    name: 'TENDER_ACS_REDIRECT',
    standard: "the profile's",
    what: "how the whole page is sent to the bank: by acsRedirect.do of the `gateway`, or by a `post` of the proxy's own page",
  },
  ...methodVariables,
  {
    name: 'TENDER_SANDBOX_CONSOLE',
    standard: 'none',
    what: "origin of the sandbox's console: the checkout then shows developers test cards, faults and messages; refused unless the gateway is on this machine",
  },
  {
    name: 'TENDER_BROWSER_INFO',
    standard: 'sent',
    what: '`none` where the gateway has not enabled clientBrowserInfo for the merchant, and refuses payments with it; of its fields only `fingerprint`, by which a shopper could be followed, is never sent',
  },
  {
    name: 'TENDER_CARD_BRANDS',
    standard: 'visa,mastercard,mir,unionpay',
    what: 'brands of cards that your contract with the bank has, by the names of `SavedCard.brand`, separated by commas: the number’s field shows the marks of the first four until a number is typed; `none` shows none. It refuses no card: what a bank does not take it declines',
  },
  {
    name: 'TENDER_BRAND_PARAM',
    standard: 'none',
    what: 'attribute of paymentorder.do’s jsonParams in which your bank receives the brand that the payer of a co-badged card chose, as agreed with it; none offers no choice',
  },
  {
    name: 'TENDER_TERMS_PARAM',
    standard: 'tenderTerms',
    what: 'attribute of jsonParams in which an order carries the terms of its ticket, signed: sum, client, capture, channel, features, fee, dates, merchant…; none compares the sum only',
  },
  {
    name: 'TENDER_WEBHOOK_URL',
    standard: 'none',
    what: "address of the merchant's server that receives webhooks about orders, https; none asks for no callbacks and sends no webhooks",
  },
  {
    name: 'TENDER_WEBHOOK_SECRET',
    standard: 'none',
    what: '`whsec_…` that signs webhooks, Base64 of 24 to 64 bytes; several, separated by commas, sign at once, for rotation',
  },
  {
    name: 'TENDER_CALLBACK_SECRET',
    standard: 'none',
    what: 'secret of symmetric checksums, where the gateway sends callbacks to one fixed address, `/callback` of the proxy: that of refunds which the bank makes of wallet and recurrent orders',
  },
  {
    name: 'TENDER_CALLBACK_CERTIFICATE',
    standard: 'none',
    what: 'PEM of the certificate of asymmetric checksums there; `\\n` may stand for line ends',
  },
  {
    name: 'TENDER_REDIS_URL',
    scope: 'process',
    standard: 'none',
    what: '`rediss://…`, or in a private network `redis://…`, of what all instances share: locks, limits, and webhooks until they are delivered, orders that are followed; needs the package `ioredis`, and `bullmq` where webhooks are sent',
  },
  {
    name: 'TENDER_INSTANCES',
    scope: 'process',
    standard: 'one',
    what: 'whether `one` or `several` proxies serve this address; several need `TENDER_REDIS_URL`',
  },
  {
    name: 'TENDER_RELEASES',
    scope: 'process',
    standard: 'none',
    what: 'absolute path of a folder that all instances share and that outlives them, in which proxies of two versions find each other’s script files during an upgrade',
  },
  {
    name: 'TENDER_RELEASES_SECRET',
    scope: 'process',
    standard: 'derived from the signing secret',
    what: 'secret that seals the files in that folder, 32 bytes or more; required there with `--merchants`, since no merchant’s secret is everybody’s',
  },
  {
    name: 'TENDER_HOST',
    scope: 'process',
    standard: '127.0.0.1',
    what: 'address to listen on; `::` is every one, of IPv4 too',
  },
  { name: 'TENDER_PORT', scope: 'process', standard: '8080', what: 'port to listen on' },
  {
    name: 'TENDER_KEEP_ALIVE_MS',
    scope: 'process',
    standard: '75000',
    what: 'how long an idle connection stays open; longer than the balancer in front keeps it, see [balancers](operations.md#balancers)',
  },
  {
    name: 'TENDER_TRUST_PROXY',
    scope: 'process',
    standard: 'none',
    what: 'CIDRs of the reverse proxies whose X-Forwarded-For is believed; none wider than IPv4 /8 or IPv6 /7',
  },
  {
    name: 'TENDER_LIMIT_TRIES',
    standard: '5',
    what: 'submits of one order that were sent for payment, and codes for a bank’s app that were made for it; `none` for no limit of its own, here and below',
  },
  { name: 'TENDER_LIMIT_CARDS', standard: '3', what: 'different cards of one order that came to nothing' },
  {
    name: 'TENDER_LIMIT_DECLINES',
    standard: '10',
    what: 'declines, and challenges of banks that have not ended, of one address (of IPv6, a /64; twice as many of a /56, four times as many of a /48) in 10 minutes; more tries need your `challenge`',
  },
  {
    name: 'TENDER_LIMIT_DECLINED_PERCENT',
    standard: '50',
    what: 'per cent of the latest 50 tries that may be declined, checks of cards (`VERIFY`) apart; beyond, a new card needs your `challenge` where its address has declines or its network has paid nothing in 7 days',
  },
  {
    name: 'TENDER_LIMIT_FORM_TIME_MS',
    standard: '1500',
    what: 'how soon after the form has opened a payment is sent; one that comes earlier waits so long',
  },
  { name: 'TENDER_GATEWAY_TIMEOUT_MS', standard: '25000', what: 'how long an answer of the gateway is waited for' },
  {
    name: 'TENDER_GATEWAY_OVERLOAD',
    standard: 'refused',
    what: 'what HTTP 429 says of a payment whose order is open as before: `refused`, the shopper may try again at once; `unknown` where the gateway is known to process what it answers so, then the order stays locked like after a lost answer',
  },
  {
    name: 'TENDER_LOCK_TTL_MS',
    standard: '75000',
    what: 'how long after a lost answer an order stays locked; longer than any request to the gateway can live',
  },
  {
    name: 'TENDER_METRICS_PORT',
    scope: 'process',
    standard: 'none',
    what: 'port of `/metrics` for Prometheus, another one than `TENDER_PORT`; none exports no metrics',
  },
  {
    name: 'TENDER_METRICS_HOST',
    scope: 'process',
    standard: '127.0.0.1',
    what: 'address on which that port listens; one that is neither private nor loopback, `0.0.0.0` among them, needs a token',
  },
  {
    name: 'TENDER_METRICS_TOKEN',
    scope: 'process',
    standard: 'none',
    what: 'bearer token that a scrape must send, 32 bytes or more; several, separated by commas, are live at once, for rotation',
  },
  {
    name: 'TENDER_LOG_LEVEL',
    scope: 'process',
    standard: 'info',
    what: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']
