import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeApplePaySession } from '../wallets/fake-apple-pay.ts'
import { FakePaymentsClient } from '../wallets/fake-google-pay.ts'
import { at } from '../element/fixture.ts'
import { screens, type Opened } from '../element/every-screen.ts'

let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  for (const end of uninstall) end()
  document.documentElement.removeAttribute('style')
  document.body.replaceChildren()
})

/** The place and the font size of everything in a checkout; of a place that is kept, what is drawn there too. */
const shapesOf = ({ shadow }: Opened): readonly string[] =>
  [...shadow.querySelectorAll('.box, .box *')].map((one) => {
    const { top, left, width, height } = one.getBoundingClientRect()
    const sizes = [null, '::before', '::after'].map((part) => {
      const { fontSize, blockSize } = getComputedStyle(one, part)
      return `${fontSize} ${blockSize}`
    })
    return [one.localName, one.className, top, left, width, height, ...sizes].join(' ')
  })

test.each(Object.entries(screens))(
  '"%s" is as large on a page with a root of 10 px as on any other',
  async (_, open) => {
    const opened = await open()
    const before = shapesOf(opened)
    document.documentElement.style.fontSize = '62.5%'
    expect(shapesOf(opened)).toEqual(before)
  },
)

test('in a cell of a table it is as wide, too', async () => {
  const opened = await at('ready', { style: 'float: left' })
  const { width } = opened.element.getBoundingClientRect()
  document.documentElement.style.fontSize = '62.5%'
  expect([width, opened.element.getBoundingClientRect().width]).toEqual([width, width])
  expect(width).toBeGreaterThanOrEqual(240)
})
