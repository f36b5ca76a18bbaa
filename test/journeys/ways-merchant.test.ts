import { afterAll, beforeAll, expect, test, describe } from 'vitest'
import { allAgree, lastWebhook } from './agreement.ts'
import { submit } from './shopper.ts'
import { newClient, openStage, plainCard, screens, visitAt, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const kinds = [
  ['a common card', 'common', 'U'],
  ['a recurrent card', 'recurrent', 'R'],
] as const

describe.each(screens)('charges without the shopper, on a %s', (_, device) => {
  test.each(kinds)('%s is stored by its holder, and charged by the operator', async (__, saveAs, tii) => {
    const clientId = newClient()
    const shopper = await submit(stage, plainCard, {
      device,
      isOperator: true,
      query: { clientId, save: 'required', saveAs },
    })
    await allAgree(stage, shopper.page, shopper.orderNumber, 'paid')
    await visitAt(stage, shopper.page, '/operator', { clientId, amount: '1500' })
    await shopper.page.getByRole('button', { name: `Charge €15.00 (tii ${tii})` }).press('Enter')
    const said = await shopper.page.getByRole('status').filter({ hasText: ' is paid.' }).innerText()
    const [number] = said.split(' ')
    expect(await stage.orderAt(number!)).toMatchObject({ orderStatus: 2, amount: 1500 })
    await expect.poll(() => lastWebhook(stage, number!)).toMatchObject({ type: 'order.paid' })
    await shopper.context.close()
  })

  test.each(kinds)('a charge of %s that the bank refuses is declined, and told', async (__, saveAs, tii) => {
    const query = { clientId: newClient(), save: 'required', saveAs }
    const shopper = await submit(stage, plainCard, { device, isOperator: true, query })
    await allAgree(stage, shopper.page, shopper.orderNumber, 'paid')
    stage.town.switches.set({ declineWith: 116 })
    await visitAt(stage, shopper.page, '/operator', { clientId: query.clientId, amount: '1500' })
    await shopper.page.getByRole('button', { name: `(tii ${tii})` }).press('Enter')
    const said = await shopper.page.getByRole('status').filter({ hasText: ' is declined.' }).innerText()
    stage.town.switches.set({ declineWith: 0 })
    const [number] = said.split(' ')
    expect(await stage.orderAt(number!)).toMatchObject({ orderStatus: 6, actionCode: 116 })
    await expect.poll(() => lastWebhook(stage, number!)).toMatchObject({ type: 'order.declined' })
    await shopper.context.close()
  })
})
