import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { translate, type Translator, type TranslatorKind } from '../translate.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { FakeApplePaySession } from '../wallets/fake-apple-pay.ts'
import { FakePaymentsClient } from '../wallets/fake-google-pay.ts'
import { screens, type Opened } from './every-screen.ts'
import { at, pay, ripe, ticked } from './fixture.ts'

let translator: Translator | undefined
let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  translator?.undo()
  translator = undefined
  for (const end of uninstall) end()
  document.body.replaceChildren()
})

/** What a checkout says, without the marks of a translation, spaces and pictures. */
const words = ({ shadow }: Opened): string =>
  shadow.querySelector('.box')!.textContent.replaceAll(/[«»]/g, '').replaceAll(/\s+/g, ' ')

/** The translations of what is the same in every language; a sentence for screen readers, and one with a wallet, may be one. */
function wrong({ shadow }: Opened): readonly string[] {
  const seen = shadow.querySelector('.box')!.cloneNode(true) as Element
  for (const unseen of seen.querySelectorAll('.unseen')) unseen.remove()
  return seen.innerHTML.match(/«(?:Apple Pay|Google Pay|[^«»]*(?:1,299|A-1|Mir|0004)[^«»]*)»/g) ?? []
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
      expect([words(opened), wrong(opened)]).toEqual([english, []])
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
  await ticked(opened.fixture, opened.element)
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
