import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { allAgree } from '../support/agreement.ts'
import { failAt } from '../support/challenge.ts'
import { begin, isAt, type Beginning } from '../support/shopper.ts'
import {
  enterCode,
  fillCard,
  openStage,
  pay,
  phone,
  plainCard,
  screensFromDesktop,
  stateIs,
  type Stage,
} from '../support/stage.ts'
import { isFull } from '../../support/extent.ts'

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
async function sentToBank(card: typeof plainCard, beginning: Beginning) {
  const shopper = await begin(stage, beginning)
  const visited: string[] = []
  const { page } = shopper
  page.on('request', (request) => request.isNavigationRequest() && visited.push(new URL(request.url()).pathname))
  await fillCard(page, card)
  await pay(page)
  await isAt(stage, page, 'acs')
  return { ...shopper, visited }
}

describe.each(screensFromDesktop)('on a %s', (_, device) => {
  test.each(ways)('the proxy posts %s to the bank by itself', async (__, card, query) => {
    const { page, context, complaints, visited, orderNumber } = await sentToBank(card, { device, query })
    expect(visited).toContain('/3ds/bank')
    expect(visited).not.toContain('/payment/acsRedirect.do')
    await enterCode(page)
    await isAt(stage, page, 'shop')
    await allAgree(stage, page, orderNumber, 'paid')
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(ways)('one step back from %s is the shop, not the page that posts', async (__, card, query) => {
    const { page, context } = await sentToBank(card, { device, query })
    await page.goBack()
    expect(new URL(page.url()).origin).toBe(stage.town.addresses.shop)
    await stateIs(page, 'authenticating')
    await context.close()
  })
})

test.each(isFull ? ways : ways.slice(0, 1))('wrong codes of %s are declined, on a phone', async (_, card, query) => {
  const { page, context, visited, orderNumber } = await sentToBank(card, { device: phone, query })
  expect(visited).toContain('/3ds/bank')
  await failAt(page)
  await isAt(stage, page, 'shop')
  await allAgree(stage, page, orderNumber, 'declined')
  await context.close()
})
