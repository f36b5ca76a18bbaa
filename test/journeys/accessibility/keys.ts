import type { ElementHandle, Page } from 'playwright'
import { expect } from 'vitest'
import { poll } from '../../support/poll.ts'

/** More stops than any page here has. */
const MOST_STOPS = 40

/** The element with the focus, through shadow roots and frames. */
async function focused(page: Page): Promise<ElementHandle<HTMLElement>> {
  let frame = page.mainFrame()
  for (;;) {
    const handle = await frame.evaluateHandle(() => {
      let element = document.activeElement!
      while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element as HTMLElement
    })
    const child = await handle.contentFrame()
    if (!child) return handle
    frame = child
  }
}

/** A shopper with a keyboard and nothing else, who sees where the focus is. */
export class Keyboard {
  readonly page: Page
  readonly orderNumber: string
  /** The stops of the focus, in their order. */
  readonly stops: string[] = []
  /** The style of the last stop with the focus; absent where a script has moved it, or the document is another's. */
  #focusStyle: string | undefined

  constructor(page: Page, orderNumber: string) {
    this.page = page
    this.orderNumber = orderNumber
  }

  /** Goes on with a key until the focus is on what the selector names; the focus is shown at every stop. */
  async goTo(selector: string, key = 'Tab'): Promise<void> {
    for (let at = 0; at < MOST_STOPS; at += 1) {
      const before = await focused(this.page)
      await this.page.keyboard.press(key)
      const from = await placeOf(before).catch(() => NOWHERE)
      await poll(async () => [NOWHERE, from].includes(await this.#place())).toBe(false)
      // Gone with its document, or the same with and without the focus.
      const left = await focusStyleOf(before).catch(() => undefined)
      if (left !== undefined) expect([this.stops.at(-1), left]).not.toEqual([this.stops.at(-1), this.#focusStyle])
      if (await this.#arrive(selector)) return
    }
    throw new Error(`The focus does not come to ${selector}: ${this.stops.join(', ')}`)
  }

  async press(key: 'Enter' | 'Escape' | ' ', until: () => Promise<unknown>): Promise<void> {
    await this.page.keyboard.press(key)
    await until()
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Waits until the focus has moved by itself to what the selector names. */
  isOn(selector: string): Promise<void> {
    this.#focusStyle = undefined
    return poll(async () => (await focused(this.page)).evaluate((it, wanted) => it.matches(wanted), selector)).toBe(
      true,
    )
  }

  async #place(): Promise<string> {
    return placeOf(await focused(this.page)).catch(() => NOWHERE)
  }

  async #arrive(selector: string): Promise<boolean> {
    const element = await focused(this.page)
    const [isThere, name] = await element.evaluate(
      (it, wanted) =>
        [
          it.matches(wanted),
          it.id || it.dataset['testid'] || it.dataset['act'] || it.getAttribute('name') || it.localName,
        ] as const,
      selector,
    )
    this.stops.push(name)
    this.#focusStyle = await focusStyleOf(element)
    return isThere
  }
}

/** Where the focus is on its way from one document to another. */
const NOWHERE = 'nowhere'

/**
 * How an element, or the method that it chooses, is drawn as far as the focus may change it; `undefined` in documents that
 * are not the checkout's: a wallet's sheet, and the shop's own page.
 */
const focusStyleOf = (element: ElementHandle<HTMLElement>): Promise<string | undefined> =>
  element.evaluate((it) => {
    const shown = it.closest('label.method, .cell') ?? it
    const isShops = shown.getRootNode() === document && self === top && location.pathname === '/'
    if (isShops || location.pathname.endsWith('Pay') || it.localName === 'body') return undefined
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(shown)
    return [outlineStyle, outlineWidth, outlineColor, boxShadow].join(' ')
  })

/** What tells one stop from another. */
const placeOf = (element: ElementHandle<HTMLElement>): Promise<string> =>
  element.evaluate((it) => {
    if (it.localName === 'body') return 'nowhere'
    const all = [...(it.getRootNode() as Document).querySelectorAll('*')]
    return `${location.href} ${all.indexOf(it)} ${it.localName}`
  })
