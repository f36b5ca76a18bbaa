import { parseArgs } from 'node:util'
import type { Addresses } from './addresses.ts'
import { openStack, secrets, type Stack } from './stack.ts'
import { openTwoShops } from './two-shops.ts'

const options = {
  port: { type: 'string', default: '8080' },
  env: { type: 'string', multiple: true },
  shops: { type: 'string', default: '1' },
  'own-three-ds': { type: 'boolean', default: false },
  'own-wallet-keys': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  reload: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const help = `npm start -- [--port N] [--env NAME=VALUE …] [--shops 2] [--own-three-ds]
             [--own-wallet-keys] [--json] [--quiet] [--reload]

  --port N          first of seven ports in a row (8080); 0 picks free ones
  --env NAME=VALUE  one more variable of the proxy, such as TENDER_BROWSER_INFO=none or
                    TENDER_GATEWAY_TOKEN=sandbox-token; may be repeated
  --shops 2         a second shop, with merchants of their own at one proxy, and one port more
  --own-three-ds    authenticate payers by a 3-D Secure server of the merchant's own, with method page and challenge
  --own-wallet-keys open the wallets' tokens in the proxy, by keys of the merchant's own
  --json            print one line of JSON with every address and credential when all is ready
  --quiet           print nothing else
  --reload          pages reload once the demo has started anew, as npm run dev has it
`

const described = ({ addresses, credentials }: Stack): object => ({
  ...addresses,
  backOffice: `${addresses.shop}/back-office`,
  operator: `${addresses.shop}/operator`,
  spa: `${addresses.shop}/spa`,
  credentials,
  ...secrets,
  testCards: `${addresses.console}/test-cards.json`,
})

const greeting = ({ addresses }: Stack): string => `
  Kettle & Cup is open:   ${addresses.shop}

  proxy      ${addresses.proxy}
  gateway    ${addresses.gateway}
  issuing    ${addresses.issuing}
  acs        ${addresses.acs}
  console    ${addresses.console}
  wallets    ${addresses.wallets}

  bank       ${addresses.shop}/back-office, its back office, where cards are issued
  spa        ${addresses.shop}/spa, the npm package in a single page
  playground ${addresses.shop}/playground, every setting beside a live checkout
  docs       ${addresses.shop}/docs/, the documentation
  operator   ${addresses.shop}/operator, mail and telephone orders; the password is
             ${secrets.apiKey}

  Choose a test card on the page and pay. Ctrl+C ends it.
`

/** Parses `NAME=VALUE` pairs into variables of the proxy; throws on any other name. */
function variablesIn(pairs: readonly string[]): Record<string, string> {
  const read = pairs.map((pair) => /^(TENDER_[A-Z0-9_]+)=(.*)$/s.exec(pair))
  if (read.includes(null)) throw new Error('--env takes a variable of the proxy, such as TENDER_BROWSER_INFO=none')
  return Object.fromEntries(read.map((found) => [found![1], found![2]]))
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options, strict: true })
  if (values.help) return void process.stdout.write(help)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_529) throw new Error('--port takes a number from 0 to 65529')
  const log = values.quiet || values.json ? undefined : (line: string) => void process.stderr.write(line)
  const env = { TENDER_BANK_PAGE: 'on', ...variablesIn(values.env ?? []) }
  const own = { authenticate: values['own-three-ds'] && ('demo' as const), opensWallets: values['own-wallet-keys'] }
  const open = { port, env, help: true, reload: values.reload, ...own, ...(log && { log }) }
  if (values.shops === '2' && (own.authenticate || own.opensWallets))
    throw new Error('--shops 2 goes without --own-three-ds and --own-wallet-keys')
  const stack: Stack & { second?: Addresses } = await (values.shops === '2' ? openTwoShops(open) : openStack(open))
  const { second } = stack
  if (values.json) process.stdout.write(`${JSON.stringify({ ...described(stack), ...(second && { second }) })}\n`)
  else if (!values.quiet) {
    process.stdout.write(greeting(stack))
    if (second) process.stdout.write(`\n  A second shop is open:  ${second.shop}, with its proxy at ${second.proxy}\n`)
    // The first request has the documentation built, before somebody waits for it.
    void fetch(`${stack.addresses.shop}/docs/`).catch(() => undefined)
  }
  const end = (): void => void stack.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
