import { describe, expect, test } from 'vitest'
import { allAgree, lastWebhook } from '../support/agreement.ts'
import { outWithoutScript, payThere, showsWithoutScript } from '../support/gateway-page.ts'
import { arrive, isAt } from '../support/shopper.ts'
import { cardThat, enterCode, openForFile, plainCard, screens, stateIs } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { inFull } from '../../support/extent.ts'

const fixture = await openForFile()

const challenged = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })
const poor = cardThat({ threeDs: 'none', code: 116 })

describe.each(screens)('the gateway’s own page, on a %s', (_, device) => {
  test('without JavaScript: a card pays, and the shop says so', async () => {
    const { page, orderNumber } = await arrive(fixture, { device: { ...device, javaScriptEnabled: false } })
    await outWithoutScript(page)
    await payThere(fixture, page, plainCard)
    await isAt(fixture, page, 'shop')
    await showsWithoutScript(page, 'The order is paid.')
    expect(await fixture.orderAt(orderNumber)).toMatchObject({ orderStatus: 2 })
    await poll(() => lastWebhook(fixture, orderNumber)).toMatchObject({ type: 'order.paid' })
  })

  test('without JavaScript: a declined card is shown, and the next one pays as an order of its own', async () => {
    const { page, orderNumber } = await arrive(fixture, { device: { ...device, javaScriptEnabled: false } })
    await outWithoutScript(page)
    await payThere(fixture, page, poor)
    await isAt(fixture, page, 'shop')
    await showsWithoutScript(page, 'The payment is declined.')
    expect(await fixture.orderAt(orderNumber)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    await poll(() => lastWebhook(fixture, orderNumber)).toMatchObject({ type: 'order.declined' })
    await outWithoutScript(page)
    await payThere(fixture, page, plainCard)
    await isAt(fixture, page, 'shop')
    await showsWithoutScript(page, 'The order is paid.')
    expect(await fixture.orderAt(`${orderNumber}-2`)).toMatchObject({ orderStatus: 2 })
  })

  inFull('with a blocked frame: a challenged card pays there, and the checkout knows', async () => {
    const { page, context, orderNumber } = await arrive(fixture, { device, blocked: '**/card?*' })
    await stateIs(page, 'failed')
    await page.getByTestId('bank-page').click()
    await payThere(fixture, page, challenged)
    await isAt(fixture, page, 'acs')
    await context.unroute('**/card?*')
    await enterCode(page)
    await isAt(fixture, page, 'shop')
    await allAgree(fixture, page, orderNumber, 'paid')
  })
})
