import type { Page } from 'playwright'
import { afterAll, describe, test } from 'vitest'
import { inFull } from '../../support/extent.ts'
import { openPlace } from '../accessibility/place.ts'
import { challengeShown, confirmInDialog } from '../support/challenge.ts'
import { challengeCard, enterCode, fillCard, newOrder, pay, stateIs } from '../support/fixture.ts'
import { isAt } from '../support/shopper.ts'

const place = await openPlace()
afterAll(() => place.close())

/** A page of the shop, and in a frame of it the one with the checkout, which is driven as a page is. */
async function framed(attributes: Readonly<Record<string, string>>, sandbox?: string) {
  const { shop, fixture } = place
  const { page, context } = await fixture.shopper()
  // A page without a checkout.
  await page.goto(`${shop.origin}/account`)
  const address = shop.address({ orderNumber: newOrder() }, 'en', attributes)
  const element = await page.evaluateHandle(
    ([src, allowed]) => {
      const frame = Object.assign(document.createElement('iframe'), { src, height: 900, width: 600 })
      if (allowed !== undefined) frame.setAttribute('sandbox', allowed)
      document.body.append(frame)
      return frame
    },
    [address, sandbox],
  )
  const frame = (await element.contentFrame())!
  const inside = frame as unknown as Page
  await stateIs(inside, 'ready')
  await fillCard(inside, challengeCard)
  await pay(inside)
  return { page, inside, frame, context }
}

describe('a checkout whose page is in a frame', () => {
  test('goes to the bank with the whole page, and comes back to the shop with it', async () => {
    const { page, context } = await framed({ presentation: 'redirect' })
    await isAt(place.fixture, page, 'acs')
    await enterCode(page)
    await stateIs(page, 'paid')
    await context.close()
  })

  inFull('pays there by a challenge in the dialog', async () => {
    const { inside, context } = await framed({})
    await challengeShown(inside)
    await confirmInDialog(inside)
    await stateIs(inside, 'paid')
    await context.close()
  })

  inFull('goes to the bank in its frame, where that may not lead the whole page away', async () => {
    const { inside, frame, context } = await framed(
      { presentation: 'redirect' },
      'allow-scripts allow-same-origin allow-forms',
    )
    await frame.waitForURL(({ origin }) => origin === place.fixture.stack.addresses.acs)
    await enterCode(inside)
    await stateIs(inside, 'paid')
    await context.close()
  })
})
