import type { BrowserContextOptions, Page } from 'playwright'
import type { chromiumOptions } from '../../support/chromium.ts'
import { newOrder, openFixture, type Fixture } from '../support/fixture.ts'
import { reachIn, states } from '../states/states.ts'
import { openShopPage, type ShopPage } from './shop-page.ts'

/** A stack with a shop of its own. */
export interface Place {
  readonly fixture: Fixture
  readonly shop: ShopPage
  close(): Promise<void>
}

/** Opens a stack; `launching` is for a browser of its own, `own` for other variables of the proxy. */
export async function openPlace(
  launching?: typeof chromiumOptions,
  own: Readonly<Record<string, string>> = {},
): Promise<Place> {
  const shop = await openShopPage(() => fixture.stack.addresses.proxy)
  const env = { ...own, TENDER_SHOP_ORIGINS: shop.origin }
  const fixture = await openFixture({ env, shops: [shop.origin] }, launching)
  return {
    fixture,
    shop,
    async close() {
      shop.close()
      await fixture.close()
    },
  }
}

/** Opens a page that shows a state. */
export async function show({ fixture, shop }: Place, name: string, device: BrowserContextOptions = {}): Promise<Page> {
  const state = states[name]!
  const { locale = state.locale ?? 'en' } = device
  const { page } = await fixture.shopper({ ...device, locale })
  await state.prepare?.(page)
  const claims = { orderNumber: newOrder(), ...(await state.ticket?.(fixture)) }
  const address = shop.address(claims, locale, { theme: 'auto', ...state.attributes })
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await reachIn(page, fixture, state)
  return page
}
