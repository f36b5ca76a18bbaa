import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { secrets } from '../../demo/town.ts'
import { noteEvents } from './agreement.ts'
import { newOrder, stateIs, visitAt, type Stage } from './stage.ts'

/** Somebody before the checkout. */
export interface Shopper {
  readonly context: BrowserContext
  readonly page: Page
  readonly orderNumber: string
}

/** Longer than anything on a page takes. */
const PATIENCE = 12_000

interface Beginning {
  readonly device?: BrowserContextOptions
  readonly query?: Readonly<Record<string, string>>
  /** Another page than the shop's. */
  readonly path?: string
  /** Requests that never arrive, by their glob. */
  readonly blocked?: string
}

/** Opens a page with a new order, and waits for the form. */
export async function begin(stage: Stage, beginning: Beginning): Promise<Shopper> {
  const shopper = await arrive(stage, beginning)
  await stateIs(shopper.page, 'ready')
  return shopper
}

/** Opens a page with a new order, whatever it shows then. */
export async function arrive(
  stage: Stage,
  { device = {}, query = {}, path = '/', blocked }: Beginning,
): Promise<Shopper> {
  const { shop } = stage.town.addresses
  const login = { httpCredentials: { username: 'operator', password: secrets.apiKey, origin: shop } }
  const context = await stage.browser.newContext({ ...device, ...login })
  await noteEvents(context)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  if (blocked) await page.route(blocked, (route) => route.abort())
  const orderNumber = newOrder()
  await visitAt(stage, page, path, { orderNumber, ...query })
  return { context, page, orderNumber }
}
