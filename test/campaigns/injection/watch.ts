import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright'

/** A page, with the forbidden events on it. */
export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** Calls of the function that every payload calls, and dialogs. */
  readonly fired: string[]
  /** Requests to hosts outside the stack. */
  readonly strayed: string[]
  close(): Promise<void>
}

/** Opens a page that has `__xss` in every frame, and blocks requests to all but the known origins. */
export async function watch(
  browser: Browser,
  known: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const [fired, strayed]: [string[], string[]] = [[], []]
  const context = await browser.newContext(options)
  // The TypeScript runner leaves calls of this helper in functions that are sent to a page.
  await context.addInitScript('globalThis.__name = (one) => one')
  await context.exposeBinding('__xss', ({ frame }) => void fired.push(frame.url()))
  // Requests that the page's policy blocks do not get this far.
  await context.route(
    ({ origin, protocol }) => /^https?:$/.test(protocol) && !known.includes(origin),
    (route) => {
      strayed.push(route.request().url())
      return route.abort()
    },
  )
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    fired.push(dialog.message())
    void dialog.dismiss()
  })
  return { context, page, fired, strayed, close: () => context.close() }
}

export const cardFrame = (page: Page): Frame => page.frames().find((frame) => /\/card(?:\?|$)/.test(frame.url()))!

/** The shapes of the elements, shadow roots included: each is a tag with the names of its attributes. */
export const shapesIn = (frame: Frame | Page, root = ':root'): Promise<string[]> =>
  frame.evaluate((selector) => {
    const shapes: string[] = []
    const visit = (within: ParentNode): void => {
      for (const element of within.querySelectorAll('*')) {
        shapes.push(`${element.localName} ${element.getAttributeNames().toSorted().join(' ')}`)
        if (element.shadowRoot) visit(element.shadowRoot)
      }
    }
    const found = document.querySelector(selector)!
    visit(found.shadowRoot ?? found)
    return shapes
  }, root)

/** The shapes that occur with harmless text; any other was created by a payload. */
export class Shapes {
  readonly #most = new Map<string, number>()

  learn(shapes: readonly string[]): void {
    for (const [shape, count] of counted(shapes)) this.#most.set(shape, Math.max(count, this.#most.get(shape) ?? 0))
  }

  /** Shapes that occur more often than they ever did with harmless text. */
  strange(shapes: readonly string[]): string[] {
    return [...counted(shapes)].filter(([shape, count]) => count > (this.#most.get(shape) ?? 0)).map(([shape]) => shape)
  }
}

function counted(shapes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  return counts
}
