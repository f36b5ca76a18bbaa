import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { allAgree, noteEvents } from './agreement.ts'
import { enterCode, newOrder, openStage, pay, plainCard, stateIs, typeCard, visit, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { TENDER_ACS_REDIRECT: 'post' } })
})
afterAll(() => stage.close())

const cardBy = (threeDs: 'challenge' | 'redirect') =>
  testCards.find((card) => card.threeDs === threeDs && card.outcome === plainCard.outcome)!

const ways = [
  ['3-D Secure 2', cardBy('challenge'), { presentation: 'redirect' }],
  ['3-D Secure 1', cardBy('redirect'), {}],
] as const

/** A shopper whom the proxy has sent to the bank. */
async function sentToBank(card: typeof plainCard, query: Record<string, string>) {
  const shopper = await stage.shopper()
  const { page, context } = shopper
  await noteEvents(context)
  const visited: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && visited.push(new URL(request.url()).pathname))
  const orderNumber = newOrder()
  await visit(stage, page, orderNumber, query)
  await stateIs(page, 'ready')
  await typeCard(page, card)
  await pay(page)
  await page.waitForURL(({ origin }) => origin === stage.town.addresses.acs)
  return { ...shopper, visited, orderNumber }
}

test.each(ways)('the proxy posts %s to the bank by itself', async (_, card, query) => {
  const { page, context, complaints, visited, orderNumber } = await sentToBank(card, query)
  expect(visited).toContain('/3ds/bank')
  expect(visited).not.toContain('/payment/acsRedirect.do')
  await enterCode(page)
  await page.waitForURL(({ origin }) => origin === stage.town.addresses.shop)
  await allAgree(stage, page, orderNumber, 'paid')
  expect(complaints).toEqual([])
  await context.close()
})

test.each(ways)('one step back from %s is the shop, not the page that posts', async (_, card, query) => {
  const { page, context } = await sentToBank(card, query)
  await page.goBack()
  expect(new URL(page.url()).origin).toBe(stage.town.addresses.shop)
  await stateIs(page, 'authenticating')
  await context.close()
})
