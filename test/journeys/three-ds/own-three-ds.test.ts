import { describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { challengeShown, confirmInDialog } from '../support/challenge.ts'
import { cardThat, challengeCard, enterCode, openForFile, screens, stateIs } from '../support/fixture.ts'
import { answersTo, sentToGateway } from '../support/own-three-ds.ts'
import { isAt, submit } from '../support/shopper.ts'
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
