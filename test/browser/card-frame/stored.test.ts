import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Checkout } from '#contract/checkout.ts'
import { language as ar } from '#texts/languages/ar.ts'
import { language as en } from '#texts/languages/en.ts'
import { language as de } from '#texts/languages/de.ts'
import { locales } from '#texts/locales.ts'
import { declined, field, fillCard, openFixture, paid, payButton, unsealed, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const visa = { bindingId: 'binding-v', maskedPan: '411111**1111', brand: 'visa', expiry: '203412', expired: false }
const amex = { bindingId: 'binding-a', maskedPan: '378282**0005', expiry: '203103', expired: false, label: 'Work' }
const old = { bindingId: 'binding-o', maskedPan: '555555**5599', expiry: '202912', expired: true, label: '**** 5599' }
const humo = { bindingId: 'binding-h', maskedPan: '986012**1234', expiry: '203103', expired: false }
const savedCards = [old, visa, amex]

/** Opens an order with all cards shown. */
async function openAll(...given: Parameters<typeof openFixture>): ReturnType<typeof openFixture> {
  const opened = await openFixture(...given)
  await page.getByTestId('all-cards').click()
  return opened
}

const radios = () => [...document.querySelectorAll<HTMLInputElement>('[type=radio]')]
const checked = () => radios().findIndex((radio) => radio.checked)
const saved = (at: number) => page.getByTestId('saved-card').nth(at)
const removeButton = (at: number) => page.getByTestId('remove-card').nth(at)
const another = () => page.getByTestId('use-another-card')
const code = () => field('Security code')

// WCAG 4.1.2, name, role, value: the button says in words what it shows, and that this is collapsed.
test('of many cards the chosen one and another are shown first, and all at a press, which keeps what was typed', async () => {
  fixture = await openFixture({ savedCards: [old, humo, amex, { ...visa, bindingId: 'binding-w' }] })
  const names = () =>
    [...document.querySelectorAll('.option > label')].map(({ textContent }) => textContent.slice(0, 4))
  expect(names()).toEqual(['Mast', 'Humo', 'Use '])
  await another().click()
  expect(names()).toEqual(['Mast', 'Humo', 'Use '])
  await saved(1).click()
  await code().fill('123')
  const all = page.getByRole('button', { name: 'Show 2 more cards' })
  await expect.element(all).toHaveAttribute('aria-expanded', 'false')
  await all.click()
  expect(names()).toEqual(['Mast', 'Humo', 'Amer', 'Visa', 'Use '])
  expect([all.elements(), checked(), document.activeElement]).toEqual([[], 1, radios()[1]])
  await expect.element(code()).toHaveValue('123')
  await saved(3).click()
  await code().fill('123')
  expect(await fixture.frame.submit()).toEqual(paid)
  expect(unsealed(fixture.bodyOf('/api/pay').seToken)).toBe('/123//order-1/binding-w')
})

test.each([
  [280, 'de', de],
  [344, 'de', de],
  [404, 'en', en],
  [480, 'en', en],
] as const)(
  'what shows all of them is whole, and the code in its row makes it no higher, on %i px in %s',
  async (width, locale, { card }) => {
    await page.viewport(width, 700)
    fixture = await openFixture({ savedCards: [visa, amex, humo] }, { locale, direction: 'ltr', card })
    const [name, all, row] = ['#stored-name', '.stored-all', '.option'].map((part) => document.querySelector(part)!)
    const words = document.createRange()
    words.selectNodeContents(all!)
    const { top, bottom } = words.getBoundingClientRect()
    expect(document.querySelector('fieldset')!.getAttribute('aria-labelledby')).toBe(name!.id)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(row!.getBoundingClientRect().top)
    expect(all!.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    const beside = name!.getBoundingClientRect()
    if (top < beside.bottom) expect(Math.abs(top + bottom - beside.top - beside.bottom)).toBeLessThanOrEqual(2)
    if (width >= 432) expect(row!.getBoundingClientRect().height).toBeLessThanOrEqual(73)
  },
)

describe.each([...locales])('on a phone, in %s', (locale, { direction, load }) => {
  test('the label of the code and the brand are whole, and the button follows the list', async () => {
    const { card } = await load()
    fixture = await openFixture({ savedCards: [visa] }, { locale, direction, card })
    for (const width of [278, 318, 358, 398, 438]) {
      await page.viewport(width, 700)
      const [label, brand, list, button, plus, mark] = [
        '#cvc-field label',
        '.stored-long',
        '.stored',
        '[type=submit]',
        '#another .stored-card',
        '.stored-card',
      ].map((part) => document.querySelector<HTMLElement>(part)!)
      const cut = [label!, brand!].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      expect([width, ...cut.map(({ textContent }) => textContent)]).toEqual([width])
      expect(lineCount(label!.firstChild!)).toBe(1)
      expect(brand!.getBoundingClientRect().width).toBeGreaterThan(20)
      expect(button!.getBoundingClientRect().top - list!.getBoundingClientRect().bottom).toBe(16)
      const start = direction === 'rtl' ? 'right' : 'left'
      expect(plus!.getBoundingClientRect()[start]).toBeCloseTo(mark!.getBoundingClientRect()[start], 0)
    }
  })
})

/** In how many lines a text stands. */
function lineCount(text: Node): number {
  const range = document.createRange()
  range.selectNodeContents(text)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

test('the place that was kept for more cards closes with the order', async () => {
  document.documentElement.style.setProperty('--kept', '700px')
  fixture = await openFixture({ savedCards: [visa] })
  expect(document.querySelector('form')!.offsetHeight).toBeLessThan(320)
  document.documentElement.style.removeProperty('--kept')
})

test('with letters of twice the size no digit lies under the cross that removes the card', async () => {
  const { style } = document.documentElement
  style.fontSize = '32px'
  for (const width of [278, 318, 358]) {
    await page.viewport(width, 900)
    fixture = await openFixture({ savedCards: [visa] })
    const [digits, cross] = ['.stored-title [dir]', '.stored-ask'].map((part) =>
      document.querySelector(part)!.getBoundingClientRect(),
    )
    expect(digits!.right).toBeLessThanOrEqual(cross!.left)
    fixture.drop()
  }
  style.fontSize = ''
})

test('of the label of a card that has no room for its dots nothing is seen, in place of half a letter', async () => {
  fixture = await openFixture({ savedCards: [{ ...visa, label: 'The card of the company' }] })
  const label = document.querySelector<HTMLElement>('.stored-facts .stored-long')!
  const isSeen = (width: string): boolean => {
    label.style.maxWidth = width
    const { left, top, height } = label.getBoundingClientRect()
    return document.elementFromPoint(left + 4, top + height / 2) === label
  }
  expect(['10px', '40px', ''].map(isSeen)).toEqual([false, true, true])
})

test('two cards are shown at once', async () => {
  fixture = await openFixture({ savedCards: [visa, amex] })
  expect([radios().length, page.getByTestId('all-cards').elements()]).toEqual([3, []])
})

test('the cards are native radios with their brand, last digits, expiry and label; an expired one cannot be chosen', async () => {
  fixture = await openAll({ savedCards })
  expect(document.querySelector('fieldset legend')!.textContent).toBe('Saved cards')
  await expect.element(saved(0)).toHaveTextContent('Mastercard •••• 5599 Expired 12 / 29')
  await expect.element(saved(1)).toHaveTextContent('Visa •••• 1111 Expires 12 / 34')
  await expect.element(saved(2)).toHaveTextContent('American Express •••• 0005 Expires 03 / 31 · Work')
  await expect.element(saved(0)).not.toHaveTextContent('**')
  expect(radios().map(({ disabled }) => disabled)).toEqual([true, false, false, false])
  expect(new Set(radios().map(({ name }) => name)).size).toBe(1)
  expect(checked()).toBe(1)
  expect([...document.querySelectorAll('[type=text]')].map(({ id }) => id)).toEqual(['cvc'])
  expect(document.documentElement.outerHTML).not.toContain('binding-')
})

test('what asks whether to remove a card is reached by no finger in its first half second', async () => {
  fixture = await openAll({ savedCards })
  await removeButton(2).click()
  const reached = () =>
    ['remove-confirm', 'remove-cancel'].filter((id) => {
      const button = page.getByTestId(id).element()
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  const animations = document.getAnimations()
  for (const animation of animations) Object.assign(animation, { currentTime: 480 }).pause()
  expect(reached()).toEqual([])
  for (const animation of animations) animation.currentTime = 520
  expect(reached()).toEqual(['remove-confirm', 'remove-cancel'])
})

describe.each([
  ['en', en, 'ltr'],
  ['de', de, 'ltr'],
  ['ar', ar, 'rtl'],
] as const)('a label of many words, in the language %s', (locale, { card }, direction) => {
  const label = 'Corporate card of the Frankfurt am Main office, second floor'
  const cards = [{ ...amex, bindingId: 'binding-l', label }, old, amex, humo]
  /** Heights of the rows of cards that are not chosen; the code may have made that one higher. */
  const heights = () =>
    new Set(
      [...document.querySelectorAll('.option:not(:has(.cell), #another) > label')].map(
        (row) => row.getBoundingClientRect().height,
      ),
    )
  const rowOf = (at: number) => saved(at).element() as HTMLElement
  const isWithin = (inner: Element, outer: Element): boolean => {
    const [one, other] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()]
    return one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom
  }

  test.each([320, 375, 640])(
    'makes no row higher than another at %i pixels, and cuts off nothing else',
    async (width) => {
      await page.viewport(width, 800)
      fixture = await openAll({ savedCards: cards }, { locale, direction, card })
      expect(heights().size).toBe(1)
      for (const digits of document.querySelectorAll('.stored-title [dir], .stored-facts span'))
        expect(isWithin(digits, digits.closest('label')!)).toBe(true)
      await expect.element(page.getByRole('radio').first()).toHaveAccessibleName(expect.stringContaining(label))
    },
  )

  test('is shown whole once its row is pressed, and no other', async () => {
    await page.viewport(375, 800)
    fixture = await openAll({ savedCards: cards }, { locale, direction, card })
    const shown = rowOf(0).querySelector<HTMLElement>(`[title="${label}"]`)!
    expect(shown.scrollWidth).toBeGreaterThan(shown.clientWidth)
    await saved(0).click()
    expect([checked(), shown.scrollWidth, isWithin(shown, rowOf(0))]).toEqual([0, shown.clientWidth, true])
    await saved(3).click()
    expect(heights().size).toBe(1)
    radios()[3]!.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect([checked(), shown.scrollWidth]).toEqual([0, shown.clientWidth])
  })
})

test('the field for the code says which card it is of, in the language of the form', async () => {
  fixture = await openAll({ savedCards })
  await expect.element(code()).toHaveAccessibleName('Security code, Visa ending in 1111')
  await saved(2).click()
  await expect.element(code()).toHaveAccessibleName('Security code, American Express ending in 0005')
  await another().click()
  await expect.element(code()).toHaveAccessibleName('Security code')
  fixture.drop()
  fixture = await openAll({ savedCards }, { locale: 'ar', direction: 'rtl', card: ar.card })
  await expect.element(field(ar.card.cvc)).toHaveAccessibleName('رمز الأمان، Visa تنتهي بالأرقام 1111')
})

test('a card whose expiry the gateway does not return shows none, and can be chosen', async () => {
  fixture = await openFixture({ savedCards: [{ ...visa, expiry: '' }] })
  await expect.element(saved(0)).toHaveTextContent('Visa •••• 1111')
  await expect.element(saved(0)).not.toHaveTextContent(/Expire|\//)
  expect(radios().map(({ disabled }) => disabled)).toEqual([false, false])
})

test('a stored card pays with its code sealed for it and for the order, and nothing else', async () => {
  fixture = await openAll({ savedCards, saving: { mode: 'ask', as: 'common' } })
  expect(document.querySelector('#save')).toBeNull()
  await code().fill('123')
  expect(await fixture.frame.submit()).toEqual(paid)
  const body = fixture.bodyOf('/api/pay')
  expect(Object.keys(body).toSorted()).toEqual(['bindingId', 'browser', 'orderId', 'requestId', 'seToken'])
  expect(body).toMatchObject({ bindingId: 'binding-v', orderId: 'order-1' })
  expect(unsealed(body.seToken)).toBe('/123//order-1/binding-v')
})

test('after the method the stored card goes on with its continuation', async () => {
  fixture = await openAll({ savedCards })
  const step = { kind: 'method', nonce: 'n', continuation: 'c' } as const
  fixture.answers['/api/pay'] = [{ ...paid, state: 'authenticate', step }]
  fixture.answers['/api/authenticate'] = [paid]
  await code().fill('123')
  await fixture.frame.submit()
  expect(await fixture.frame.authenticate()).toEqual(paid)
  expect(fixture.bodyOf('/api/authenticate')).toEqual({
    ...fixture.bodyOf('/api/pay'),
    requestId: expect.any(String),
    continuation: 'c',
  })
})

test('the code is as long as the chosen brand has it, and is asked anew of another card', async () => {
  fixture = await openAll({ savedCards })
  await code().fill('12345')
  await expect.element(code()).toHaveValue('123')
  await saved(2).click()
  await expect.element(code()).toHaveValue('')
  await code().fill('12345')
  await expect.element(code()).toHaveValue('1234')
  expect(await fixture.frame.submit()).toEqual(paid)
  expect(unsealed(fixture.bodyOf('/api/pay').seToken)).toBe('/1234//order-1/binding-a')
})

test('a card of a scheme without codes pays without one', async () => {
  fixture = await openFixture({ savedCards: [humo] })
  await expect.element(page.getByText('Leave empty if your card has no code')).toBeVisible()
  await payButton().click()
  await expect.poll(() => fixture.calls('concluded')).toEqual([[paid]])
  expect(unsealed(fixture.bodyOf('/api/pay').seToken)).toBe('///order-1/binding-h')
})

test('a card that needs no code is not paid with by the page alone, which has the shopper asked for a press', async () => {
  fixture = await openFixture({ savedCards: [humo] })
  await saved(0).click()
  expect(await fixture.frame.submit()).toBeUndefined()
  expect(fixture.calls('mayPay')).toHaveLength(0)
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.card.pressButton)
})

test('another card is the form, and back again, with the arrow keys too', async () => {
  fixture = await openAll({ savedCards })
  await another().click()
  await expect.element(field('Card number')).toBeVisible()
  await fillCard()
  await saved(1).click()
  expect(document.querySelector('#number')).toBeNull()
  radios()[1]!.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect([checked(), document.activeElement]).toEqual([3, radios()[3]])
  await expect.element(field('Card number')).toHaveValue('5555 5555 5555 5599')
  await expect.element(code()).toHaveValue('')
  await code().fill('123')
  expect(await fixture.frame.submit()).toEqual(paid)
  expect(fixture.bodyOf('/api/pay')).not.toHaveProperty('bindingId')
  expect(unsealed(fixture.bodyOf('/api/pay').seToken)).toBe('5555555555555599/123/203412/order-1')
})

test('where only stored cards may pay, no other is offered; where none can, there is no form', async () => {
  fixture = await openAll({ savedCards, card: false })
  expect(document.querySelector('[data-testid=use-another-card]')).toBeNull()
  expect(fixture.calls('opened')[0]![0].card).toBe(true)
  fixture.drop()
  fixture = await openFixture({ savedCards: [old], card: false })
  expect(document.querySelector('form')).toBeNull()
  expect(fixture.calls('opened')[0]![0].card).toBe(false)
  expect(await fixture.frame.submit()).toBeUndefined()
})

test('with nothing but expired cards the form for a new one stands open', async () => {
  fixture = await openFixture({ savedCards: [old] })
  expect(checked()).toBe(1)
  await expect.element(field('Card number')).toBeVisible()
})

describe('removing a card', () => {
  test('is asked in its place, and Escape or Keep leaves it there', async () => {
    fixture = await openAll({ savedCards })
    await removeButton(2).click()
    await expect.element(page.getByRole('group', { name: /Remove American Express .*•••• 0005/ })).toBeVisible()
    expect(document.activeElement).toBe(page.getByTestId('remove-cancel').element())
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(removeButton(2).element())
    await userEvent.keyboard('{Enter}{Enter}')
    expect(document.activeElement).toBe(removeButton(2).element())
    await userEvent.keyboard('{Enter}')
    await page.getByTestId('remove-cancel').click()
    expect(document.activeElement).toBe(removeButton(2).element())
    expect(fixture.paths()).not.toContain('/api/cards/remove')
  })

  test('that was only asked for gives way to the pay button', async () => {
    fixture = await openAll({ savedCards })
    await removeButton(1).click()
    await payButton().click()
    expect(document.activeElement?.id).toBe('cvc')
    await expect.element(page.getByRole('status')).toHaveTextContent('Enter the security code.')
  })

  test('takes it off the list, says so, and leaves the focus and the choice where they were', async () => {
    fixture = await openAll({ savedCards })
    fixture.answers['/api/cards/remove'] = [{ savedCards: [old, visa] }]
    await code().fill('123')
    await removeButton(2).click()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent(/American Express .*•••• 0005.* has been removed\./)
    expect(fixture.bodyOf('/api/cards/remove')).toEqual({ bindingId: 'binding-a' })
    expect([radios().length, checked(), document.activeElement]).toEqual([3, 1, radios()[1]])
    await expect.element(code()).toHaveValue('123')
  })

  test('of no known brand is named by its digits alone, since the sentence says that it is a card', async () => {
    const { card, direction } = (await locales.get('ru')!.load())!
    const { brand: _, ...unknown } = { ...visa, maskedPan: '999999**0005' }
    fixture = await openFixture({ savedCards: [unknown] }, { locale: 'ru', direction, card })
    await removeButton(0).click()
    await expect.element(page.getByRole('group', { name: /^Удалить карту .?•••• 0005.?\?$/ })).toBeVisible()
  })

  test('that is the chosen one chooses the next, and the last leads to the form', async () => {
    fixture = await openFixture({ savedCards: [visa, amex] })
    fixture.answers['/api/cards/remove'] = [{ savedCards: [amex] }, { savedCards: [] }]
    await removeButton(0).click()
    await page.getByTestId('remove-confirm').click()
    await expect.poll(checked).toBe(0)
    expect(radios()).toHaveLength(2)
    await removeButton(0).click()
    await page.getByTestId('remove-confirm').click()
    await expect.poll(() => document.activeElement?.id).toBe('number')
    expect(document.querySelector('fieldset')).toBeNull()
  })

  test('that fails says so and may be tried again; one that is gone already is gone', async () => {
    fixture = await openAll({ savedCards })
    const gone = { error: { code: 'not_found', message: 'A sentence.', field: 'bindingId' }, status: 404 }
    fixture.answers['/api/cards/remove'] = ['lost', gone]
    await removeButton(1).click()
    await page.getByTestId('remove-confirm').click()
    await expect.element(page.getByText('The card could not be removed. Try again.')).toBeVisible()
    expect(document.activeElement).toBe(page.getByTestId('remove-confirm').element())
    await page.getByTestId('remove-confirm').click()
    await expect.poll(checked).toBe(1)
    expect(page.getByTestId('saved-card').elements()).toHaveLength(2)
  })
})

describe('after a decline', () => {
  test('that will come again, the next card is chosen and the refused one is marked', async () => {
    fixture = await openAll({ savedCards })
    fixture.answers['/api/pay'] = [{ ...declined, kind: 'hard' }]
    await code().fill('123')
    await fixture.frame.submit()
    await fixture.frame.again()
    expect(checked()).toBe(2)
    await expect.element(saved(1)).toHaveTextContent('Declined')
    await expect.element(page.getByRole('status')).toHaveTextContent('The last card was declined.')
    await code().fill('1234')
    await fixture.frame.submit()
    await fixture.frame.again()
    expect(checked()).toBe(3)
    // It stays until the next press, so that nothing moves under a finger.
    await saved(1).click()
    await expect.element(page.getByRole('status')).toHaveTextContent('The last card was declined.')
    await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  })

  test('by a wallet, no card of the form is given up', async () => {
    fixture = await openAll({ savedCards })
    fixture.answers['/api/wallet/pay'] = [{ ...declined, kind: 'hard' }]
    await fixture.frame.payByWallet({ wallet: 'googlePay', paymentToken: 'dG9rZW4=' })
    await fixture.frame.again()
    expect(checked()).toBe(1)
    await expect.element(page.getByRole('status')).toHaveTextContent('')
  })

  test('that may pass, the same card stays chosen and only its code is asked anew', async () => {
    fixture = await openAll({ savedCards })
    fixture.answers['/api/pay'] = [{ ...declined, kind: 'soft' }]
    await saved(2).click()
    await code().fill('1234')
    await fixture.frame.submit()
    await fixture.frame.again()
    expect(checked()).toBe(2)
    await expect.element(code()).toHaveValue('')
    await expect.element(saved(2)).not.toHaveTextContent('Declined')
  })
})

const recurrent = { as: 'recurrent', frequency: '28', until: '20311231' } as const

describe('the consent to store a card', () => {
  test.each<[Checkout['saving'], string]>([
    [{ mode: 'ask', as: 'common' }, 'Save this card for future payments at this shop'],
    [{ mode: 'ask', ...recurrent }, 'let the shop charge it every 28 days until December 31, 2031'],
    [{ mode: 'ask', as: 'recurrent' }, 'let the shop charge it regularly'],
  ])('%j is asked for, and not given beforehand', async (saving, sentence) => {
    fixture = await openFixture({ saving })
    const box = page.getByTestId('save-card')
    await expect.element(page.getByRole('checkbox')).toHaveAccessibleName(expect.stringContaining(sentence))
    await expect.element(box).not.toBeChecked()
    await fillCard()
    await fixture.frame.submit()
    expect(fixture.bodyOf('/api/pay').save).toBe(false)
  })

  test.each(['ask', 'required'] as const)(
    'stands in the middle of the place that is kept for more of its lines: %s',
    async (mode) => {
      fixture = await openFixture({ saving: { mode, as: 'common' } })
      const topOf = (part: string): number => {
        const words = document.createRange()
        words.selectNodeContents(document.querySelector(part)!)
        return words.getBoundingClientRect().top
      }
      const tops = () =>
        ['.group', '#consent > span, p#consent', '[type=submit]'].map(topOf) as [number, number, number]
      const before = tops()
      const { style, offsetHeight } = document.querySelector('form')!
      style.minHeight = `${offsetHeight + 32}px`
      const moved = tops().map((top, at) => Math.round(top - before[at]!))
      expect(moved).toEqual([0, 16, 32])
    },
  )

  test('is sent when it is given, and kept after a decline', async () => {
    fixture = await openFixture({ saving: { mode: 'ask', as: 'common' } })
    fixture.answers['/api/pay'] = [declined]
    await page.getByTestId('save-card').click()
    await fillCard()
    await fixture.frame.submit()
    expect(fixture.bodyOf('/api/pay').save).toBe(true)
    await fixture.frame.again()
    await expect.element(page.getByTestId('save-card')).toBeChecked()
  })

  test('is a sentence where the ticket demands it, and not sent, since the proxy knows', async () => {
    fixture = await openFixture({ saving: { mode: 'required', ...recurrent } })
    await expect.element(page.getByText('the shop will charge it every 28 days until December 31, 2031.')).toBeVisible()
    expect(document.querySelector('[type=checkbox]')).toBeNull()
    await fillCard()
    await fixture.frame.submit()
    expect(fixture.bodyOf('/api/pay')).not.toHaveProperty('save')
  })
})

test('in Arabic the list runs from right to left, the digits from left to right', async () => {
  fixture = await openAll({ savedCards }, { locale: 'ar', direction: 'rtl', card: ar.card })
  const radio = radios()[1]!.getBoundingClientRect()
  const button = removeButton(1).element().getBoundingClientRect()
  expect(radio.left).toBeGreaterThan(button.left)
  expect(getComputedStyle(document.querySelector('[data-testid=saved-card] bdi')!).direction).toBe('ltr')
})
