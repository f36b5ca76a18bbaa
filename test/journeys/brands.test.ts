import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAgree } from './agreement.ts'
import { begin } from './shopper.ts'
import { cardFrame, cardThat, fillCard, openStage, pay, screens, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const coBadged = cardThat({ what: 'Co-badged: the payer chooses Maestro or Mir' })

test.each(screens)('a co-badged card pays by the brand that is chosen, on a %s', async (_, device) => {
  const { page, context, orderNumber } = await begin(stage, { device })
  await fillCard(page, coBadged)
  await cardFrame(page).getByRole('radio', { name: 'Mir' }).check()
  await pay(page)
  await allAgree(stage, page, orderNumber, 'paid')
  const { merchantOrderParams } = await stage.orderAt(orderNumber)
  expect(merchantOrderParams).toContainEqual({ name: 'paymentSystem', value: 'MIR' })
  await context.close()
})
