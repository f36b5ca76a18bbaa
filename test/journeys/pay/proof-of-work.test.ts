import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { begin, submit } from '../support/shopper.ts'
import { fillCard, openStage, pay, plainCard, screens, stateIs, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { TENDER_LIMIT_DECLINES: '1' } })
})
afterAll(() => stage.close())

test('one decline is all that the address has', async () => {
  const { page, context, orderNumber } = await submit(stage, plainCard, { troubles: { declineWith: 116 } })
  await allAgree(stage, page, orderNumber, 'declined')
  await context.close()
})

describe.each(screens)('an address that is out of declines, on a %s', (_, device) => {
  test('pays once the browser has done the work, while the page shows that it is paying', async () => {
    const { page, context, orderNumber, complaints } = await begin(stage, { device })
    const answers: number[] = []
    const proofs: string[] = []
    page.on('response', (answer) => void (answer.url().endsWith('/api/pay') && answers.push(answer.status())))
    page.on('request', (request) => void proofs.push(request.headers()['x-tender-proof'] ?? ''))
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'submitting')
    await allAgree(stage, page, orderNumber, 'paid')
    expect([answers, proofs.filter(Boolean).length]).toEqual([[429, 200], 1])
    // Nothing but the refusal: no policy was broken, and no file was missing.
    expect(complaints.filter((complaint) => !complaint.includes('429'))).toEqual([])
    await context.close()
  })

  test('is refused where the work cannot be done, and nothing is sent for payment', async () => {
    const { page, context, orderNumber } = await begin(stage, { device, blocked: '**/solve-*.js*' })
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'ready')
    expect((await stage.orderAt(orderNumber)).orderStatus).toBe(0)
    await context.close()
  })
})
