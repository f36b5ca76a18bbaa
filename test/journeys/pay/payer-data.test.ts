import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { allAgree } from '../support/agreement.ts'
import { confirmInDialog } from '../support/challenge.ts'
import { begin, tryAgain } from '../support/shopper.ts'
import { poll } from '../../support/poll.ts'
import { cardFrame, cardThat, fillCard, newClient, openForFile, pay, plainCard, screens } from '../support/fixture.ts'

const fixture = await openForFile()

const mastercard = cardThat({ brand: 'mastercard', threeDs: 'challenge' })
/** What the ticket asks for. */
const ask = '["contact-visa","billing"]'
const email = '[autocomplete="email"]'

describe.each(screens)('what the order lacks, on a %s', (_, device) => {
  test('is asked for, marked where it is wrong, sent with the payment, and kept after a decline', async () => {
    const { page, orderNumber } = await begin(fixture, {
      device,
      query: { ask },
      faults: { declineWith: 5 },
    })
    const frame = cardFrame(page)
    await fillCard(page, plainCard)
    await frame.locator(email).fill('nobody')
    await pay(page)
    expect(await frame.locator(email).getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('tender-checkout').getAttribute('state')).toBe('ready')
    await frame.locator(email).fill('jane@shop.example')
    await frame.locator('[autocomplete="billing address-line1"]').fill('1 Main Street')
    await frame.locator('[autocomplete="billing address-line2"]').fill('Flat 2')
    await frame.locator('[autocomplete="billing address-level2"]').fill('Vilnius')
    await frame.locator('[autocomplete="billing postal-code"]').fill('01100')
    await frame.locator('[autocomplete="billing country"]').selectOption('LT')
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/pay'))
    await pay(page)
    expect((await sent).postDataJSON()).toMatchObject({
      payer: {
        email: 'jane@shop.example',
        billing: { billingCountry: 'LT', billingPostalCode: '01100', billingAddressLine2: 'Flat 2' },
      },
    })
    await allAgree(fixture, page, orderNumber, 'declined')
    fixture.stack.switches.orders.clear(orderNumber)
    await tryAgain(page)
    expect(await frame.locator(email).inputValue()).toBe('jane@shop.example')
    expect(await frame.locator('[autocomplete="billing country"]').inputValue()).toBe('LT')
    expect(await frame.locator('[autocomplete="billing address-line2"]').inputValue()).toBe('Flat 2')
    await frame.locator('[autocomplete="cc-csc"]').fill(plainCard.cvc)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
  })

  test('is not asked for where the ticket has it, or the card’s brand needs none', async () => {
    const { page, context } = await begin(fixture, { device, query: { ask, email: 'jane@shop.example' } })
    await fillCard(page, plainCard)
    expect(await cardFrame(page).locator(email).count()).toBe(0)
    const other = await begin(fixture, { device, query: { ask } })
    await fillCard(other.page, mastercard)
    expect(await cardFrame(other.page).locator(email).count()).toBe(0)
    expect(await cardFrame(other.page).getByText(en.card.billing).isVisible()).toBe(true)
    await Promise.all([context.close(), other.context.close()])
  })
})

test('an address is asked for below a card number only, of a client whose stored cards might have come in its place', async () => {
  const { page, orderNumber } = await begin(fixture, { query: { ask, clientId: newClient() } })
  const frame = cardFrame(page)
  expect(await frame.getByText(en.card.billing).count()).toBe(0)
  await pay(page)
  await poll(() => frame.locator('#number').getAttribute('aria-invalid')).toBe('true')
  await fillCard(page, mastercard)
  await pay(page)
  await poll(() => frame.locator('#postalCode').getAttribute('aria-invalid')).toBe('true')
  await frame.locator('[autocomplete="billing country"]').selectOption('LT')
  await frame.locator('[autocomplete="billing address-line1"]').fill('1 Main Street')
  await frame.locator('[autocomplete="billing address-level2"]').fill('Vilnius')
  await frame.locator('[autocomplete="billing postal-code"]').fill('01100')
  await pay(page)
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
})
