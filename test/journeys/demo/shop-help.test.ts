import { expect, test } from 'vitest'
import { cardFrame, openForFile, pay, plainCard, stateIs } from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'

const fixture = await openForFile({ help: true })

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

test('the sandbox’s line takes the place that the page has kept for it, and moves nothing', async () => {
  const { page } = await fixture.shopper({ viewport: { width: 360, height: 740 } })
  let goOn!: () => void
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/chunks/help-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${fixture.stack.addresses.shop}/?items=set-1&methods=card`)
  await stateIs(page, 'ready')
  const heightOf = () => page.locator('section:has(tender-checkout)').evaluate(({ clientHeight }) => clientHeight)
  const before = await heightOf()
  goOn()
  await page.getByTestId('sandbox-help').waitFor()
  expect(await heightOf()).toBe(before)
})
