import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { allAgree, lastWebhook, shows } from '../support/agreement.ts'
import { challengeShown, confirmInDialog, failAt } from '../support/challenge.ts'
import {
  acsFrame,
  cardFrame,
  cardThat,
  challengeCard,
  enterCode,
  newClient,
  openForFile,
  pay,
  screens,
  stateIs,
} from '../support/fixture.ts'
import { answersTo, sentToGateway } from '../support/own-three-ds.ts'
import { begin, isAt, payAgain, submit } from '../support/shopper.ts'
import { inFull } from '../../support/extent.ts'

const fixture = await openForFile({ authenticate: 'demo' })

const quick = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })

/** The gateway has been paid once, with the result of the merchant's server. */
async function expectProven(orderNumber: string): Promise<void> {
  const { cardAuthInfo } = await fixture.orderAt(orderNumber)
  const { eci, threeDsType, threeDSInfo } = cardAuthInfo!.secureAuthInfo!
  expect([2, 5]).toContain(eci)
  expect(threeDsType).toBe('3')
  expect(threeDSInfo).toMatchObject({ cavv: expect.stringMatching(/^.{28}$/), xid: expect.stringMatching(/^.{36}$/) })
}

const cvc = (page: Page) => cardFrame(page).locator('[autocomplete="cc-csc"]')

describe.each(screens)('the merchant’s own 3-D Secure server, on a %s', (_, device) => {
  test('has its method page and its challenge shown, and the order is paid by its result', async () => {
    const { page, orderNumber, complaints } = await submit(fixture, challengeCard, { device })
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await expectProven(orderNumber)
    expect(answersTo(fixture, orderNumber)).toEqual(['method', 'challenge', expect.stringMatching(/^eci 0[25]$/)])
    expect(await sentToGateway(fixture, orderNumber)).toEqual(['paymentorder.do'])
    expect(complaints).toEqual([])
  })

  inFull('challenges a stored card, also on a page that is loaded anew and in another tab after it', async () => {
    const clientId = newClient()
    await fixture.store(clientId, quick)
    const { page, context, orderNumber } = await begin(fixture, { device, query: { clientId } })
    await cvc(page).fill(quick.cvc)
    await pay(page)
    await challengeShown(page)
    await page.reload()
    await challengeShown(page)
    const second = await context.newPage()
    const address = page.url()
    await page.close()
    await second.goto(address)
    await confirmInDialog(second)
    await allAgree(fixture, second, orderNumber, 'paid')
    expect(answersTo(fixture, orderNumber)).toHaveLength(2)
    await expectProven(orderNumber)
    expect(await sentToGateway(fixture, orderNumber)).toEqual(['paymentOrderBinding.do'])
  })

  inFull('refuses after wrong codes: nothing is sent, and the same order is paid after all', async () => {
    const { page, orderNumber } = await submit(fixture, quick, { device })
    await challengeShown(page)
    await failAt(acsFrame(page))
    await shows(page, 'declined')
    expect(await page.getByText(en.reasons.authentication_failed).isVisible()).toBe(true)
    expect(await sentToGateway(fixture, orderNumber)).toEqual([])
    expect(await lastWebhook(fixture, orderNumber)).toBeUndefined()
    await payAgain(page, quick.cvc)
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await expectProven(orderNumber)
  })

  test('is cancelled by the button, and nothing is sent', async () => {
    const { page, orderNumber } = await submit(fixture, quick, { device })
    await challengeShown(page)
    await page.getByTestId('challenge-cancel').click()
    await stateIs(page, 'cancelled')
    expect(await sentToGateway(fixture, orderNumber)).toEqual([])
  })

  inFull('challenges on the whole page, which comes back to the shop', async () => {
    const { page, orderNumber } = await submit(fixture, quick, { device, query: { presentation: 'redirect' } })
    await isAt(fixture, page, 'acs')
    await enterCode(page)
    await isAt(fixture, page, 'shop')
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await sentToGateway(fixture, orderNumber)).toEqual(['paymentorder.do'])
  })
})
