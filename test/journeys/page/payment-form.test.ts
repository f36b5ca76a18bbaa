import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import { secrets } from '../../../demo/stack.ts'
import { signOrder } from '../../../server/ticket.ts'
import { cardThat, fillCard, newOrder, openFixture, plainCard, stateIs, type Fixture } from '../support/fixture.ts'

const order = { amount: 4990, currency: '978' }

/**
 * The page of a shop that was written for the bank's own script: its own markup, its own button, and the calls of its
 * script. Two things differ from before: the address of the script, and the ticket.
 */
const pageOf = (script: string, mdOrder: string, ticket: string): string => `<!doctype html>
<html lang="en">
  <head><title>Pay</title><link rel="icon" href="data:," /><script src="${script}"></script></head>
  <body>
    <div class="payment-form">
      <label for="pan">Card number</label><div id="pan"></div>
      <label for="expiry">MM/YY</label><div id="expiry"></div>
      <label for="cvc">CVC</label><div id="cvc"></div>
      <button id="pay" disabled>Pay 49.90</button>
      <p id="error"></p>
    </div>
    <script>
      const payButton = document.querySelector('#pay')
      const webSdkPaymentForm = new window.PaymentForm({
        mdOrder: '${mdOrder}',${ticket && `\n        order: '${ticket}',`}
        containerClassName: 'field-container',
        onFormValidate: (isValid) => { payButton.disabled = !isValid },
        language: 'en',
        autoFocus: false,
        apiContext: '/payment',
        showPanIcon: true,
        fields: {
          pan: { container: document.querySelector('#pan'), onValidate: (isValid) => { window.isPanValid = isValid } },
          expiry: { container: document.querySelector('#expiry') },
          cvc: { container: document.querySelector('#cvc') },
        },
        styles: { base: { padding: '12px', color: 'rgb(10, 20, 30)' }, invalid: { color: 'rgb(200, 0, 0)' } },
      })
      webSdkPaymentForm.init().then(
        ({ orderSession }) => { window.session = orderSession },
        (error) => { document.querySelector('#error').textContent = error.name },
      )
      payButton.addEventListener('click', () => {
        payButton.disabled = true
        webSdkPaymentForm.doPayment({ email: '', phone: '', cardholderName: '' })
          .catch((error) => { document.querySelector('#error').textContent = error.name })
          .finally(() => { payButton.disabled = false })
      })
      window.webSdkPaymentForm = webSdkPaymentForm
    </script>
  </body>
</html>`

/**
 * A proxy that has just started waits so long before an order may be paid that it has not registered itself; longer than
 * the gateway needs on a slow machine.
 */
const briefLocks = { TENDER_LOCK_TTL_MS: '6000', TENDER_GATEWAY_TIMEOUT_MS: '5500' }

let fixture: Fixture
let shop: Server
const pages = new Map<string, string>()
beforeAll(async () => {
  shop = createServer(({ url }, response) => {
    const { pathname } = new URL(url!, addressOf())
    response.setHeader('content-type', 'text/html').end(pages.get(pathname) ?? '<!doctype html><title>Thanks</title>')
  })
  await new Promise<void>((listening) => shop.listen(0, 'localhost', listening))
  fixture = await openFixture({ env: { ...briefLocks, TENDER_SHOP_ORIGINS: addressOf() } })
})
afterAll(async () => {
  shop.closeAllConnections()
  shop.close()
  await fixture.close()
})

const addressOf = (): string => `http://localhost:${(shop.address() as AddressInfo).port}`

/** Registers an order at the gateway, as that shop's server does, and opens its page. */
async function opened({ hasTicket = true, number = newOrder() } = {}) {
  const { addresses, credentials } = fixture.stack
  const { userName, password } = credentials.gateway
  const gateway = client(gatewayApi, addresses.gateway, fetch)
  const returnUrl = `${addressOf()}/thanks`
  const { orderId } = await gateway.register({ userName, password, orderNumber: number, ...order, returnUrl })
  const ticket = hasTicket ? await signOrder({ orderNumber: number, ...order, returnUrl }, secrets.ticketSecret) : ''
  pages.set(`/pay/${number}`, pageOf(`${addresses.proxy}/v1/payment-form.js`, orderId!, ticket))
  const { page, complaints } = await fixture.shopper()
  await page.goto(`${addressOf()}/pay/${number}`, { waitUntil: 'domcontentloaded' })
  return { page, complaints, orderId: orderId!, orderNumber: number }
}

const errorOn = (page: Page): Promise<string> => page.locator('#error').innerText()

describe('a page that was written for the bank’s script', () => {
  test('pays the order that its shop has registered, and the shopper is led back with its identifier', async () => {
    const { page, complaints, orderId, orderNumber } = await opened()
    await stateIs(page, 'ready')
    expect(await page.evaluate('window.session')).toEqual({ bindings: [], bindingEnabled: false })
    await fillCard(page, plainCard)
    await page.locator('#pay').click()
    await page.waitForURL(/\/thanks/)
    expect(new URL(page.url()).searchParams.get('orderId')).toBe(orderId)
    const paid = await fixture.orderAt(orderNumber)
    expect([paid.orderStatus, paid.attributes?.find(({ name }) => name === 'mdOrder')?.value]).toEqual([2, orderId])
    expect(complaints).toEqual([])
  })

  test('enables its button once the form is complete, and learns of a wrong number and of a decline', async () => {
    const { page, complaints } = await opened()
    await stateIs(page, 'ready')
    expect(await page.locator('#pay').isDisabled()).toBe(true)
    await fillCard(page, { ...plainCard, pan: '4111111111111112' })
    await page.waitForFunction('window.isPanValid === false')
    expect(await page.locator('#pay').isDisabled()).toBe(true)
    await fillCard(page, cardThat({ outcome: 'declined', threeDs: 'none' }))
    await page.locator('#pay').click()
    await stateIs(page, 'declined')
    await page.waitForFunction("document.querySelector('#error').textContent !== ''")
    expect(await errorOn(page)).toBe(cardThat({ outcome: 'declined', threeDs: 'none' }).reason)
    expect(complaints).toEqual([])
  })

  test('shows one form in the place of the number, in its colours, and takes it away again', async () => {
    const { page } = await opened()
    await stateIs(page, 'ready')
    const shown = (id: string) => page.locator(id).isVisible()
    expect([await shown('#pan'), await shown('#expiry'), await shown('label[for=cvc]')]).toEqual([true, false, false])
    expect(
      await page
        .locator('tender-checkout')
        .evaluate((one) => [one.className, one.style.getPropertyValue('--tender-danger')]),
    ).toEqual(['field-container', 'rgb(200, 0, 0)'])
    await page.evaluate('webSdkPaymentForm.destroy()')
    expect(await page.locator('tender-checkout').count()).toBe(0)
    expect([await shown('label[for=expiry]'), await shown('label[for=cvc]')]).toEqual([true, true])
  })

  test('without a ticket gets one sentence about where it comes from', async () => {
    const { page, complaints } = await opened({ hasTicket: false })
    await page.waitForFunction("document.querySelector('#error').textContent !== ''")
    expect(await errorOn(page)).toBe('ticket_missing')
    expect(complaints.join()).toMatch(
      /PaymentForm: there is no ticket\. Sign one on your server for the order of mdOrder/,
    )
    expect(complaints).toHaveLength(1)
  })
})
