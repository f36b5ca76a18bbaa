import { describe, expect, test } from 'vitest'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { allAgree } from '../support/agreement.ts'
import { failAt } from '../support/challenge.ts'
import { begin, isAt, type Beginning } from '../support/shopper.ts'
import {
  enterCode,
  fillCard,
  openForFile,
  pay,
  phone,
  plainCard,
  screensFromDesktop,
  stateIs,
} from '../support/fixture.ts'
import { isFull } from '../../support/extent.ts'

const fixture = await openForFile({ env: { TENDER_ACS_REDIRECT: 'post' } })

const cardBy = (threeDs: 'challenge' | 'redirect') =>
  testCards.find((card) => card.threeDs === threeDs && card.outcome === plainCard.outcome)!

const paths = [
  ['3-D Secure 2', cardBy('challenge'), { presentation: 'redirect' }],
  ['3-D Secure 1', cardBy('redirect'), {}],
] as const

/** Pays until the proxy has sent the shopper to the bank. */
async function sentToBank(card: typeof plainCard, beginning: Beginning) {
  const shopper = await begin(fixture, beginning)
  const visited: string[] = []
  const { page } = shopper
  page.on('request', (request) => request.isNavigationRequest() && visited.push(new URL(request.url()).pathname))
  await fillCard(page, card)
  await pay(page)
  await isAt(fixture, page, 'acs')
  return { ...shopper, visited }
}

describe.each(screensFromDesktop)('on a %s', (_, device) => {
  test.each(paths)('the proxy posts %s to the bank by itself', async (__, card, query) => {
    const spoken: string[] = []
    const { page, complaints, visited, orderNumber } = await sentToBank(card, {
      device,
      query: { ...query, locale: 'de' },
      prepare: (made) =>
        made.route('**/3ds/bank?*', async (route) => {
          const response = await route.fetch()
          spoken.push(/<html lang="([\w-]+)"/.exec(await response.text())![1]!)
          await route.fulfill({ response })
        }),
    })
    expect(visited).toContain('/3ds/bank')
    expect(visited).not.toContain('/payment/acsRedirect.do')
    await enterCode(page)
    await isAt(fixture, page, 'shop')
    await allAgree(fixture, page, orderNumber, 'paid')
    // The browser's language is English.
    expect(spoken).toEqual(['de'])
    expect(complaints).toEqual([])
  })

  test.each(isFull ? paths : paths.slice(0, 1))(
    'one step back from %s is the shop, not the page that posts',
    async (__, card, query) => {
      const { page, context } = await sentToBank(card, { device, query })
      await page.goBack()
      expect(new URL(page.url()).origin).toBe(fixture.stack.addresses.shop)
      await stateIs(page, 'authenticating')
      await context.close()
    },
  )
})

const onPhone = isFull ? paths : []
test.each(onPhone)('wrong codes of %s are declined, on a phone', async (_, card, query) => {
  const { page, visited, orderNumber } = await sentToBank(card, { device: phone, query })
  expect(visited).toContain('/3ds/bank')
  await failAt(page)
  await isAt(fixture, page, 'shop')
  await allAgree(fixture, page, orderNumber, 'declined')
})
