import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardFrame, openFixture, pay, plainCard, stateIs, type Fixture } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ help: true })
})
afterAll(() => fixture.close())

test.each(['/?items=set-1', '/playground'])(
  'as npm start runs %s, one click fills in a test card, and there is one list of them',
  async (path) => {
    const { page, context, complaints } = await fixture.shopper()
    await page.goto(fixture.stack.addresses.shop + path)
    await stateIs(page, 'ready')
    await page.getByTestId('sandbox-help').locator('summary').click()
    const help = page.frameLocator('tender-checkout .help iframe')
    await help.locator(`[data-number="${plainCard.pan}"]`).click()
    await poll(() => cardFrame(page).locator('#number').inputValue()).toBe('4444 5555 1111 3333')
    expect(await page.locator('.cards .copy').count()).toBe(0)
    await pay(page)
    await stateIs(page, 'paid')
    if (path.startsWith('/?')) {
      await page.getByText('Developer panel').click()
      await poll(() => page.locator('#webhooks').innerText()).toContain('order.paid')
    }
    expect(complaints).toEqual([])
    await context.close()
  },
)
