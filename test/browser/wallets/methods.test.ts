import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import axe from 'axe-core'
import { page, userEvent } from 'vitest/browser'
import { language as en } from '#texts/languages/en.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import { mounted, pay, proxy, ripe, ticked } from '../element/fixture.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { FakeApplePaySession } from './fake-apple-pay.ts'
import { FakePaymentsClient } from './fake-google-pay.ts'
import { apple, google } from './offers.ts'

let uninstall: () => void
beforeEach(() => (uninstall = FakeApplePaySession.install()))
afterEach(async () => {
  uninstall()
  document.body.replaceChildren()
  await page.viewport(800, 600)
})

/** A checkout with a card form and Apple Pay, its methods in a layout. */
async function arranged(layout: string, attributes: Record<string, string> = {}) {
  const opened = await mounted({ layout, ...attributes }, (made) => (made.wallets = { applePay: apple }))
  await import('#element/methods/chosen-layout.ts')
  await ripe(opened.element)
  const radio = (name: string) => opened.shadow.querySelector<HTMLInputElement>(`#method-${name}`)!
  const isFormShown = () => getComputedStyle(opened.shadow.querySelector('iframe')!).visibility === 'visible'
  const wallet = () => opened.shadow.querySelector<HTMLElement>('[data-testid=wallet-apple-pay]')
  return { ...opened, radio, isFormShown, wallet }
}

describe.each(['tabs', 'accordion'])('the methods as %s', (layout) => {
  test('are one group of radio buttons, of which the card is chosen, without anything that axe finds', async () => {
    const { element, shadow, radio, isFormShown, wallet } = await arranged(layout)
    const radios = [...shadow.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    expect(radios.map(({ name, checked, labels }) => [name, checked, labels![0]!.textContent.trim()])).toEqual([
      ['method', true, 'Card'],
      ['method', false, 'Apple Pay'],
    ])
    expect(shadow.querySelector('[role=radiogroup]')!.ariaLabel).toBe('How would you like to pay?')
    expect([isFormShown(), wallet(), shadow.querySelector('.express-or')]).toEqual([true, null, null])
    const { violations } = await axe.run(element, { iframes: false, rules: { region: { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(radio('card').checked).toBe(true)
  })

  test('are chosen by the arrows alone; the form keeps its document while another is', async () => {
    const { element, radio, isFormShown, wallet, shadow } = await arranged(layout)
    const frame = shadow.querySelector('iframe')
    // A click gives the document the focus too, without which no key arrives.
    await userEvent.click(radio('card').labels![0]!)
    await userEvent.keyboard('{ArrowDown}')
    await ripe(element)
    expect([radio('applePay').checked, isFormShown(), wallet() !== null]).toEqual([true, false, true])
    await userEvent.keyboard('{ArrowUp}')
    await ripe(element)
    expect([radio('card').checked, isFormShown(), wallet()]).toEqual([true, true, null])
    expect(shadow.querySelector('iframe')).toBe(frame)
  })

  test('cannot be changed while a payment is under way, and keep their place', async () => {
    const { element, fixture, radio, shadow } = await arranged(layout)
    const top = () => shadow.querySelector('.methods')!.getBoundingClientRect().top
    const before = top()
    await pay(fixture, element)
    expect([radio('card').disabled, radio('applePay').disabled, top()]).toEqual([true, true, before])
  })

  test.each(['en', 'ar', 'de'])('fit on 280 px in %s', async (locale) => {
    await page.viewport(280, 600)
    document.body.style.margin = '0'
    const { shadow, radio, element } = await arranged(layout, { locale })
    radio('applePay').click()
    await ripe(element)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(280)
    const labels = [...shadow.querySelectorAll<HTMLElement>('.method')]
    expect(labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
    expect(labels.every(({ offsetHeight }) => offsetHeight >= 44)).toBe(true)
  })
})

/** Calls `submit()` as a page does that handles a press of its own button. */
function submitInPress(element: { submit(): Promise<unknown> }): Promise<unknown> {
  FakeApplePaySession.gesture = true
  const result = element.submit()
  FakeApplePaySession.gesture = false
  return result
}

describe.each(['tabs', 'accordion'])('`submit()` with methods as %s', (layout) => {
  test('pays with the wallet that is chosen, whose sheet opens in the press', async () => {
    const { element, fixture, radio } = await arranged(layout, { 'hide-button': '' })
    const form = document.body.appendChild(document.createElement('form'))
    form.append(element)
    await ripe(element)
    expect(form.checkValidity()).toBe(false)
    radio('applePay').click()
    await ripe(element)
    expect(form.checkValidity()).toBe(true)
    fixture.onWallet = async () => outcomes.paid
    const result = submitInPress(element)
    expect([element.state, FakeApplePaySession.last!.state]).toEqual(['submitting', 'validating'])
    await ripe(element)
    FakeApplePaySession.last!.authorize({ version: 'EC_v1' })
    expect(await result).toMatchObject({ state: 'paid' })
    expect(fixture.request.filter((name) => /^(submit|payByWallet)/.test(name))).toEqual([
      expect.stringMatching('^payByWallet applePay'),
    ])
  })

  test('resolves with the form where the sheet is closed, does not move the focus, and begins again with a second call', async () => {
    const { element, radio, wallet, shadow } = await arranged(layout)
    radio('applePay').click()
    await ripe(element)
    for (const _ of [1, 2]) {
      const result = submitInPress(element)
      await ripe(element)
      FakeApplePaySession.last!.cancel()
      expect(await result).toMatchObject({ state: 'ready' })
      await ripe(element)
      expect(shadow.activeElement).not.toBe(wallet())
    }
  })

  test('says below the wallet why it could not be begun outside a press', async () => {
    const { element, radio, shadow } = await arranged(layout)
    radio('applePay').click()
    await ripe(element)
    expect(await element.submit()).toMatchObject({ state: 'ready' })
    await ripe(element)
    expect(shadow.querySelector('[role=alert]')!.textContent).toContain('Apple Pay could not complete the payment.')
  })

  test('resolves at once where the shop does not allow the payment, and pays by no card', async () => {
    const { element, fixture, radio } = await arranged(layout)
    radio('applePay').click()
    await ripe(element)
    element.addEventListener('tender-submit', (event) => event.preventDefault())
    expect(await submitInPress(element)).toMatchObject({ state: 'ready' })
    expect([FakeApplePaySession.last, fixture.request.includes('submit')]).toEqual([undefined, false])
  })

  test('waits while the shop is still asked about a payment by card', async () => {
    const { element, fixture, radio } = await arranged(layout)
    const asked = new Promise<() => void>((resolve) =>
      element.addEventListener('tender-submit', (event) =>
        event.waitUntil(new Promise<void>((granted) => resolve(granted))),
      ),
    )
    const byCard = fixture.host.mayPay()
    const grant = await asked
    radio('applePay').click()
    await ripe(element)
    const result = submitInPress(element)
    const isOver = Promise.race([result.then(() => true), new Promise((resolve) => setTimeout(resolve, 0, false))])
    expect([await isOver, FakeApplePaySession.last]).toEqual([false, undefined])
    grant()
    expect([await byCard, element.state]).toEqual([true, 'submitting'])
    await fixture.host.concluded(outcomes.paid)
    expect(await result).toMatchObject({ state: 'paid' })
  })

  test('begins nothing when a handler of tender-submit calls it, and the payment goes on', async () => {
    const { element, fixture, radio } = await arranged(layout)
    radio('applePay').click()
    await ripe(element)
    fixture.onWallet = async () => outcomes.paid
    let count = 0
    element.addEventListener('tender-submit', (event) => {
      count += 1
      event.waitUntil(element.submit())
    })
    const result = submitInPress(element)
    await ripe(element)
    FakeApplePaySession.last!.authorize({ version: 'EC_v1' })
    expect([await result, count]).toMatchObject([{ state: 'paid' }, 1])
  })

  test('pays by the card that is chosen', async () => {
    const { element, fixture, radio } = await arranged(layout)
    radio('applePay').click()
    await ripe(element)
    radio('card').click()
    await ripe(element)
    void submitInPress(element)
    await ripe(element)
    expect([FakeApplePaySession.last, fixture.request.includes('submit')]).toEqual([undefined, true])
  })
})

describe.each(['tabs', 'accordion'])('a wallet that is chosen as %s', (layout) => {
  test('is complete for the page, with what was typed into the form once the card is chosen again', async () => {
    const { element, fixture, radio } = await arranged(layout)
    const reported: [boolean, string][] = []
    element.addEventListener('tender-change', ({ detail }) => reported.push([detail.complete, detail.brand]))
    await fixture.host.progressed({ complete: false, brand: 'visa', invalid: [] })
    radio('applePay').click()
    await ripe(element)
    radio('card').click()
    await ripe(element)
    expect(reported).toEqual([
      [false, 'visa'],
      [true, 'unknown'],
      [false, 'visa'],
    ])
  })

  test('has the focus that the page gives the checkout', async () => {
    const { element, fixture, shadow, radio, wallet } = await arranged(layout)
    radio('applePay').click()
    await ripe(element)
    element.focus()
    expect([shadow.activeElement, fixture.request.includes('focus')]).toEqual([wallet(), false])
    radio('card').click()
    await ripe(element)
    element.focus()
    expect(shadow.activeElement).toBe(shadow.querySelector('iframe'))
  })
})

test('`submit()` pays by card where the methods are stacked', async () => {
  const { element, fixture } = await arranged('stack')
  void submitInPress(element)
  await ripe(element)
  expect([FakeApplePaySession.last, fixture.request.includes('submit')]).toEqual([undefined, true])
})

test('`submit()` pays with the only wallet of an order that no card can pay', async () => {
  const order = ticketOf({ ...facts, methods: ['applePay'] })
  const { element, fixture } = await mounted({ order }, (made) => {
    made.wallets = { applePay: apple }
    const { opened } = made
    made.opened = (outcome) => ({ ...opened.call(made, outcome), card: false })
  })
  void submitInPress(element)
  expect([FakeApplePaySession.last!.state, fixture.request.includes('submit')]).toEqual(['validating', false])
})

test('an order with a single method has nothing to choose', async () => {
  const { shadow } = await mounted({ layout: 'tabs', order: ticketOf({ ...facts, methods: ['card'] }) })
  expect(shadow.querySelector('.methods')).toBeNull()
})

test('after a decline by a wallet, the wallet is still the chosen one', async () => {
  const { element, fixture, radio, shadow } = await arranged('tabs')
  radio('applePay').click()
  await ripe(element)
  await fixture.host.concluded(outcomes.declined)
  await ripe(element)
  shadow.querySelector<HTMLElement>('[data-testid=retry]')!.click()
  await ripe(element)
  expect(radio('applePay').checked).toBe(true)
})

test.each(['stack', 'tabs', 'accordion'])(
  'why a wallet was declined that may pay later stands below its button, which has the focus, as %s',
  async (layout) => {
    const { element, fixture, radio, shadow, wallet } = await arranged(layout)
    fixture.onWallet = async () => outcomes.soft
    radio('applePay')?.click()
    await ripe(element)
    FakeApplePaySession.gesture = true
    wallet()!.click()
    FakeApplePaySession.gesture = false
    await ripe(element)
    FakeApplePaySession.last!.authorize({ version: 'EC_v1' })
    await expect.poll(() => element.state).toBe('declined')
    await ripe(element)
    const alerts = [...shadow.querySelectorAll('[role=alert]')]
    expect(alerts.map(({ textContent }) => textContent.includes(en.reasons.insufficient_funds))).toEqual([true])
    const gap = alerts[0]!.getBoundingClientRect().top - wallet()!.getBoundingClientRect().bottom
    expect([gap, shadow.activeElement]).toEqual([16, wallet()])
    expect(fixture.request).not.toContain('focus')
  },
)

describe('the marks', () => {
  const drawn = async (wallets: WalletOffers) => {
    const end = FakePaymentsClient.install()
    const { element, shadow } = await mounted(
      { layout: 'tabs', order: ticketOf({ ...facts, methods: all }) },
      (made) => {
        Object.assign(made, { wallets, codes: { sbp: {} } })
      },
    )
    await import('#element/methods/chosen-layout.ts')
    await ripe(element)
    end()
    return [...shadow.querySelectorAll('.method')].map((method) => [
      method.textContent.trim(),
      method.querySelector('path')!.getAttribute('d'),
      method.querySelector('.method-logo') !== null,
    ])
  }
  const all = ['card', 'applePay', 'googlePay', 'sbp']

  test('of real wallets are their logos, and differ from one another and from those of other methods', async () => {
    const marks = await drawn({ applePay: apple, googlePay: google })
    expect(marks.map(([name, , isLogo]) => [name, isLogo])).toEqual([
      ['Card', false],
      ['Apple Pay', true],
      ['Google Pay', true],
      ['SBP', false],
    ])
    expect(new Set(marks.map(([, path]) => path)).size).toBe(4)
  })

  test('of the sandbox’s wallets are no logos', async () => {
    const sheet = `${proxy}/sheet`
    const marks = await drawn({ applePay: { ...apple, sheet }, googlePay: { ...google, sheet } })
    expect(marks.map(([, , isLogo]) => isLogo)).toEqual([false, false, false, false])
    expect(new Set(marks.map(([, path]) => path)).size).toBe(3)
  })
})

test('the row of the card that is not chosen is as high as the others of an accordion', async () => {
  const { shadow, radio, element } = await arranged('accordion', {
    order: ticketOf({ ...facts, methods: ['card', 'applePay'] }),
  })
  radio('applePay').click()
  await ripe(element)
  const [card, other] = [...shadow.querySelectorAll('.method')].map((row) => row.getBoundingClientRect())
  expect(other!.top - card!.top).toBe(card!.height)
})

test('beside logos and icons the names of all methods begin at one edge, and the rows of an accordion are equally high', async () => {
  const { shadow } = await arranged('accordion')
  const rows = [...shadow.querySelectorAll('.method')]
  const names = rows.map((row) => row.querySelector('span')!.getBoundingClientRect())
  const pictures = rows.map((row) => row.querySelector('svg')!.getBoundingClientRect().height)
  expect(rows.length).toBe(2)
  for (const distinct of [names.map(({ left }) => left), pictures, rows.map(({ clientHeight }) => clientHeight)])
    expect(new Set(distinct).size).toBe(1)
})

describe('after a wallet', () => {
  const paid = async (outcome: Outcome) => {
    const { element, fixture, radio, shadow } = await arranged('tabs')
    radio('applePay').click()
    await ripe(element)
    fixture.onWallet = async () => outcome
    void submitInPress(element)
    await ripe(element)
    FakeApplePaySession.last!.authorize({ version: 'EC_v1' })
    await ticked(fixture, element)
    const rows = [...shadow.querySelectorAll('.receipt div')].map((row) =>
      row.textContent.replaceAll(/\s+/g, ' ').trim(),
    )
    return { rows, retry: shadow.querySelector('[data-testid=retry]')?.textContent }
  }

  test.each([
    [{ brand: 'visa' }, 'Card Apple Pay (Visa)'],
    [undefined, 'Card Apple Pay'],
  ])('the receipt names it, with %o', async (receipt, words) => {
    const { rows } = await paid({ ...outcomes.paid, ...(receipt && { receipt }) })
    expect(rows).toContain(words)
  })

  test('was declined, no other card is asked for, since the form has none', async () => {
    const { retry } = await paid({ ...outcomes.declined, kind: 'hard' })
    expect(retry).toBe(en.checkout.tryAgain)
  })
})
