import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCheckout } from '../../../server/testing.ts'
import { launchChromium } from '../../support/chromium.ts'
import { openDev, type RunningDev } from '../../support/dev-command.ts'
import { poll } from '../../support/poll.ts'
import { cardFrame, pay, plainCard, stateIs } from '../support/fixture.ts'

let running: RunningDev
let browser: Browser
beforeAll(async () => {
  running = await openDev()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await running.close()
})

/** Opens the page of `tender dev`, and collects what it requests and what its console complains of. */
async function visit(): Promise<{ page: Page; requests: string[]; complaints: string[] }> {
  const page = await browser.newPage()
  const [requests, complaints]: [string[], string[]] = [[], []]
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(running.dev.page)
  await stateIs(page, 'ready')
  return { page, requests, complaints }
}

const help = (page: Page) => page.getByTestId('sandbox-help')
/** With a key, since the wallets' buttons, which come after the form, move what is below them. */
const unfold = (page: Page): Promise<void> => help(page).locator('summary').press('Enter')
const inHelp = (page: Page) => page.frameLocator('tender-checkout .help iframe')

test('one press fills in a test card, which then pays; folded, the help asks the console for nothing', async () => {
  const { page, requests, complaints } = await visit()
  await help(page).locator('summary').waitFor()
  expect(requests.filter((url) => url.startsWith(running.dev.console))).toEqual([])
  await unfold(page)
  const { pan, cvc } = plainCard
  await inHelp(page).locator(`[data-number="${pan}"]`).click()
  const field = (name: string) => cardFrame(page).locator(`#${name}`)
  await poll(() => field('number').inputValue()).toBe(pan.replace(/(\d{4})(?=\d)/g, '$1 '))
  expect(await field('cvc').inputValue()).toBe(cvc)
  await pay(page)
  await stateIs(page, 'paid')
  await poll(() => inHelp(page).locator('#timeline').innerText()).toContain('paymentorder.do')
  await help(page).getByRole('button', { name: 'Read them again' }).click()
  await poll(() => help(page).getByRole('list', { name: 'Steps of this checkout' }).innerText()).toContain(
    'tender-paid',
  )
  expect(await help(page).innerText()).not.toContain(pan)
  expect(complaints).toEqual([])
  await page.close()
})

test('a fault that is set in the help is that of this order', async () => {
  const { page } = await visit()
  await unfold(page)
  await inHelp(page).locator('.switches > summary').click()
  await inHelp(page).locator('[name=declineWith]').fill('116')
  await inHelp(page).getByRole('button', { name: 'Set' }).click()
  await poll(() => inHelp(page).locator('[name=declineWith]').inputValue()).toBe('116')
  await inHelp(page).locator(`[data-number="${plainCard.pan}"]`).click()
  await poll(() => cardFrame(page).locator('#holder').inputValue()).toBe('JANE DOE')
  await pay(page)
  await stateIs(page, 'declined')
  await page.close()
})

test('where the proxy has no mark of a sandbox, the page cannot fill in the form, and the element fetches no help', async () => {
  const checkout = await startCheckout()
  const page = await browser.newPage()
  try {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(await checkout.pageFor())
    await stateIs(page, 'ready')
    await page.locator('tender-checkout').evaluate((element) => {
      const frame = element.shadowRoot!.querySelector('iframe')!
      frame.contentWindow!.postMessage({ tender: 'test-card', number: '4111111111111111' }, '*')
    })
    // Fills in as the page's message would, and after it.
    await cardFrame(page).locator('#holder').fill('JANE DOE')
    expect(await cardFrame(page).locator('#number').inputValue()).toBe('')
    expect(await help(page).count()).toBe(0)
    expect(requests.filter((path) => /help|testCard/.test(path))).toEqual([])
  } finally {
    await page.close()
    await checkout.close()
  }
})
