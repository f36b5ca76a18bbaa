import { describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { begin, submit } from '../support/shopper.ts'
import { fillCard, openForFile, pay, plainCard, screens, stateIs } from '../support/fixture.ts'

const fixture = await openForFile({ env: { TENDER_LIMIT_DECLINES: '1' } })

test('one decline is all that the address has', async () => {
  const { page, orderNumber } = await submit(fixture, plainCard, { faults: { declineWith: 116 } })
  await allAgree(fixture, page, orderNumber, 'declined')
})

describe.each(screens)('an address that is out of declines, on a %s', (_, device) => {
  test('pays once the browser has done the work, while the page shows that it is paying', async () => {
    const { page, orderNumber, complaints } = await begin(fixture, { device })
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
  })
})
