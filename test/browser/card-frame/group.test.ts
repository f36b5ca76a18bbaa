import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Appearance } from '#contract/appearance/appearance.ts'
import { language as ar } from '#texts/languages/ar.ts'
import { locales } from '#texts/locales.ts'
import { field, fillCard, openFixture, payButton, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

// Labels that are as long as their field on a phone, or longer.
test.each(['fr', 'kk', 'pt-br', 'ky', 'ar'])(
  'the sign of a wrong field stands behind its label, in %s',
  async (locale) => {
    await page.viewport(318, 700)
    const { direction, load } = locales.get(locale)!
    const { card } = await load()
    fixture = await openFixture({}, { locale, direction, card })
    await payButton().click()
    for (const name of ['number', 'expiry', 'cvc', 'holder']) {
      const label = document.querySelector(`#${name}-field label`)!
      const words = label.firstElementChild!
      const { left, right, top, height } = box(words)
      const { content, inlineSize } = getComputedStyle(label, '::after')
      const [gap, half] = [6, Number.parseFloat(inlineSize) / 2]
      const at = direction === 'rtl' ? left - gap - half : right + gap + half
      expect(content).toContain('!')
      expect(document.elementFromPoint(at, top + height / 2)).toBe(label)
      expect(at).toBeGreaterThan(box(label).left + half)
      expect(at).toBeLessThan(box(label).right - half)
      const text = document.createRange()
      text.selectNodeContents(words)
      expect(new Set([...text.getClientRects()].map((line) => line.top)).size).toBe(1)
    }
    expect(document.querySelector('.error svg')).toBeNull()
  },
)

const looks: Readonly<Record<string, Appearance>> = {
  outlined: { scheme: 'light' },
  dark: { scheme: 'dark', background: '#16181d' },
  filled: { scheme: 'light', fields: 'filled', label: 'floating', radius: 16 },
  underlined: { scheme: 'light', fields: 'underlined', label: 'floating', radius: 0 },
  // A shop whose accent is close to the colour of errors.
  brown: { scheme: 'light', accent: '#8a4a20', background: '#fffaf3', text: '#33261d', danger: '#b3261e' },
  contrast: { scheme: 'light', border: '#000000', 'border-width': 2, 'focus-width': 4, motion: 'none' },
  'thick lines': { scheme: 'light', 'border-width': 4, 'focus-width': 2, motion: 'none' },
}
const grouped = Object.entries(looks)

const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.group .cell')]
const cellOf = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}-field .cell`)!
const box = (element: Element): DOMRect => element.getBoundingClientRect()
const shownErrors = () =>
  [...document.querySelectorAll<HTMLElement>('.error')].filter((line) => line.offsetHeight > 0).map(({ id }) => id)

test.each(grouped)('the fields of a card are the rows of one box: %s', async (_, appearance) => {
  await page.viewport(328, 700)
  fixture = await openFixture({}, { appearance })
  const line = appearance['border-width'] ?? 1
  const [number, expiry, code, holder] = cells().map(box) as [DOMRect, DOMRect, DOMRect, DOMRect]
  expect([number.left, expiry.left, holder.left, box(payButton().element()).left]).toEqual([0, 0, 0, 0])
  for (const { right } of [number, code, holder, box(payButton().element())]) expect(right).toBeCloseTo(328)
  expect(code.left).toBeCloseTo(expiry.right - line)
  expect([expiry.top, expiry.height]).toEqual([code.top, code.height])
  expect(expiry.top).toBeCloseTo(number.bottom - line)
  expect(holder.top).toBeCloseTo(code.bottom - line)
  expect(document.querySelector('main')!.offsetHeight).toBeLessThanOrEqual(238 + 4 * line)
})

/** The fields from top to bottom, those of one row beside one another, each with its round corners. */
const rowsOf = (group: string): readonly string[] => {
  const rows = new Map<number, string[]>()
  for (const cell of document.querySelectorAll<HTMLElement>(`${group} .cell`)) {
    const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } =
      getComputedStyle(cell)
    const corners = [borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius]
    const name = `${cell.parentElement!.id.replace('-field', '')} ${corners.map((corner) => (corner === '0px' ? '-' : 'o')).join('')}`
    const top = Math.round(box(cell).top)
    rows.set(top, [...(rows.get(top) ?? []), name])
  }
  return [...rows.values()].map((row) => row.join(', '))
}

describe('the fields of an address are the rows of one box', () => {
  const asks = [{ data: 'email' }, { data: 'phone' }, { data: 'billing' }] as const
  const lines = ['country oo--', 'address ----', 'addressLine2 ----']

  test.each([
    ['ltr', 'FR', ['postalCode ---o, city --o-']],
    ['rtl', 'FR', ['postalCode --o-, city ---o']],
    ['ltr', 'US', ['city ----, state ----', 'postalCode --oo']],
    ['ltr', 'AO', ['city --oo']],
  ] as const)('from %s, in %s, the short ones in pairs', async (direction, country, last) => {
    for (const width of [278, 328, 800]) {
      await page.viewport(width, 1000)
      const known = { billing: { billingCountry: country } }
      fixture = await openFixture({ asks: [...asks], known }, { direction })
      expect(rowsOf('#contacts')).toEqual(['email oo--', 'phone --oo'])
      expect(rowsOf('#billing')).toEqual([...lines, ...last])
      for (const cell of document.querySelectorAll('#billing .cell')) expect(box(cell).right).toBeLessThanOrEqual(width)
      fixture.drop()
    }
  })
})

describe.each(grouped)('in the look %s', (_, appearance) => {
  /** Widths of the ring and of a border, and who is seen at the edges of the cell. */
  const ringOf = (id: string) => {
    const cell = cellOf(id)
    const { outlineWidth, outlineOffset, outlineStyle, borderBlockEndWidth, boxShadow } = getComputedStyle(cell)
    const { left, right, top, bottom } = box(cell)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const edges = [
      [x, top + 0.5],
      [x, bottom - 0.5],
      [left + 2, y],
      [right - 2, y],
    ] as const
    const own = edges.map(([atX, atY]) => document.elementFromPoint(atX, atY)?.closest('.field')?.id)
    const ring = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    return {
      ring,
      offset: Number.parseFloat(outlineOffset),
      border: Number.parseFloat(borderBlockEndWidth),
      boxShadow,
      own,
    }
  }

  // WCAG 2.4.7 and 1.4.11: it is told from an error by its width, and has its contrast with the field (appearance.test.ts).
  test('a ring is complete, inside its field, and wider than the border of an error', async () => {
    fixture = await openFixture({}, { appearance: { motion: 'none', ...appearance } })
    await payButton().click()
    for (const id of ['number', 'expiry', 'cvc', 'holder']) {
      document.getElementById(id)!.focus()
      const { ring, offset, border, own } = ringOf(id)
      const layers = cells().map((cell) => Number(getComputedStyle(cell).zIndex) || 0)
      expect(Math.max(...layers)).toBe(Number(getComputedStyle(cellOf(id)).zIndex))
      expect([ring > border, ring + offset, ...own]).toEqual([true, 0, ...Array<string>(4).fill(`${id}-field`)])
    }
  })

  test('below the box stands what is wrong first; each field has its own sentence, and a sign that is no colour', async () => {
    await page.viewport(328, 700)
    fixture = await openFixture({}, { appearance })
    await payButton().click()
    expect(shownErrors()).toEqual(['number-error'])
    expect(box(document.querySelector('#number-error')!).top).toBeGreaterThanOrEqual(box(cellOf('holder')).bottom)
    for (const [id, sentence] of [
      ['number', 'Enter the card number.'],
      ['expiry', 'Enter the expiry date.'],
      ['cvc', 'Enter the security code.'],
      ['holder', 'Enter the name on the card.'],
    ] as const) {
      const input = document.getElementById(id)!
      expect(input.getAttribute('aria-invalid')).toBe('true')
      await expect.element(page.elementLocator(input)).toHaveAccessibleDescription(new RegExp(sentence))
      expect(getComputedStyle(document.querySelector(`[for=${id}]`)!, '::after').content).toMatch(/^"!"/)
    }
    await field('Card number').fill('5555555555555599')
    await expect.poll(shownErrors).toEqual(['expiry-error'])
  })

  test('a label is seen whole, empty or filled in', async () => {
    await page.viewport(328, 700)
    fixture = await openFixture({}, { appearance: { ...appearance, motion: 'none' } })
    const outside = () =>
      [...document.querySelectorAll('.cell > label')].filter((label) => {
        const range = document.createRange()
        range.selectNodeContents(label)
        const [text, cell] = [box(range as unknown as Element), box(label.parentElement!)]
        return text.left < cell.left || text.right > cell.right || text.top < cell.top || text.bottom > cell.bottom
      })
    expect(outside()).toEqual([])
    await fillCard()
    expect(outside()).toEqual([])
  })
})

test('separate fields keep their labels above them and their errors below them', async () => {
  fixture = await openFixture({}, { appearance: { scheme: 'light', fields: 'separate' } })
  await payButton().click()
  expect(shownErrors()).toEqual(['number-error', 'expiry-error', 'cvc-error', 'holder-error'])
  for (const id of ['number', 'expiry', 'cvc', 'holder']) {
    const [label, input, error] = [`[for=${id}]`, `#${id}`, `#${id}-error`].map((at) =>
      box(document.querySelector(at)!),
    )
    expect(label!.bottom).toBeLessThanOrEqual(input!.top)
    expect(error!.top).toBeGreaterThanOrEqual(input!.bottom)
    expect(getComputedStyle(document.querySelector(`[for=${id}]`)!, '::after').content).toContain('!')
  }
  expect(box(cellOf('holder')).top - box(document.querySelector('#expiry-error')!).bottom).toBeGreaterThanOrEqual(8)
})

test('from right to left a number is written under its label, and its brand stands at the other end', async () => {
  fixture = await openFixture({}, { locale: 'ar', direction: 'rtl', card: ar.card })
  await field(ar.card.number).fill('5555555555555599')
  expect(getComputedStyle(document.querySelector('#number')!).textAlign).toBe('right')
  const cell = box(cellOf('number'))
  expect(box(document.querySelector('#number-field .badges:not(.marks)')!).right).toBeLessThan(
    (cell.left + cell.right) / 2,
  )
})

test('marks of frequent brands stand in the number until its own is known', async () => {
  fixture = await openFixture()
  const isGone = () => document.querySelector('#marks')!.classList.contains('gone')
  expect([isGone(), document.querySelectorAll('#number-field .badge')]).toEqual([
    false,
    expect.objectContaining({ length: 0 }),
  ])
  await field('Card number').click()
  await userEvent.keyboard('5')
  expect(isGone()).toBe(false)
  await userEvent.keyboard('5')
  await expect.poll(isGone).toBe(true)
  await expect.poll(() => document.querySelectorAll('#number-field .badge').length).toBe(1)
})
