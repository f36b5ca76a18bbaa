import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { language as de } from '#texts/languages/de.ts'
import { translate, type Translator, type TranslatorKind } from '../translate.ts'
import { facts, fillCard, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let translator: Translator | undefined
afterEach(() => {
  translator?.undo()
  translator = undefined
  fixture.drop()
})

const visa = { bindingId: 'binding-v', maskedPan: '411111**1111', brand: 'visa', expiry: '203412', expired: false }
const old = { bindingId: 'binding-o', maskedPan: '555555**5599', expiry: '202912', expired: true, label: 'Work' }

const main = () => document.querySelector('main')!
/** What the form says, without the marks of a translation. */
const words = () => main().textContent.replaceAll(/[«»]/g, '')

/** The next order of the page, of another amount. */
async function nextOrder(): Promise<void> {
  const [first] = fixture.answers['/api/checkout'] as [object]
  fixture.answers['/api/checkout'] = [{ ...first, ...facts, amount: 7770, orderNumber: 'A-2' }]
  await fixture.frame.open({ ticket: 'the.next.ticket', locale: 'en', appearance: { scheme: 'light' } })
}

async function inGerman(): Promise<void> {
  fixture.answers['/api/texts/de'] = [{ card: de.card, locale: 'de', direction: 'ltr' }]
  await fixture.frame.restyle({ locale: 'de', appearance: { scheme: 'light' } })
  await expect.poll(() => document.documentElement.lang).toBe('de')
}

/** What happens to a form, by name; each begins with an order with two stored cards and an address. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'another order': nextOrder,
  'another language': inGerman,
  'errors, and then others': async () => {
    await page.getByTestId('use-another-card').click()
    await fixture.frame.submit()
    await fillCard('5555 5555')
    await fixture.frame.submit()
  },
  'errors that go': async () => {
    await page.getByTestId('use-another-card').click()
    await fixture.frame.submit()
    await fillCard()
    await page.getByLabelText('City').click()
  },
  'a card that is not removed, and one that is': async () => {
    fixture.answers['/api/cards/remove'] = ['lost', { savedCards: [visa] }]
    await page.getByTestId('remove-card').first().click()
    await page.getByTestId('remove-confirm').click()
    await expect.poll(() => words()).toContain('could not be removed')
    await page.getByTestId('remove-confirm').click()
    await expect.poll(() => words()).toContain('has been removed')
  },
  'a note above the button': () => fixture.frame.note('troubleLost'),
}

/** What the form says after a change, with a translator or without. */
async function after(change: () => Promise<unknown>, kind?: TranslatorKind): Promise<string> {
  fixture = await openFixture({ savedCards: [old, visa], asks: [{ data: 'billing' }] })
  if (kind) translator = translate(document.body, kind)
  await change()
  return words()
}

describe.each<TranslatorKind>(['font', 'text', 'beside'])('on a page that is translated by way of %s', (kind) => {
  test.each(Object.entries(changes))(
    'the form is current after %s, and when the translation is undone',
    async (_, change) => {
      const plain = await after(change)
      fixture.drop()
      const translated = await after(change, kind)
      if (kind !== 'beside') expect(translated).toBe(plain)
      translator!.undo()
      expect(words()).toBe(plain)
      await nextOrder()
      expect(page.getByTestId('amount').element().textContent).toMatch(/77[.,]70/)
    },
  )

  test('its heading and its button name the amount of the order, which is not translated', async () => {
    await after(nextOrder, kind)
    expect(page.getByTestId('amount').element().textContent).toBe('€77.70')
    expect(document.querySelector('h1')!.textContent).toContain('€77.70')
    expect(words()).not.toContain('1,299')
    expect(main().innerHTML).not.toMatch(/«[^«»]*(77\.70|1111|5599|Visa)/)
  })

  test('a choice keeps the focus while its label changes', async () => {
    fixture = await openFixture({ savedCards: [old, visa] })
    translator = translate(document.body, kind)
    const radio = document.querySelector<HTMLInputElement>('#another input')!
    radio.focus()
    await inGerman()
    expect(document.activeElement).toBe(radio)
    expect(document.querySelector('#another')!.textContent).toContain(de.card.anotherCard)
  })
})

test('what does not change stays translated', async () => {
  fixture = await openFixture()
  translator = translate(document.body)
  const before = main().textContent
  expect(before).toContain('«Card number»')
  await fixture.frame.open({ ticket: 'the.order.ticket', locale: 'en', appearance: { scheme: 'light' } })
  await page.getByLabelText('Name on card').fill('JANE')
  expect(main().textContent).toBe(before)
})

test('what is the same in every language stays: brands, the digits of a card, its date and the example of a code', async () => {
  fixture = await openFixture({ savedCards: [old, visa], asks: [{ data: 'billing' }], brandChoice: true })
  translator = translate(document.body)
  const translated = (of: RegExp) => main().innerHTML.match(new RegExp(`«[^«»]*(${of.source})`, 'g')) ?? []
  expect(words()).toMatch(/Visa.*1111.*12 \/ 34/s)
  expect(translated(/Visa|1111|12 \/ 34/)).toEqual([])
  await page.getByTestId('use-another-card').click()
  await fillCard('6764540000000016')
  await page.getByLabelText('ZIP code').fill('9501')
  await fixture.frame.submit()
  expect(words()).toMatch(/Maestro.*Mir.*look like \u206695014/s)
  expect(document.querySelector('#number-brand')!.textContent).toBe('Maestro / Mir')
  expect(translated(/Maestro|Mir|95014/)).toEqual([])
})
