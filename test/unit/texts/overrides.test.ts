import { describe, expect, test } from 'vitest'
import type { CardFrame } from '#bridge/protocol.ts'
import { FormTexts } from '#card-frame/form/form-texts.ts'
import { OwnTexts } from '#element/i18n/own-texts.ts'
import { language as en } from '#texts/languages/en.ts'
import { locales } from '#texts/locales.ts'
import { frameTexts } from '#texts/texts.ts'

/** The texts of a form, with what it shows last. */
function form() {
  const shown = { title: '', texts: frameTexts(en) }
  const texts = new FormTexts(
    {
      show: ({ texts }) => Object.assign(shown, { texts }),
      setLocale: () => {},
      setTitle: (title) => Object.assign(shown, { title }),
    },
    { now: () => 0, sleep: () => new Promise(() => {}) },
    frameTexts(en),
  )
  return { texts, shown }
}

describe('the card frame', () => {
  test.each([
    ['pay', 'Buy for {amount}'],
    ['pay', '{amount} – Donate'],
    ['hold', '{amount}'],
    ['form', 'Your card'],
    ['cvcShort', 'It has {length} digits.'],
    ['expiryHint', 'MM / 20YY'],
    ['saveSchedule', '{day}, {period}'],
    ['troubleOffline', 'We are offline.'],
    ['addressLine2', 'Staircase'],
    ['stateMissing', 'Choose a state.'],
    ['addressLong', 'At most {length}: {field}'],
    ['addressLong', 'This is too long.'],
    ['phoneHint', 'Include the country code'],
    ['phoneHint', 'Such as {example}'],
    ['postalCodeWrong', 'Check the {field}, such as {example}.'],
    ['postalCodeWrong', '{example}'],
    ['postalCodeWrong', 'Check the {field}.'],
    ['postalCodeWrong', 'This is no code.'],
    ['number', 'x'.repeat(300)],
    ['number', '𝒳'.repeat(300)],
    ['number', '<b>Number</b>'],
  ])('shows %s as %s', async (key, text) => {
    const { texts, shown } = form()
    expect(await texts.override({ [key]: text })).toEqual([])
    expect(shown.texts).toEqual({ ...frameTexts(en), [key]: text })
    expect(shown.title).toBe(key === 'form' ? text : en.card.form)
  })

  const once = 'must have {amount} once'
  const beside = 'must have no digit, currency sign or combining mark beside {amount}'
  const plain = 'must be plain text of 1 to 300 characters'

  test.each([
    ['pay', 'Pay now', once],
    ['hold', 'Reserve', once],
    ['charge', 'Charge {amount} of {amount}', once],
    ['pay', 'Pay {amount}, {fee}', once],
    ['pay', 'Pay { amount }', once],
    ['pay', 'Pay 1 or {amount}', beside],
    ['pay', 'Pay $ instead of {amount}', beside],
    ['pay', 'Pay １ {amount}', beside],
    ['pay', 'ادفع ١ {amount}', beside],
    ['pay', 'Pay {amount}\u0336', beside],
    ['pay', 'Pay \u202e{amount}', plain],
    ['pay', '', plain],
    ['pay', '\u00a0', plain],
    ['pay', `Pay {amount}\n`, plain],
    ['pay', `{amount}${'x'.repeat(300)}`, plain],
    ['pay', 7, plain],
    ['pay', null, plain],
    ['pay', { toString: 'x' }, plain],
    ['number', 'Number {amount}', 'must have no placeholder'],
    ['savedSchedule', 'Every {period}.', 'must have {day} {period} once'],
    ['addressLine2', '{field}', 'must have no placeholder'],
    ['postalCodeWrong', '{field}: {field}?', 'may have {example} {field} once'],
    ['postalCodeWrong', '{field} of {amount}', 'may have {example} {field} once'],
    ['postalCodeWrong', '{amount}', 'may have {example} {field} once'],
    ['postalCodeWrong', { toString: 'x' }, plain],
    ['postalCodeWrong', null, plain],
    ['addressLong', '{length} {length}', 'may have {field} {length} once'],
    ['phoneHint', 'Such as {number}', 'may have {example} once'],
    ['payNow', 'Pay', 'is not known'],
    ['constructor', 'Pay', 'is not known'],
    ['toString', 'Pay', 'is not known'],
  ])('keeps its own %s in place of %j', async (key, text, rule) => {
    const { texts, shown } = form()
    expect(await texts.override({ [key]: text, email: 'Your e-mail' })).toEqual([`"texts.card.${key}" ${rule}.`])
    expect(shown.texts).toEqual({ ...frameTexts(en), email: 'Your e-mail' })
  })

  test('does not change what all objects inherit', async () => {
    const { texts, shown } = form()
    expect(await texts.override(JSON.parse('{"__proto__": "x"}'))).toEqual(['"texts.card.__proto__" is not known.'])
    expect(Object.getPrototypeOf(shown.texts)).toBe(Object.prototype)
  })

  test.each([[undefined], [null], [7], [{}]])('has its own texts again after %j', async (nothing) => {
    const { texts, shown } = form()
    await texts.override({ number: 'No.' })
    expect(await texts.override(nothing)).toEqual([])
    expect(shown.texts).toEqual(frameTexts(en))
  })

  test('keeps the page’s texts in another language', async () => {
    const { texts, shown } = form()
    await texts.override({ number: 'No.', form: 'My card' })
    const card = frameTexts(await locales.get('de')!.load())
    const change = texts.setLocale({ locale: 'de', direction: 'ltr', card: card as unknown as Record<string, string> })
    expect(change).toEqual({ locale: 'de', texts: { ...card, numbers: '', number: 'No.', form: 'My card' } })
    expect(shown.title).toBe('My card')
  })

  test('shows a text of its document in place of one that an older proxy lacks', async () => {
    const { texts } = form()
    const { noRoom, ...card } = frameTexts(await locales.get('de')!.load())
    const change = texts.setLocale({ locale: 'de', direction: 'ltr', card })
    expect(noRoom).not.toBe('')
    expect(change.texts).toEqual({ ...card, numbers: '', noRoom: en.card.noRoom })
  })
})

/** What an element with these texts shows in English, sends its frame and complains of. */
function elementWith(given: unknown) {
  const frame: unknown[] = []
  const complaints: string[] = []
  const own = new OwnTexts(given, { complain: (line) => void complaints.push(line) })
  const texts = own.over(en)
  own.report()
  own.post({ override: async (sent: unknown) => (frame.push(sent), []) } as unknown as CardFrame)
  return { texts, frame: frame[0], complaints, own }
}

test('the frame shows the texts that the page has set last', async () => {
  const { texts, shown } = form()
  const calls = [texts.override({ number: 'First' }), texts.override({ expiry: 'Second' })]
  expect(await Promise.all(calls)).toEqual([[], []])
  expect(shown.texts).toEqual({ ...frameTexts(en), expiry: 'Second' })
})

describe('the element', () => {
  test('shows its own part of the texts, and sends the frame the rest', () => {
    const { texts, frame, complaints } = elementWith({
      checkout: { paid: 'Thanks', slow: 'One moment…', troubleOffline: 'We are offline.' },
      card: { anotherCard: 'Other card', pay: 'Buy for {amount}' },
      reasons: { cancelled: 'As you like.' },
    })
    expect(complaints).toEqual([])
    expect(frame).toEqual({
      slow: 'One moment…',
      troubleOffline: 'We are offline.',
      anotherCard: 'Other card',
      pay: 'Buy for {amount}',
    })
    const { checkout, reasons, card } = texts
    expect([checkout.paid, reasons.cancelled, card.anotherCard]).toEqual(['Thanks', 'As you like.', 'Other card'])
    expect([checkout.held, reasons.technical]).toEqual([en.checkout.held, en.reasons.technical])
  })

  const english = { checkout: en.checkout, card: en.card, reasons: en.reasons }
  const part = 'must be an object of texts, named "checkout", "card" or "reasons"'

  test.each([
    [{ checkout: { paidHint: 'Thanks' } }, '"texts.checkout.paidHint" must have {amount} once.'],
    [{ checkout: { payed: 'Thanks' } }, '"texts.checkout.payed" is not known.'],
    [{ reasons: { technical: 5 } }, '"texts.reasons.technical" must be plain text of 1 to 300 characters.'],
    [{ pay: 'Buy' }, `"texts.pay" ${part}.`],
    [{ card: 'Buy' }, `"texts.card" ${part}.`],
    [{ proxyPages: { back: 'Back' } }, `"texts.proxyPages" ${part}.`],
    [{ constructor: {} }, `"texts.constructor" ${part}.`],
  ])('refuses %j alone', (given, sentence) => {
    const reasons = { cancelled: 'As you like.', ...('reasons' in given && (given.reasons as object)) }
    const { texts, complaints } = elementWith({ ...given, reasons })
    expect(complaints).toEqual([`tender-checkout: config_texts: ${sentence}`])
    expect(texts).toEqual({ ...english, reasons: { ...en.reasons, cancelled: 'As you like.' } })
  })

  test('sends the frame `null` for what cannot be sent', () => {
    expect(elementWith({ card: { pay: () => 'x', hold: undefined } }).frame).toEqual({ pay: null, hold: undefined })
  })

  test.each([[undefined], [null], [{}], [{ checkout: undefined }]])('has no own texts with %j', (nothing) => {
    expect(elementWith(nothing).texts).toEqual(english)
  })

  test('compares texts by their sentences', () => {
    const { own } = elementWith({ card: { pay: 'Buy for {amount}' } })
    expect(own.equals(elementWith({ card: { pay: 'Buy for {amount}' } }).own)).toBe(true)
    expect(own.equals(elementWith({ card: { pay: 'Get for {amount}' } }).own)).toBe(false)
    expect(own.equals(undefined)).toBe(false)
  })
})
