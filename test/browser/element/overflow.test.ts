import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeApplePaySession } from '../wallets/fake-apple-pay.ts'
import { FakePaymentsClient } from '../wallets/fake-google-pay.ts'
import { screens, type Opened } from './every-screen.ts'

let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(async () => {
  for (const end of uninstall) end()
  document.body.replaceChildren()
  document.body.removeAttribute('style')
  await page.viewport(800, 600)
})

/** The pages of shops: the checkout from edge to edge, in the margins of the body, and in a narrow column of a grid. */
const pages: Readonly<Record<string, string>> = {
  'from edge to edge': 'margin: 0',
  'with margins': 'margin: 8px',
  'in a column':
    'margin: 0 auto; max-width: 560px; padding: 20px; display: grid; grid-template-columns: minmax(0, 1fr)',
}
const widths = [320, 375, 599, 768, 1280]

/** What stands outside the host, or makes its document scroll sideways. */
function outside({ element, shadow }: Opened): readonly string[] {
  const host = element.getBoundingClientRect()
  const isOut = (one: Element): boolean => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 0 && (left < host.left - 0.5 || right > host.right + 0.5)
  }
  const parts = [...shadow.querySelectorAll('*')].filter(
    (one) => !one.closest('dialog, .unseen, .sense, .probe, .aside'),
  )
  const { scrollWidth, clientWidth } = document.documentElement
  return [
    ...parts.filter(isOut).map(({ localName, className }) => `${localName}.${String(className)}`),
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : []),
  ]
}

test('the frame of the form begins and ends where everything else in the checkout does', async () => {
  document.body.style.cssText = pages['with margins']!
  const { element, shadow } = await screens['wallets in a stack']!()
  const edges = [element, ...shadow.querySelectorAll('iframe, .express')].map((one) => {
    const { left, right } = one.getBoundingClientRect()
    return [left, right]
  })
  expect(edges).toHaveLength(3)
  expect(new Set(edges.map(String)).size).toBe(1)
})

test.each(Object.entries(screens))(
  'nothing of "%s" leaves the checkout, on any page of a shop from 320 to 1280 pixels',
  async (_, open) => {
    const opened = await open()
    const found: Record<string, readonly string[]> = {}
    for (const [name, style] of Object.entries(pages))
      for (const width of widths) {
        document.body.style.cssText = style
        await page.viewport(width, 800)
        found[`${name} at ${width}`] = outside(opened)
      }
    expect(Object.fromEntries(Object.entries(found).filter(([, parts]) => parts.length))).toEqual({})
  },
)
