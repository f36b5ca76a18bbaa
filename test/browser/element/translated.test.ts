import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { states } from '#element/state/checkout-state.ts'
import { SLOW } from '#bridge/slow.ts'
import { translate, type Translator, type TranslatorKind } from '../../outside/translate.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { FakeApplePaySession } from '../wallets/fake-apple-pay.ts'
import { FakePaymentsClient } from '../wallets/fake-google-pay.ts'
import { apple, google } from '../wallets/offers.ts'
import { at, mounted, pay, ripe, type Fixture } from './fixture.ts'

let translator: Translator | undefined
let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  translator?.undo()
  translator = undefined
  for (const end of uninstall) end()
  document.body.replaceChildren()
})

type Opened = Awaited<ReturnType<typeof mounted>>

/** What a checkout says, without the marks of a translation, spaces and pictures. */
const words = ({ shadow }: Opened): string =>
  shadow.querySelector('.box')!.textContent.replaceAll(/[«»]/g, '').replaceAll(/\s+/g, ' ')

const withWallets = (made: Fixture) => void (made.wallets = { applePay: apple, googlePay: google })

async function arranged(layout: string): Promise<Opened> {
  const order = ticketOf({ ...facts, methods: ['card', 'applePay', 'googlePay'] })
  const opened = await mounted({ layout, order }, withWallets)
  await import('#element/wallets/methods.ts')
  await ripe(opened.element)
  opened.shadow.querySelector<HTMLElement>('#method-applePay')?.click()
  await ripe(opened.element)
  return opened
}

/** The payment waits so long at the bank that its page may be opened elsewhere. */
async function lateAtBank(): Promise<Opened> {
  const opened = await at('authenticating')
  await opened.fixture.clock.pass(60_000)
  await ripe(opened.element)
  return opened
}

async function slowLoading(): Promise<Opened> {
  const opened = await at('loading')
  await opened.fixture.clock.pass(SLOW)
  await ripe(opened.element)
  return opened
}

async function withReceipt(): Promise<Opened> {
  const receipt = { brand: 'mir', lastDigits: '0004', at: Date.UTC(2026, 10, 25, 14, 3) }
  return mounted({}, (made) => (made.onOpen = { ...outcomes.paid, receipt }))
}

const softDecline = () => mounted({}, (made) => (made.onOpen = outcomes.soft))

/** Every screen, by name. */
const screens: Readonly<Record<string, () => Promise<Opened>>> = {
  ...Object.fromEntries(states.map((state) => [state, () => at(state)])),
  'slow loading': slowLoading,
  'late at the bank': lateAtBank,
  'a receipt': withReceipt,
  'a soft decline': softDecline,
  'wallets in a stack': () => arranged('stack'),
  'methods as tabs': () => arranged('tabs'),
  'methods as an accordion': () => arranged('accordion'),
  'wallets that came late': () => mounted({}, withWallets),
  'wallets that did not come': () =>
    mounted({ order: ticketOf({ ...facts, methods: ['card', 'googlePay'] }) }, (made) => (made.wallets = {})),
}

async function inGerman(opened: Opened): Promise<Opened> {
  opened.element.locale = 'de'
  await ripe(opened.element)
  return opened
}

describe.each<TranslatorKind>(['font', 'text'])('on a page that is translated by way of %s', (kind) => {
  test.each(Object.entries(screens))(
    '%s is current in another language, and when the translation is undone',
    async (_, open) => {
      const plain = await open()
      const [english, german] = [words(plain), words(await inGerman(plain))]
      plain.element.remove()
      const opened = await open()
      translator = translate(opened.shadow, kind)
      expect(words(opened)).toBe(english)
      await inGerman(opened)
      expect(words(opened)).toBe(german)
      translator.undo()
      expect(words(opened)).toBe(german)
    },
  )
})

test('a payment ends with the amount that was charged, in every sentence, and no translator changes it', async () => {
  const opened = await at('ready')
  translator = translate(opened.shadow)
  opened.fixture.onOpen = { ...outcomes.open, orderNumber: 'A-2', amount: 777_000 }
  opened.element.order = ticketOf({ ...facts, orderNumber: 'A-2', amount: 777_000 })
  await ripe(opened.element)
  await pay(opened.fixture, opened.element)
  const receipt = { brand: 'mir', lastDigits: '0004', at: 0 }
  await opened.fixture.host.concluded({ ...outcomes.paid, orderNumber: 'A-2', amount: 777_000, receipt })
  await ripe(opened.element)
  const screen = opened.shadow.querySelector('.screen')!
  const amounts = [...screen.querySelectorAll('bdi')].map(({ textContent }) =>
    textContent.trim().replaceAll(/\s+/g, ' '),
  )
  expect(amounts.filter(Boolean)).toEqual([
    'RUB 7,770.00',
    'RUB 7,770.00',
    'Mir •••• 0004',
    '•••• 0004',
    expect.any(String),
    'A-2',
  ])
  expect(screen.textContent).not.toContain('1,299')
  expect(screen.innerHTML).not.toMatch(/«[^«»]*(7,770|0004|Mir|A-2)/)
  expect(screen.querySelector('h2')!.innerHTML).toContain('«')
})
