import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import { fillCard, pay } from '#testing/card-form.ts'
import { testCard } from '#testing/cards.ts'
import { expectResult } from '#testing/result.ts'
import { openTwoShops, secondUser } from '../../../demo/two-shops.ts'
import { sharedBrowser } from '../support/browser.ts'

let stack: Awaited<ReturnType<typeof openTwoShops>>
beforeAll(async () => {
  stack = await openTwoShops({ port: 0 })
})
afterAll(() => stack.close())

test('two shops at one proxy are paid for orders of one number, each at its own account', async () => {
  const { userName, password } = stack.credentials.gateway
  const shops = [
    { address: stack.addresses.shop, proxy: stack.addresses.proxy, user: { userName, password } },
    {
      address: stack.second.shop,
      proxy: stack.second.proxy,
      user: { userName: secondUser.login, password: secondUser.password },
    },
  ]
  const gateway = client(gatewayApi, stack.addresses.gateway, fetch)
  const stateOf = async ({ user }: (typeof shops)[number]): Promise<unknown> =>
    (await gateway.getOrderStatusExtended({ ...user, orderNumber: 'A-17' })).orderStatus
  const context = await (await sharedBrowser()).newContext()
  for (const [at, shop] of shops.entries()) {
    const page = await context.newPage()
    await page.goto(`${shop.address}/?orderNumber=A-17`)
    expect(await page.locator('tender-checkout').getAttribute('src')).toBe(shop.proxy)
    await fillCard(page, testCard({ threeDs: 'none', outcome: 'paid' }))
    await pay(page)
    await expectResult(page, 'paid')
    expect(await Promise.all(shops.map(stateOf))).toEqual(at ? [2, 2] : [2, undefined])
  }
  await context.close()
})
