import { systemClock, systemRandom } from '#ports/system.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { asCommandError, type Tools } from '../command.ts'
import { freePort, listenErrorOf } from '../listening.ts'
import { onShutdown } from '../shutdown.ts'
import { shopProgram, shopVariables } from './own-shop.ts'
import { openDevProxy, SHOP_NAME, type DevProxy, type DevSettings } from './dev-proxy.ts'
import { expiryAndCode, spaced } from './page.ts'
import { openDevPage } from './serve-page.ts'

interface DevOptions {
  /** First of seven ports in a row; 0 takes free ones. */
  readonly port: number
  readonly isJson: boolean
  /** Origin of a shop of the developer's own. */
  readonly shop?: string | undefined
  /** Where that shop receives webhooks. */
  readonly webhook?: string | undefined
  /** The program that is started when all is ready, and its arguments. */
  readonly program: readonly string[]
}

/** Runs the page, the proxy and the sandbox until a signal. */
export async function runDev(options: DevOptions, tools: Tools): Promise<void> {
  const opened = await openDev(options, tools).catch((error: unknown) => {
    throw listenErrorOf(error, REMEDY) ?? asCommandError(error)
  })
  // Before the print, since a process that reads the line may send the signal at once.
  const program = shopProgram(options.program)
  const close = async (): Promise<void> => {
    await program.close()
    await opened.close()
  }
  onShutdown(close, { env: tools.env, clock: systemClock, host: process })
  console.log(options.isJson ? JSON.stringify(opened.described) : greetingOf(opened.described, options))
  await program.run({ ...tools.env, ...shopVariables(opened.described) }, opened.close)
}

/** The sandbox's merchant, by the login that it has in `credentials`. */
const MERCHANT = { login: 'sandbox-api', name: SHOP_NAME }

const REMEDY = 'Give --port N, the first of seven free ports in a row, or none for any free ones.'

/** What a developer needs to use the servers. */
interface Described extends Readonly<Record<string, unknown>> {
  readonly page: string
  readonly proxy: string
  readonly console: string
  readonly testCards: string
  readonly ticketSecret: string
  readonly apiKey: string
  readonly webhookSecret?: string
}

interface OpenDev {
  readonly described: Described
  close(): Promise<void>
}

/** Starts all servers; where one of them cannot start, it ends those that have. */
async function openDev({ port, isJson, shop, webhook }: DevOptions, { dist, loadSandbox }: Tools): Promise<OpenDev> {
  const opened: { close(): Promise<void> }[] = []
  const close = async (): Promise<void> => void (await Promise.all(opened.splice(0).map((one) => one.close())))
  const keep = <Server extends { close(): Promise<void> }>(server: Server): Server => {
    opened.push(server)
    return server
  }
  try {
    const page = keep(await openDevPage(port))
    const shops = [page.url, ...(shop === undefined ? [] : [shop])]
    const { startSandbox } = await loadSandbox()
    const sandbox = keep(await startSandbox({ port: port && port + 2, shop: shops, merchants: [MERCHANT] }))
    const { addresses, credentials } = sandbox
    const secrets = { ticketSecret: newSecret(), apiKey: newSecret() }
    const hook = webhook === undefined ? undefined : { url: webhook, secret: newWebhookSecret() }
    const settings = {
      shops,
      ...addresses,
      ...credentials.gateway,
      ...secrets,
      signingSecret: newSecret(),
      ...(hook && { webhook: hook }),
    }
    const proxy = keep(await openProxy(port && port + 1, settings, { dist, isLogged: !isJson }))
    page.serve({
      proxy: proxy.url,
      console: addresses.console,
      wallets: addresses.wallets,
      cards: testCards,
      random: systemRandom,
      sign: (claims) => signOrder(claims, secrets.ticketSecret),
    })
    const { testCards: cardTable } = sandbox
    return {
      described: {
        page: page.url,
        proxy: proxy.url,
        ...addresses,
        credentials,
        ...secrets,
        testCards: cardTable,
        shop: shop ?? page.url,
        ...(hook && { webhookSecret: hook.secret }),
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const newSecret = (): string => Buffer.from(systemRandom.bytes(32)).toString('base64url')

const newWebhookSecret = (): string => `whsec_${Buffer.from(systemRandom.bytes(32)).toString('base64')}`

/** Times that another free port is tried, where another process was faster. */
const TRIES = 5

/** The proxy's address is part of its settings, so its port must be known before it listens. */
async function openProxy(
  port: number,
  settings: DevSettings,
  options: Parameters<typeof openDevProxy>[2],
  left = TRIES,
): Promise<DevProxy> {
  if (port) return openDevProxy(port, settings, options)
  return openDevProxy(await freePort('127.0.0.1'), settings, options).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE' || left === 0) throw error
    return openProxy(0, settings, options, left - 1)
  })
}

/** Cards that end in different ways. */
const shown = ['5555555555555599', '4111111111111111', '4444555511113333', '4000000000000010', '6759649826438453']

const greetingOf = ({ page, proxy, console, testCards: all, ...secrets }: Described, options: DevOptions): string => `
  The page     ${page}${ownShop({ proxy, ...secrets }, options)}

  The proxy    ${proxy}
  The console  ${console}, where faults can be switched on

  Test cards: number, expiry, security code
${cardLines.join('\n')}
    all: ${all}

  A sandbox: nobody pays here. Ctrl+C ends it.
`

/** The lines about the developer's own shop; where it is not started from here, with the variables that it needs. */
function ownShop(settings: Parameters<typeof shopVariables>[0], { shop, program }: DevOptions): string {
  if (shop === undefined) return ''
  const variables = program.length ? {} : shopVariables(settings)
  return [`\n  Your shop    ${shop}`, ...Object.entries(variables).map((row) => `    ${row.join('=')}`)].join('\n')
}

const cardLines = shown
  .flatMap((pan) => testCards.find((card) => card.pan === pan) ?? [])
  .map((card) => `    ${spaced(card.pan)}  ${expiryAndCode(card)}  ${card.what}: ${card.outcome}`)
