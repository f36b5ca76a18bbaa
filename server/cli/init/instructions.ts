import type { Environment } from '#proxy/config/config.ts'
import { list } from '#proxy/config/reader.ts'
import { sharedSite, SITE_TODO, siteFound } from '../probe/site.ts'
import { SETTINGS_FILE } from '../settings-file.ts'
import type { RunMethod } from './env-file.ts'

/** The entry point that signs tickets, as a module names it. */
const ENTRY = "'tender-checkout/ticket'"

const CLI = 'node_modules/tender-checkout/dist/server/cli.js'

/** The unit of the package. */
const UNIT = 'node_modules/tender-checkout/deploy/systemd/tender-proxy.service'

/** The command with the variables of the file, which it finds by itself where the file has its usual name. */
const tender = (file: string): string => (file === SETTINGS_FILE ? 'npx tender' : `node --env-file=${file} ${CLI}`)

/** How the proxy is started with the file. */
const starts: Readonly<Record<RunMethod, (file: string) => string>> = {
  node: (file) => `  ${tender(file)} proxy`,
  docker: (file) => `  docker run --env-file ${file} -p 127.0.0.1:8080:8080 --read-only --cap-drop ALL \\
    -v "$PWD":/shop:ro -w /shop node:24-slim node ${CLI} proxy

  Set TENDER_TRUST_PROXY to the network of the reverse proxy, or all shoppers share one address.`,
  systemd: (file) => `  sudo install -D -m 0600 ${file} /etc/tender/proxy.env
  sudo cp ${UNIT} /etc/systemd/system/
  sudo systemctl daemon-reload && sudo systemctl enable --now tender-proxy

  That unit runs the package from /opt/tender, where docs/operations.md installs it, under “systemd”.`,
}

/** The addresses that the answers name. */
export interface Addresses {
  /** Origin of the proxy. */
  readonly url: string
  /** The first of the shop's origins. */
  readonly shop: string
  readonly origins: readonly string[]
}

export function addressesOf({ TENDER_PUBLIC_URL: url = '', TENDER_SHOP_ORIGINS: shops = '' }: Environment): Addresses {
  const origins = list(shops).map(withoutSlash)
  const [shop = ''] = origins
  return { url: withoutSlash(url), shop, origins }
}

const withoutSlash = (origin: string): string => origin.replace(/\/$/, '')

/** Prints each of the shop's origins that is of one site with the proxy. */
export function noteSharedSites({ url, origins }: Addresses): void {
  for (const origin of origins) {
    const shared = sharedSite(url, origin)
    if (shared !== undefined) console.error(`Note: ${siteFound(url, origin, shared)}. ${SITE_TODO}.`)
  }
}

interface Instructed extends Addresses {
  readonly file: string
  readonly runMethod: RunMethod
}

/** What to do with the file; it contains no secret. */
export const instructionsFor = ({
  file,
  runMethod,
  url,
  shop,
}: Instructed): string => `${file} is written. Run the proxy:

${starts[runMethod](file)}

${snippetFor({ url, shop })}
When it runs, check it with the same variables:

  ${tender(file)} doctor --shop ${shop}/checkout
`

/** What the shop puts into its page and onto its server. */
export const snippetFor = ({ url, shop }: Pick<Addresses, 'url' | 'shop'>): string => `In the page:

  <script async crossorigin src="${url}/v1/checkout.js"></script>

  <tender-checkout order="<the ticket>" src="${url}"></tender-checkout>

On the shop's server, with the TENDER_TICKET_SECRET of that file:

  import { signOrder } from ${ENTRY}

  const ticket = await signOrder(
    {
      orderNumber: 'A-17',
      amount: 4990, // minor units
      currency: 'EUR', // or its number, '978'
      returnUrl: '${shop}/orders/A-17',
    },
    process.env.TENDER_TICKET_SECRET,
  )
`
