import type { Frame, Page } from 'playwright'
import { CELL, type Fingerprint } from './fingerprint.ts'
import { devices, type Device } from './visit.ts'

/** A screenshot with its fingerprint. */
export interface Picture {
  readonly png: Buffer
  readonly fingerprint: Fingerprint
}

/** CSS pixels around the checkout on a desktop. */
const MARGIN = 24

/** What is drawn: the checkout in the shop's page, or a page of the proxy. */
type Part = 'tender-checkout' | 'main'

/** Takes a screenshot of the checkout: of the whole screen with a dialog open, and of its own place otherwise. */
export async function takeScreenshot(page: Page, decoder: Page, device: Device, part: Part): Promise<Picture> {
  const { viewport } = devices[device]
  const isDialog = (await page.locator('tender-checkout dialog[open]').count()) > 0
  // All of it at once is in sight, since a browser does not paint a frame that is out of sight.
  const height = isDialog ? viewport.height : await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) })
  const clip = isDialog ? { x: 0, y: 0, ...viewport } : await placeOf(page, part)
  const form = await formOf(page)
  await form?.evaluate(() => new Promise(requestAnimationFrame))
  const png = await stableScreenshot(page, clip)
  const parts = await partsOf(page, part, form)
  return { png, fingerprint: { ...(await measured(decoder, png)), parts } }
}

/** The screenshot once two in a row are the same: frames are painted by themselves. */
async function stableScreenshot(page: Page, clip: Place): Promise<Buffer> {
  let before: Buffer | undefined
  for (;;) {
    const png = await page.screenshot({ animations: 'disabled', clip })
    if (before && png.equals(before)) return png
    before = png
  }
}

type Place = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

async function placeOf(page: Page, part: Part): Promise<Place> {
  return page.locator(part).evaluate((it, margin) => {
    const { left, top, width, height } = it.getBoundingClientRect()
    const x = Math.max(0, left - margin)
    const y = Math.max(0, top + scrollY - margin)
    const right = Math.min(document.documentElement.clientWidth, left + width + margin)
    return { x: Math.round(x), y: Math.round(y), width: Math.round(right - x), height: Math.ceil(height + 2 * margin) }
  }, MARGIN)
}

/** The size of a screenshot and its cells, read by a browser. */
const measured = (decoder: Page, png: Buffer): Promise<Omit<Fingerprint, 'parts'>> =>
  decoder.evaluate(
    async ([data, side]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const { width, height } = image
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const pixels = context.getImageData(0, 0, width, height).data
      const grey = (x: number, y: number): number => {
        const at = (y * width + x) * 4
        return 0.3 * pixels[at]! + 0.59 * pixels[at + 1]! + 0.11 * pixels[at + 2]!
      }
      const background = grey(1, 1)
      const levelAt = (left: number, top: number): number => {
        let sum = 0
        for (let y = top; y < Math.min(top + side, height); y += 1)
          for (let x = left; x < Math.min(left + side, width); x += 1) sum += Math.abs(grey(x, y) - background)
        // Four times: text covers about a quarter of a cell that is full of it.
        return Math.min(15, Math.round((sum / (side * side) / 255) * 4 * 15))
      }
      const lines = Array.from({ length: Math.ceil(height / side) }, (_, row) =>
        Array.from({ length: Math.ceil(width / side) }, (_cell, column) =>
          levelAt(column * side, row * side).toString(16),
        ),
      )
      return { width, height, cells: lines.map((line) => line.join('')) }
    },
    [png.toString('base64'), CELL] as const,
  )

/** The visible parts of the checkout, and then those of the card form. */
async function partsOf(page: Page, part: Part, form: Frame | undefined): Promise<string> {
  const own = await page.evaluate(
    `(${parts.toString()})(document.querySelector('${part}').shadowRoot ?? document.body)`,
  )
  return [own, form && (await partsOfForm(form))].filter(Boolean).join(' | ') || 'none'
}

/** The frame of the card form, where it is shown. */
async function formOf(page: Page): Promise<Frame | undefined> {
  const isShown = await page
    .locator('tender-checkout iframe[src*="/card?"]')
    .evaluateAll(([it]) => it !== undefined && getComputedStyle(it).visibility === 'visible' && !it.closest('.aside'))
  return isShown ? page.frames().find((one) => one.url().includes('/card?')) : undefined
}

const partsOfForm = (form: Frame): Promise<unknown> => form.evaluate(`(${parts.toString()})(document.body)`)

function parts(root: Element | ShadowRoot): string {
  const kinds = 'h2, p, label, legend, input, select, button, dt, dd, svg, canvas, .spinner, .blank'
  return [...root.querySelectorAll(kinds)]
    .filter((it) => !it.closest('.unseen, [hidden], [inert], style') && it.getClientRects().length > 0)
    .filter((it) => getComputedStyle(it).visibility === 'visible')
    .map((it) => it.localName + (it.classList.length ? `.${[...it.classList].join('.')}` : ''))
    .join(' ')
}
