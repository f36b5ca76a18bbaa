import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { language as en } from '#texts/languages/en.ts'
import { SLOW } from '#browser/slow.ts'
import type { Outcome } from '#contract/checkout.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { mounted, pay, ripe, type Fixture } from '../element/fixture.ts'
import { FakeApplePaySession } from './fake-apple-pay.ts'
import { FakePaymentsClient } from './fake-google-pay.ts'
import { apple, google } from './offers.ts'

const { submitting, slow, troubleLost } = en.checkout
const inWallet = 'Continue in Apple Pay…'

let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  for (const end of uninstall) end()
  document.body.replaceChildren()
})

/** An order that only wallets can pay. */
function withoutCard(made: Fixture): void {
  const { opened } = made
  made.opened = (outcome) => ({ ...opened.call(made, outcome), card: false })
}

/** A checkout whose Apple Pay is chosen, above a paragraph of the page, and what is shown and announced of a payment. */
async function arranged(layout: string, methods: readonly string[] = ['card', 'applePay', 'googlePay'], locale = 'en') {
  let settle!: (outcome: Outcome) => void
  const order = ticketOf({ ...facts, methods })
  const mountedOne = await mounted({ layout, order, locale }, (made) => {
    made.wallets = { applePay: apple, googlePay: google }
    made.onWallet = () => new Promise((resolve) => (settle = resolve))
    if (!methods.includes('card')) withoutCard(made)
  })
  const { element, fixture, shadow } = mountedOne
  const below = document.createElement('p')
  below.textContent = 'The page goes on.'
  document.body.append(below)
  await import('#element/methods/chosen-layout.ts')
  await ripe(element)
  shadow.querySelector<HTMLElement>('#method-applePay')?.click()
  await ripe(element)
  const button = shadow.querySelector<HTMLElement>('[data-testid=wallet-apple-pay]')!
  const announced: string[] = []
  const region = shadow.querySelector('.unseen')!
  new MutationObserver(() => announced.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  const after = async (ms: number) => {
    await fixture.clock.pass(ms)
    await ripe(element)
  }
  return {
    ...mountedOne,
    announced,
    button,
    after,
    line: () => shadow.querySelector<HTMLElement>('.express-paying'),
    shown: () => shadow.querySelector('.express-paying')?.textContent.trim(),
    top: () => below.getBoundingClientRect().top,
    end: async (outcome: Outcome) => {
      settle(outcome)
      await ripe(element)
    },
    press: async () => {
      FakeApplePaySession.gesture = true
      button.click()
      FakeApplePaySession.gesture = false
      await ripe(element)
    },
    confirm: async () => {
      FakeApplePaySession.last!.authorize({ version: 'EC_v1' })
      await ripe(element)
    },
  }
}

const layouts = [
  ['stack', undefined],
  ['tabs', undefined],
  ['accordion', undefined],
  ['stack', ['applePay', 'googlePay']],
  ['tabs', ['applePay', 'googlePay']],
  ['accordion', ['applePay', 'googlePay']],
] as const

describe.each(layouts)('a wallet that pays as %s, of %s', (layout, methods) => {
  test('is told by the look of its button, and in words over the buttons once it takes long', async () => {
    const { press, confirm, shown, after, announced, button, line, shadow, end } = await arranged(layout, methods)
    const others = [...shadow.querySelectorAll<HTMLElement>('.express > button')].filter((one) => one !== button)
    const looks = () => ({
      spins: getComputedStyle(button, '::before').animationName === 'turn',
      opacity: getComputedStyle(button).opacity,
      others: others.map((one) => getComputedStyle(one).opacity),
    })
    const calm = { spins: false, opacity: '1', others: others.map(() => '1') }
    const paying = { spins: true, opacity: '1', others: others.map(() => '0.4') }
    expect([shown(), looks()]).toEqual([undefined, calm])
    await press()
    expect([shown(), looks()]).toEqual([undefined, paying])
    await confirm()
    await after(SLOW - 1)
    expect([shown(), looks()]).toEqual([undefined, paying])
    await after(1)
    expect(shown()).toBe(slow)
    const [cover, place] = [line()!.getBoundingClientRect(), button.parentElement!.getBoundingClientRect()]
    expect([cover.top, cover.left, cover.width]).toEqual([place.top, place.left, place.width])
    expect(announced).toEqual([inWallet, submitting, slow])
    expect([button.inert, line()!.querySelectorAll(':not([aria-hidden])').length]).toEqual([true, 0])
    expect(shadow.querySelectorAll('.express-paying')).toHaveLength(1)
    await end(outcomes.soft)
    expect([shown(), looks()]).toEqual([undefined, calm])
    await press()
    await confirm()
    expect([shown(), looks()]).toEqual([undefined, paying])
  })

  test('has a tick on its button before the result', async () => {
    const { press, confirm, end, button, shadow, after } = await arranged(layout, methods)
    await press()
    await confirm()
    await end(outcomes.paid)
    expect([button.isConnected, getComputedStyle(button, '::before').rotate]).toEqual([true, '45deg'])
    await after(360)
    expect([button.isConnected, shadow.querySelector('.screen h2') !== null]).toEqual([false, true])
  })

  test('says that the connection is lost while it is', async () => {
    const { press, confirm, shown, after, announced, fixture } = await arranged(layout, methods)
    await press()
    await confirm()
    // Until then the frame finds out whether anything can be sent.
    fixture.isOffline = true
    await after(1_999)
    expect(shown()).toBeUndefined()
    await after(1)
    expect(shown()).toBe(troubleLost)
    await after(SLOW)
    expect(shown()).toBe(troubleLost)
    fixture.isOffline = false
    await after(1_000)
    expect(shown()).toBe(slow)
    expect(announced).toEqual([inWallet, submitting, troubleLost, slow])
  })

  test.each(['en', 'el'])('moves nothing that is below, in %s', async (locale) => {
    document.body.style.inlineSize = '340px'
    const { press, confirm, shown, after, top, line } = await arranged(layout, methods, locale)
    const tops = [top()]
    for (const step of [press, confirm, () => after(SLOW)]) {
      await step()
      tops.push(top())
    }
    document.body.style.inlineSize = ''
    expect(shown()).toBeTruthy()
    expect(line()!.scrollWidth).toBeLessThanOrEqual(line()!.clientWidth)
    expect(new Set(tops).size).toBe(1)
  })

  test.each([
    ['the result', outcomes.paid, 'paid'],
    ['a decline', outcomes.soft, 'declined'],
    ['a result that is not known yet', outcomes.pending, 'pending'],
  ])('shows nothing of it with %s', async (_, outcome, state) => {
    const { press, confirm, shown, after, end, element, announced } = await arranged(layout, methods)
    await press()
    await confirm()
    await end(outcome)
    announced.length = 0
    await after(SLOW)
    expect([element.state, shown(), announced.includes(slow)]).toEqual([state, undefined, false])
  })

  test('shows nothing when its sheet is closed', async () => {
    const { press, shown, after, element, button, announced } = await arranged(layout, methods)
    await press()
    FakeApplePaySession.last!.cancel()
    await ripe(element)
    expect([element.state, shown(), button.hasAttribute('data-paying')]).toEqual(['ready', undefined, false])
    await after(SLOW)
    expect([shown(), announced]).toEqual([undefined, [inWallet, '']])
  })
})

test('a wallet that pays beside a form dims it, and nothing else does', async () => {
  const { press, confirm, shadow } = await arranged('stack')
  const opacity = () => getComputedStyle(shadow.querySelector('.place')!).opacity
  await press()
  await confirm()
  expect(opacity()).toBe('0.5')
  document.body.replaceChildren()
  const byCard = await arranged('stack')
  await pay(byCard.fixture, byCard.element)
  expect([getComputedStyle(byCard.shadow.querySelector('.place')!).opacity, byCard.shown()]).toEqual(['1', undefined])
})
