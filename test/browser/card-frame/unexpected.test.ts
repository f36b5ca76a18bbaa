import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { field, fillCard, open, openFixture, fixtureWith, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

/** What code throws that fails in a way nobody expected; a rejection need not be an error. */
const thrown: readonly unknown[] = [new TypeError('is not a function'), new Error('5555 5555'), undefined]

const opening = { ticket: 'the.order.ticket', locale: 'en', appearance: { scheme: 'light' } } as const

/** The page shows a sentence for the code, and the form, which has what was typed, pays with the next press. */
async function expectWayOn(): Promise<void> {
  await expect.poll(() => fixture.calls('failed')).toHaveLength(1)
  expect(fixture.calls('failed')[0]![0].code).toMatch(/^frame_/)
  expect(JSON.stringify(fixture.calls('failed'))).not.toContain('5555')
  fixture.fault = undefined
  await expect.element(payButton()).toHaveAttribute('aria-disabled', 'false')
  await expect.element(field('Card number')).toHaveValue('5555 5555 5555 5599')
  await payButton().click()
  await expect.poll(() => fixture.calls('concluded')).toHaveLength(1)
}

describe.each(thrown.map((error) => [error] as const))('where the frame gets %s from', (error) => {
  test.each(['/api/prepare', 'mayPay', 'browser', 'uuid', '/api/pay'])('%s, a press leads to a way on', async (at) => {
    fixture = await openFixture()
    fixture.answers['/api/withdraw'] = [open]
    fixture.press('ready')
    fixture.fault = [at, error]
    await fillCard()
    await payButton().click()
    await expectWayOn()
  })

  test('a wallet’s request, the page gets an error and the form pays', async () => {
    fixture = await openFixture()
    fixture.answers['/api/withdraw'] = [open]
    fixture.press('ready')
    await fillCard()
    fixture.fault = ['/api/wallet/pay', error]
    const paying = fixture.frame.payByWallet({ wallet: 'googlePay', paymentToken: 'dG9rZW4=' })
    await expect(paying).rejects.toMatchObject({ name: 'frame_unsent' })
    await expectWayOn()
  })

  test.each(['/api/checkout', '/api/texts/de'])('%s, the page is told, and opens it anew', async (at) => {
    fixture = fixtureWith()
    fixture.answers['/api/texts/de'] = fixture.answers['/api/texts/en']!
    fixture.fault = [at, error]
    await fixture.frame.open({ ...opening, locale: 'de' })
    expect(fixture.calls('failed')).toEqual([[{ code: expect.stringMatching(/^frame_/), message: expect.any(String) }]])
    fixture.fault = undefined
    await fixture.frame.open({ ...opening, locale: 'de' })
    expect(fixture.calls('opened')).toHaveLength(1)
  })

  test('the removal of a stored card, the form says so and offers it again', async () => {
    const savedCards = [{ bindingId: 'b', maskedPan: '411111**1111', expiry: '203412', expired: false }]
    fixture = await openFixture({ savedCards })
    await page.getByTestId('remove-card').click()
    fixture.fault = ['/api/cards/remove', error]
    await page.getByTestId('remove-confirm').click()
    await expect.element(page.getByText('The card could not be removed. Try again.')).toBeVisible()
    fixture.fault = undefined
    await page.getByTestId('remove-confirm').click()
    await expect.element(field('Card number')).toBeVisible()
  })

  test.each([
    ['/api/outcome', 'refresh'],
    ['/api/cancel', 'cancel'],
    ['/api/outcome', 'authenticate'],
  ] as const)('%s, the call %s rejects with a code', async (at, call) => {
    fixture = await openFixture()
    fixture.fault = [at, error]
    await expect(fixture.frame[call]()).rejects.toMatchObject({ name: expect.stringMatching(/^frame_/) })
  })
})
