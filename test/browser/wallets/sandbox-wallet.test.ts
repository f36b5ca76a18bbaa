import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import axe from 'axe-core'
import type { RequestedData } from '#contract/payment-methods.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import { SHEET_TIMEOUT } from '#element/methods/sandbox-wallet.ts'
import { walletTestIds } from '../../support/wallet-test-ids.ts'
import { mounted, ripe } from '../element/fixture.ts'
import { facts, ticketOf } from '../../unit/element/outcomes.ts'
import { apple, google, unpacked } from './offers.ts'

afterEach(async () => {
  document.body.replaceChildren()
  await page.viewport(800, 600)
})

/** The page's own origin in the place of the wallets', so that a test can send the sheet's messages. */
const sheet = `${location.origin}/applePay`

async function offered(asks?: RequestedData[], attributes: Record<string, string> = {}) {
  const fixture = await mounted(attributes, (setup) => {
    setup.wallets = {
      applePay: { ...apple, sheet, ...(asks && { asks }) },
      googlePay: { ...google, sheet: sheet.replace('apple', 'google') },
    }
  })
  const button = (name: WalletName) =>
    fixture.shadow.querySelector<HTMLElement>(`[data-testid=${walletTestIds[name]}]`)!
  const dialog = () => fixture.shadow.querySelector<HTMLDialogElement>('dialog.wallet')
  return { ...fixture, button, dialog }
}

test('three ways are named in one line each on a phone', async () => {
  for (const width of [320, 360]) {
    await page.viewport(width, 600)
    const order = ticketOf({ ...facts, methods: ['card', 'applePay', 'googlePay', 'sbp'] })
    const { shadow } = await mounted({ order, locale: 'ru' }, (setup) => {
      setup.wallets = { applePay: { ...apple, sheet }, googlePay: { ...google, sheet } }
      setup.codes = { sbp: { stores: false } }
    })
    const buttons = [...shadow.querySelectorAll<HTMLElement>('.express > button')]
    expect(buttons.map(({ offsetHeight }) => offsetHeight)).toEqual([48, 48, 48])
    expect(buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)).toEqual([])
    document.body.replaceChildren()
  }
})

async function opened(name: WalletName = 'applePay', asks?: RequestedData[]) {
  const fixture = await offered(asks)
  fixture.button(name).focus()
  fixture.button(name).click()
  await ripe(fixture.element)
  const frame = fixture.dialog()!.querySelector('iframe')!
  const address = new URL(frame.src)
  const nonce = address.searchParams.get('nonce')!
  const post = async (word: object, source: Window | null = frame.contentWindow, origin = location.origin) => {
    dispatchEvent(new MessageEvent('message', { data: { tender: 'wallet', nonce, ...word }, source, origin }))
    await ripe(fixture.element)
  }
  return { ...fixture, frame, address, post }
}

test('both wallets are shown, and named as those of the sandbox, which no translator changes', async () => {
  const { button, element } = await offered()
  expect(button('applePay').textContent).toBe('Apple Pay (sandbox)')
  expect(button('googlePay').textContent).toBe('Google Pay (sandbox)')
  expect([button('applePay').translate, button('googlePay').translate]).toEqual([false, false])
  const { violations } = await axe.run(element, { iframes: false, rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

test.each([
  ['de', 'Mit Apple Pay (sandbox) bezahlen'],
  ['ar', 'ادفع عبر \u2068Apple Pay (sandbox)\u2069'],
])('in %s they show their names, and are read as a sentence', async (locale, sentence) => {
  const { button, element } = await offered()
  element.locale = locale
  await expect.poll(() => button('applePay').getAttribute('aria-label')).toBe(sentence)
  expect(button('applePay').textContent).toBe('Apple Pay (sandbox)')
})

test('as tabs on the smallest phone no word of their names is broken', async () => {
  await page.viewport(264, 600)
  document.body.style.margin = '0'
  const { shadow } = await offered(undefined, { layout: 'tabs' })
  await expect.poll(() => shadow.querySelectorAll('.method').length).toBe(3)
  const range = document.createRange()
  const broken = [...shadow.querySelectorAll('.method span')].flatMap((name) => {
    const text = [...name.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)!
    return [...text.textContent!.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1
    })
  })
  expect(broken.map(([word]) => word)).toEqual([])
})

describe('the sheet', () => {
  test('is asked with the order, the shop’s origin and a nonce, and is confined', async () => {
    const { address, frame, dialog } = await opened('googlePay')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      orderNumber: 'A-1001',
      amount: '129900',
      currency: '643',
      merchantName: 'Kettle & Cup',
      merchant: 'shop-api',
      networks: 'visa,mastercard,mir',
      authMethods: 'PAN_ONLY,CRYPTOGRAM_3DS',
      locale: 'en',
      nonce: 'a-nonce-of-the-fixture',
      origin: location.origin,
    })
    expect([...frame.sandbox].toSorted()).toEqual(['allow-forms', 'allow-same-origin', 'allow-scripts'])
    expect(dialog()!.matches(':modal')).toBe(true)
  })

  test('gives a token, and is gone', async () => {
    const { post, element, fixture: setup, dialog } = await opened()
    await post({ ready: true })
    await post({ token: '{"version":"EC_v1"}' })
    expect(dialog()).toBeNull()
    const [sent] = setup.request.filter((call) => call.startsWith('payByWallet applePay '))
    expect(unpacked(sent!.replace('payByWallet applePay ', ''))).toEqual({ version: 'EC_v1' })
    expect(element.state).toBe('paid')
  })

  test('is asked for what the order lacks of the payer, and gives it along', async () => {
    const asks = ['email', 'billing'] as const
    const { post, address, fixture: setup } = await opened('applePay', [...asks])
    expect(address.searchParams.get('asks')).toBe('email,billing')
    await post({
      token: '{}',
      contact: { email: 'p@wallet.example', phone: '37060000000', lines: ['1 Wallet Street'] },
    })
    expect(setup.payers).toEqual([{ email: 'p@wallet.example', billing: { billingAddressLine1: '1 Wallet Street' } }])
  })

  test.each([
    ['of another window', { token: '{}' }, window, location.origin],
    ['of another origin', { token: '{}' }, undefined, 'https://evil.example'],
    ['with another nonce', { token: '{}', nonce: 'guessed' }, undefined, location.origin],
    ['without a token', { token: 17 }, undefined, location.origin],
    ['of another kind', { token: '{}', tender: 'hello' }, undefined, location.origin],
  ])('does not listen to a word %s', async (_, word, source, origin) => {
    const { post, element, dialog } = await opened()
    await post(word, source, origin)
    expect([element.state, dialog()!.open]).toEqual(['submitting', true])
  })

  test('is cancelled by its own word, and the focus is back on the button', async () => {
    const { post, element, dialog, shadow, button } = await opened()
    await post({ cancelled: true })
    expect([element.state, dialog()]).toEqual(['ready', null])
    await expect.poll(() => shadow.activeElement).toBe(button('applePay'))
  })

  test('is cancelled by Escape', async () => {
    const { element, dialog } = await opened()
    dialog()!.focus()
    await userEvent.keyboard('{Escape}')
    await ripe(element)
    expect([element.state, dialog()]).toEqual(['ready', null])
  })

  test('is cancelled by a press beside it', async () => {
    const { element, dialog } = await opened()
    dialog()!.click()
    await ripe(element)
    expect([element.state, dialog()]).toEqual(['ready', null])
  })

  test('that does not show itself is given up, and reported', async () => {
    const { element, fixture: setup, dialog, shadow } = await opened()
    await setup.clock.pass(SHEET_TIMEOUT)
    await ripe(element)
    expect([element.state, dialog()]).toEqual(['ready', null])
    const alert = () => shadow.querySelector('[role=alert]')!.textContent
    expect(alert()).toContain('Apple Pay (sandbox) could not complete the payment.')
    element.locale = 'ar'
    await expect.poll(alert).toContain('عبر Apple Pay (sandbox).')
    element.texts = { checkout: { troubleWallet: 'Please pay by card.' } }
    await expect.poll(alert).toBe('Please pay by card.')
    expect(setup.complaints.join()).not.toContain('config_texts')
  })

  test('that has shown itself may take its time', async () => {
    const { element, fixture: setup, dialog, post } = await opened()
    await post({ ready: true })
    await setup.clock.pass(10 * SHEET_TIMEOUT)
    await ripe(element)
    expect([element.state, dialog()!.open]).toEqual(['submitting', true])
  })

  test('goes with an order that is settled elsewhere', async () => {
    const { element, fixture: setup, dialog } = await opened()
    await setup.host.concluded({ state: 'paid', orderNumber: 'A-1001', amount: 129_900, currency: '643' })
    await ripe(element)
    expect([element.state, dialog()]).toEqual(['paid', null])
  })

  test('fits a phone', async () => {
    await page.viewport(320, 568)
    const { dialog } = await opened()
    for (const animation of dialog()!.getAnimations()) animation.finish()
    const { left, right, bottom } = dialog()!.getBoundingClientRect()
    expect([left, right, Math.round(bottom)]).toEqual([0, 320, 568])
  })
})

test('a sheet on plain http of another machine is left out', async () => {
  const { shadow } = await mounted({}, (setup) => {
    setup.wallets = { applePay: { ...apple, sheet: 'http://wallets.example/applePay' } }
  })
  expect(shadow.querySelector('.express')).toBeNull()
})

test('the wallets of the last order are not shown for the next', async () => {
  const { element, fixture: setup, shadow } = await offered()
  setup.wallets = {}
  await setup.card.open(setup.openings[0]!)
  await ripe(element)
  expect(shadow.querySelector('.express')).toBeNull()
})
