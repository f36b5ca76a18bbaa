import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { cardFrame, fillCard, newClient, openForFile, pay, plainCard, screens } from '../support/fixture.ts'
import { begin, tryAgain } from '../support/shopper.ts'

const fixture = await openForFile()

const saved = (page: Page) => cardFrame(page).getByTestId('saved-card')
const cvc = (page: Page) => cardFrame(page).locator('[autocomplete="cc-csc"]')
const storedOf = async (clientId: string) => (await fixture.merchant.cards({ clientId })).cards

describe.each(screens)('stored cards, on a %s', (_, device) => {
  test('a card is stored with consent, pays again by its CVC, and is removed', async () => {
    const clientId = newClient()
    const first = await begin(fixture, { device, query: { clientId, save: 'ask' } })
    await fillCard(first.page, plainCard)
    await cardFrame(first.page).getByTestId('save-card').check()
    await pay(first.page)
    await allAgree(fixture, first.page, first.orderNumber, 'paid')
    expect(await storedOf(clientId)).toMatchObject([{ maskedPan: expect.stringMatching(/^444455\D+3333$/) }])
    const { page, context, orderNumber } = await begin(fixture, { device, query: { clientId, save: 'ask' } })
    expect(await saved(page).count()).toBe(1)
    expect(await saved(page).innerText()).toContain('3333')
    expect(await cardFrame(page).getByTestId('save-card').count()).toBe(0)
    await cvc(page).fill(plainCard.cvc)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid')

    const next = await begin(fixture, { device, query: { clientId } })
    await cardFrame(next.page).getByTestId('remove-card').click()
    await cardFrame(next.page).getByTestId('remove-confirm').click()
    await cardFrame(next.page).locator('[autocomplete="cc-number"]').waitFor()
    expect(await saved(next.page).count()).toBe(0)
    expect(await storedOf(clientId)).toEqual([])
    await Promise.all([first.context.close(), context.close(), next.context.close()])
  })

  test('a wrong CVC is declined, and the right one pays', async () => {
    const clientId = newClient()
    await fixture.store(clientId, plainCard)
    const { page, orderNumber } = await begin(fixture, { device, query: { clientId } })
    await cvc(page).fill('999')
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'declined')
    await tryAgain(page)
    expect(await cvc(page).inputValue()).toBe('')
    await cvc(page).fill(plainCard.cvc)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
  })

  test('a card of another client is refused before the gateway is asked', async () => {
    const [owner, thief] = [newClient(), newClient()]
    await fixture.store(owner, plainCard)
    const [card] = await storedOf(owner)
    const { page, orderNumber } = await begin(fixture, { device, query: { clientId: thief } })
    const answer = await fixture.askProxy(page, '/api/pay', {
      orderId: (await fixture.askProxy(page, '/api/prepare', {})).body['orderId'],
      bindingId: card!.bindingId,
      requestId: crypto.randomUUID(),
      seToken: 'AAAA',
      browser: {
        userAgent: 'Test/1.0',
        language: 'en',
        colorDepth: '24',
        screenWidth: 1280,
        screenHeight: 720,
        timeZoneOffset: '0',
        javaEnabled: false,
      },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body['error']).toMatchObject({ field: 'bindingId' })
    expect((await fixture.orderAt(orderNumber)).orderStatus).toBe(0)
  })
})
