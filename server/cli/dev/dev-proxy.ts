import { createProxy } from '#adapters/create-proxy.ts'
import { sandboxCodes, sandboxWallets } from '#proxy/config/methods/methods.ts'
import { buildLogger } from '#proxy/http/log.ts'

/** What the bank and the wallets call the shop. */
export const SHOP_NAME = 'Tender dev'

/** The settings of a proxy in front of the sandbox, beside its own address. */
export interface DevSettings {
  readonly shops: readonly string[]
  readonly gateway: string
  /** Base address of the sandbox's wallet sheets. */
  readonly wallets: string
  readonly console: string
  readonly userName: string
  readonly password: string
  readonly ticketSecret: string
  readonly apiKey: string
  readonly signingSecret: string
  readonly webhook?: { readonly url: string; readonly secret: string }
}

/** One developer tries many cards in a row, which the limits against card testing would stop. */
const unlimited = {
  TENDER_LIMIT_CARDS: 'none',
  TENDER_LIMIT_TRIES: 'none',
  TENDER_LIMIT_DECLINES: 'none',
  TENDER_LIMIT_DECLINED_PERCENT: 'none',
  TENDER_LIMIT_FORM_TIME_MS: 'none',
}

const HOST = '127.0.0.1'

export interface DevProxy {
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy on a port; warnings of its log are written where the log is wanted. */
export async function openDevProxy(
  port: number,
  settings: DevSettings,
  { dist, isLogged }: { readonly dist: string; readonly isLogged: boolean },
): Promise<DevProxy> {
  const url = `http://${HOST}:${port}`
  const proxy = await createProxy(environmentOf(url, settings), { dist, logger: isLogged && buildLogger('warn') })
  await proxy.app.listen({ host: HOST, port }).catch(async (error: unknown) => {
    await proxy.close()
    throw error
  })
  return { url, close: () => proxy.close() }
}

const environmentOf = (url: string, given: DevSettings) => ({
  TENDER_PUBLIC_URL: url,
  TENDER_SHOP_ORIGINS: given.shops.join(','),
  TENDER_GATEWAY_URL: given.gateway,
  TENDER_GATEWAY_USERNAME: given.userName,
  TENDER_GATEWAY_PASSWORD: given.password,
  TENDER_TICKET_SECRET: given.ticketSecret,
  TENDER_API_KEYS: given.apiKey,
  TENDER_BRAND_PARAM: 'paymentSystem',
  ...sandboxWallets(SHOP_NAME, given.wallets),
  ...sandboxCodes,
  TENDER_SANDBOX_CONSOLE: given.console,
  ...unlimited,
  ...(given.webhook && {
    TENDER_WEBHOOK_URL: given.webhook.url,
    TENDER_WEBHOOK_SECRET: given.webhook.secret,
    TENDER_SIGNING_SECRET: given.signingSecret,
  }),
})
