import type { Page, Route } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { openPlace } from '../accessibility/place.ts'
import { cardFrame, newOrder, stateIs } from '../support/fixture.ts'

const place = await openPlace()
afterAll(() => place.close())

/** Pixels from the first to the last of what is drawn. */
type Run = readonly [from: number, to: number]

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is drawn in an area of one pixel in width or height, on the background that it begins with. */
async function drawnIn(page: Page, clip: Area): Promise<readonly Run[]> {
  const png = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
  const decoder = await page.context().newPage()
  const runs = await decoder.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)
    const found: [number, number][] = []
    pixels.forEach((pixel, at) => {
      if (pixel === pixels[0]) return
      const last = found.at(-1)
      if (last?.[1] === at) last[1] = at + 1
      else found.push([at, at + 1])
    })
    return found
  }, png)
  await decoder.close()
  return runs
}

/** What is drawn above the form from the left edge of the page, so many pixels below its top. */
async function acrossAbove(page: Page, down = 24): Promise<readonly Run[]> {
  const { y } = (await page.locator('tender-checkout .above').boundingBox())!
  return drawnIn(page, { x: 0, y: Math.round(y) + down, width: page.viewportSize()!.width, height: 1 })
}

/** The lines down the page at the end of the rows, where no text is, above the form and below it. */
async function linesDown(page: Page): Promise<readonly number[]> {
  const box = (await page.locator('tender-checkout .box').boundingBox())!
  const [x, y] = [Math.round(box.x + box.width) - 40, Math.round(box.y) - 4]
  const runs = await drawnIn(page, { x, y, width: 1, height: Math.round(box.height) + 8 })
  const form = (await page.locator('tender-checkout iframe').boundingBox())!
  const isOfForm = (at: number): boolean => at > form.y && at < form.y + form.height
  const lines = runs.filter(([from, to]) => to - from < 3).map(([from]) => from + y)
  return lines.filter((at) => !isOfForm(at))
}

/** The edges of what has come. */
const edgesOf = (page: Page, selector: string) =>
  page.locator(`tender-checkout ${selector}`).evaluateAll((all) =>
    all.map((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )

/** The largest distance between numbers that belong together, whose count is the same. */
function apart(drawn: readonly number[], come: readonly number[]): number {
  expect(drawn).toHaveLength(come.length)
  return Math.max(...drawn.map((at, index) => Math.abs(at - come[index]!)))
}

/** Opens a page and holds back what matches, until it is released. */
async function opened(layout: string, hold: string) {
  const { page, context } = await place.fixture.shopper({ viewport: { width: 375, height: 1000 } })
  // The sandbox shows Apple Pay in every browser; elsewhere only those of Apple announce it.
  await context.addInitScript(() => Object.assign(globalThis, { ApplePaySession: () => undefined }))
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await context.route(hold, (route: Route) => released.then(() => route.continue()))
  const claims = { orderNumber: newOrder(), methods: ['card' as const, 'applePay' as const, 'googlePay' as const] }
  await page.goto(place.shop.address(claims, 'en', { layout }), { waitUntil: 'domcontentloaded' })
  await page.locator('tender-checkout iframe').waitFor({ state: 'attached' })
  return { page, context, release }
}

/** The element's code, the frame's document, and the order. */
const moments = ['**/chunks/define-*.js', '**/card?*', '**/api/checkout']

describe.each(moments)('until %s is there', (hold) => {
  test.each([
    ['stack', '.express > *', 2],
    ['tabs', '.method', 3],
  ] as const)('the methods of %s are drawn where they come', async (layout, selector, count) => {
    const { page, context, release } = await opened(layout, hold)
    const drawn = await acrossAbove(page)
    release()
    await stateIs(page, 'ready')
    const come = await edgesOf(page, selector)
    expect(come).toHaveLength(count)
    const edges = come.flatMap(({ left, right }) => [left, right])
    expect(apart(drawn.flat(), edges)).toBeLessThan(4)
    await context.close()
  })

  test('the rows of an accordion are drawn where they come', async () => {
    const { page, context, release } = await opened('accordion', hold)
    const drawn = await linesDown(page)
    expect(await acrossAbove(page, 0)).toHaveLength(1)
    release()
    await stateIs(page, 'ready')
    const rows = await edgesOf(page, '.method')
    const [rest] = await edgesOf(page, '.methods-rest')
    expect(apart(drawn, [...rows.map(({ top }) => top), rest!.bottom - 1])).toBeLessThan(2)
    await context.close()
  })
})

/** What is drawn down the page, where the fields are. */
async function blocksDown(page: Page): Promise<readonly number[]> {
  const form = (await page.locator('tender-checkout iframe').boundingBox())!
  // From above the form on, where nothing is drawn.
  const [x, y] = [Math.round(form.x) + 24, Math.round(form.y) - 4]
  const runs = await drawnIn(page, { x, y, width: 1, height: Math.round(form.height) + 4 })
  return runs.filter(([from, to]) => to - from > 30).map(([from]) => from + y)
}

const address = { billingPayerData: { billingCountry: 'DE' } }

/** Where each block of the form begins that the skeleton draws: the card, five lines of the payer's data at most, the button. */
const linesOf = (page: Page): Promise<readonly number[]> =>
  cardFrame(page)
    .locator('input:visible, select:visible, button[type=submit]')
    .evaluateAll((all) => {
      const topOf = (it: Element) => Math.round((it.closest('.cell') ?? it).getBoundingClientRect().top)
      const lines = [...new Set(all.map(topOf))]
      const name = lines.indexOf(topOf(all.find(({ id }) => id === 'holder')!))
      return [lines[0]!, ...lines.slice(name + 1, -1).slice(0, 5), lines.at(-1)!]
    })

describe.each([
  ['the contacts', { ask: ['email' as const, 'phone' as const] }],
  ['the address', { ask: ['billing' as const], ...address }],
  ['a contact and the address', { ask: ['email' as const, 'billing' as const], ...address }],
])('a form that asks for %s', (_, claims) => {
  test.each([
    ['above', 375, {}],
    ['above', 800, {}],
    ['that float', 375, { theme: 'soft' }],
    ['that float', 800, { theme: 'soft' }],
  ])('draws a block where each line of fields comes, with labels %s at %i px', async (__, width, attributes) => {
    const { page, context } = await place.fixture.shopper({ viewport: { width, height: 1200 } })
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await context.route('**/card?*', (route: Route) => released.then(() => route.continue()))
    const ticket = { orderNumber: newOrder(), methods: ['card' as const], ...claims }
    await page.goto(place.shop.address(ticket, 'en', attributes), { waitUntil: 'domcontentloaded' })
    await page.locator('tender-checkout:not([state]) iframe').waitFor({ state: 'attached' })
    const drawn = await blocksDown(page)
    release()
    await stateIs(page, 'ready')
    const { y } = (await page.locator('tender-checkout iframe').boundingBox())!
    const come = (await linesOf(page)).map((top) => top + y)
    // Where it is narrow, a label that floats may have a second line.
    expect(apart(drawn, come)).toBeLessThan(width === 375 && 'theme' in attributes ? 25 : 12)
    await context.close()
  })
})

test.each([{}, { theme: 'soft' }])('two fields of an address in one line fill it, with %o', async (attributes) => {
  const { page, context } = await place.fixture.shopper({ viewport: { width: 1000, height: 1200 } })
  const ticket = { orderNumber: newOrder(), methods: ['card' as const], ask: ['billing' as const], ...address }
  await page.goto(place.shop.address(ticket, 'en', attributes))
  await stateIs(page, 'ready')
  const frame = cardFrame(page)
  const rightOf = async (field: string) => {
    const { x, width } = (await frame.locator(field).boundingBox())!
    return x + width
  }
  const city = await rightOf('[autocomplete="billing address-level2"]')
  expect(Math.abs(city - (await rightOf('#number')))).toBeLessThan(1)
  await context.close()
})

test('who may have stored cards may type another one before the order is there', async () => {
  const { page, context } = await place.fixture.shopper()
  await context.route('**/api/checkout', () => new Promise<void>(() => {}))
  const claims = { orderNumber: newOrder(), clientId: 'regular', methods: ['card' as const, 'binding' as const] }
  await page.goto(place.shop.address(claims, 'en'), { waitUntil: 'domcontentloaded' })
  await cardFrame(page).locator('#number').pressSequentially('4111')
  expect(await cardFrame(page).locator('#number').inputValue()).toBe('4111')
  await context.close()
})
