import { describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { poll } from '../../support/poll.ts'
import { allAgree } from '../support/agreement.ts'
import { begin, submit, tryAgain } from '../support/shopper.ts'
import { cardFrame, cardThat, newClient, openForFile, pay, plainCard, screens } from '../support/fixture.ts'

const fixture = await openForFile()

const number = '[autocomplete="cc-number"]'
const csc = '[autocomplete="cc-csc"]'

describe.each(screens)('after a decline, on a %s', (_, device) => {
  test('a soft one: the same form at once below the reason, all kept but the code, and the same card pays', async () => {
    const { page, orderNumber } = await submit(fixture, plainCard, {
      device,
      faults: { declineWith: 5 },
    })
    await allAgree(fixture, page, orderNumber, 'declined')
    // What was typed just before the press registers no other order.
    const next = fixture.stack.journal.entries().filter(({ order }) => order === `${orderNumber}-2`)
    expect(next.filter(({ what }) => what === 'register.do')).toEqual([])
    fixture.stack.switches.orders.clear(orderNumber)
    const reason = page.getByRole('alert').getByText(en.reasons.bank_declined)
    expect(await reason.isVisible()).toBe(true)
    expect(await page.getByTestId('retry').count()).toBe(0)
    await poll(() =>
      cardFrame(page)
        .locator(csc)
        .evaluate((it) => it.matches(':focus')),
    ).toBe(true)
    expect(await cardFrame(page).locator(number).inputValue()).toBe('4444 5555 1111 3333')
    expect(await cardFrame(page).locator(csc).inputValue()).toBe('')
    await cardFrame(page).locator(csc).fill(plainCard.cvc)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
    expect(await reason.count()).toBe(0)
  })

  test('a hard one: the other stored card is offered, and pays', async () => {
    const clientId = newClient()
    await fixture.store(clientId, plainCard)
    await fixture.store(clientId, cardThat({ threeDs: 'frictionless', method: false, outcome: 'paid' }))
    const { page, orderNumber } = await begin(fixture, { device, query: { clientId } })
    const saved = cardFrame(page).getByTestId('saved-card')
    expect(await saved.count()).toBe(2)
    const first = await cardFrame(page).locator('[data-testid="saved-card"]:has(input:checked)').innerText()
    fixture.stack.switches.orders.set(orderNumber, { declineWith: 208 })
    await cardFrame(page).locator(csc).fill(plainCard.cvc)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'declined')
    expect(await page.getByText(en.reasons.contact_bank).isVisible()).toBe(true)
    fixture.stack.switches.orders.clear(orderNumber)
    await tryAgain(page)
    const next = await cardFrame(page).locator('[data-testid="saved-card"]:has(input:checked)').innerText()
    expect(next).not.toContain(/•••• \d{4}/.exec(first)![0])
    await cardFrame(page).locator(csc).fill(plainCard.cvc)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
  })
})
