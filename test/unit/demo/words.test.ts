import { expect, test } from 'vitest'
import { language as de } from '#texts/languages/de.ts'
import { locales } from '#texts/locales.ts'
import { readWanted, type Numbered } from '../../../demo/shop/order.ts'
import { headingOf } from '../../../demo/shop/words.ts'

const heading = (query: string) => headingOf(readWanted(new URLSearchParams(query)) as Numbered)

test('the shop speaks the language of its page above the checkout, of all that there are', async () => {
  for (const locale of locales.keys()) {
    const { before, after } = await heading(`locale=${locale}`)
    expect([typeof before, typeof after], locale).toEqual(['string', 'string'])
  }
  expect(await heading('locale=ru-RU')).toEqual({ before: 'Оплата', after: 'Заказ принят' })
  expect(await heading('locale=tlh')).toEqual({ before: 'Checkout', after: 'Order received' })
})

test('a card check ends with a stored card, and with no word about an order', async () => {
  const { cardFrame, verified } = de.checkout
  expect(await heading('verify=yes&locale=de')).toEqual({ before: cardFrame, after: verified })
})
