import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStack, type Stack } from '../../demo/stack.ts'
import { newOrder, orderReader } from '../journeys/support/fixture.ts'
import { openKeptShop } from '../journeys/support/kept-shop.ts'
import { poll } from '../support/poll.ts'
import type { Browser } from './browser.ts'
import { engines, isEveryEngine } from './engines.ts'
import { facts } from './facts.ts'
import { backToKeptPage, journeys, payByCard } from './journeys.ts'
import { inWindow, stateIs } from './shopper.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack({ port: 0 })
})
afterAll(() => stack.close())

/** `npm test` has time for the first of each, in Chromium. */
const few = <T>(all: readonly T[]): readonly T[] => (isEveryEngine ? all : all.slice(0, 1))

describe.each(engines)('$name', ({ name: engine, open }) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await open()
  })
  afterAll(() => browser.close())

  test.each(few(journeys))('pays by $name', async ({ query, orderStatus, tries, walk }) => {
    const orderNumber = newOrder()
    await inWindow(browser, stack, { orderNumber, ...query }, (window) => walk(window, stack))
    const number = tries ? `${orderNumber}-${tries}` : orderNumber
    await poll(async () => (await orderReader(stack)(number)).orderStatus).toBe(orderStatus)
  })

  // Chromium without a window has no such cache: test/journeys/page/kept-page.test.ts.
  test.each(engine === 'Chromium' ? [] : ['has an empty form anew, and is paid'])(
    'a page that the browser kept %s',
    async () => {
      const shop = await openKeptShop()
      const own = await openStack({ port: 0, env: { TENDER_SHOP_ORIGINS: shop.address } })
      shop.proxy = own.addresses.proxy
      const window = await browser.open()
      try {
        const orderNumber = newOrder()
        await window.goto(`${shop.address}/${orderNumber}`)
        expect(await backToKeptPage(window, own)).toEqual({ wasKept: true, typed: '' })
        await payByCard(window)
        expect((await orderReader(own)(orderNumber)).orderStatus).toBe(2)
      } finally {
        await window.close()
        shop.close()
        await own.close()
      }
    },
  )

  const known = facts.filter(({ notIn }) => notIn !== engine)
  test.each(few(known))('$name', async ({ read, expected, differs }) => {
    const found = await inWindow(browser, stack, { orderNumber: newOrder() }, async (window) => {
      await stateIs(window, 'ready')
      return read(window, stack)
    })
    expect(found).toEqual(differs && engine in differs ? differs[engine] : expected)
  })
})
