import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { begin, submit } from '../support/shopper.ts'
import { fillCard, openFixture, pay, plainCard, screens, stateIs, type Fixture } from '../support/fixture.ts'
import { inFull } from '../../support/extent.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ env: { TENDER_LIMIT_DECLINES: '1' } })
})
afterAll(() => fixture.close())

test('one decline is all that the address has', async () => {
  const { page, context, orderNumber } = await submit(fixture, plainCard, { faults: { declineWith: 116 } })
  await allAgree(fixture, page, orderNumber, 'declined')
  await context.close()
})

describe.each(screens)('an address that is out of declines, on a %s', (_, device) => {
  test('pays once the browser has done the work, while the page shows that it is paying', async () => {
    const { page, context, orderNumber, complaints } = await begin(fixture, { device })
    const answers: number[] = []
    const proofs: string[] = []
    page.on('response', (answer) => void (answer.url().endsWith('/api/pay') && answers.push(answer.status())))
    page.on('request', (request) => void proofs.push(request.headers()['x-tender-proof'] ?? ''))
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'submitting')
    await allAgree(fixture, page, orderNumber, 'paid')
    expect([answers, proofs.filter(Boolean).length]).toEqual([[429, 200], 1])
    // The only error is the refusal: no policy was broken, and no file was missing.
    expect(complaints.filter((problem) => !problem.includes('429'))).toEqual([])
    await context.close()
  })

  inFull('is refused where the work cannot be done, and nothing is sent for payment', async () => {
    const { page, context, orderNumber } = await begin(fixture, { device, blocked: '**/solve-*.js*' })
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'ready')
    expect((await fixture.orderAt(orderNumber)).orderStatus).toBe(0)
    await context.close()
  })
})
