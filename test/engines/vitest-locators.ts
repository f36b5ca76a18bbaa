// Loaded into the page of each browser test in Firefox: the locators of Vitest, whose actions do here what Playwright
// does in Chromium.
import { page, server, type Locator as Given } from 'vitest/browser'
import {
  getByLabelSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  Locator,
  selectorEngine,
} from '@vitest/browser/locators'
import { pressPoint } from './browser.ts'
import type { Rectangle } from './vitest-firefox.ts'

const { testIdAttribute } = server.config.browser.locators

/** Waits until what the page has now is painted. */
async function painted(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Waits until a press in the middle of an element reaches it, as long as something that moves may be in front of it. */
async function pressable(element: Element): Promise<{ x: number; y: number }> {
  const end = performance.now() + 5_000
  for (;;) {
    const point = pressPoint(element)
    if (point) return point
    if (performance.now() > end) throw new Error(`No press reaches ${element.outerHTML}.`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

async function replaceText(element: HTMLInputElement, text: string): Promise<void> {
  element.focus()
  element.select()
  document.execCommand(text ? 'insertText' : 'delete', false, text)
  // The form works between two keys of a shopper, too.
  await painted()
}

class FirefoxLocator extends Locator {
  readonly selector: string

  constructor(selector: string, container?: Element) {
    super()
    this.selector = selector
    this._container = container
  }

  override async click(): Promise<void> {
    const { x, y } = await pressable(await this.findElement())
    await this.triggerCommand('firefoxPress', x, y)
  }

  override async fill(text: string): Promise<void> {
    await replaceText((await this.findElement()) as HTMLInputElement, text)
  }

  override async clear(): Promise<void> {
    await this.fill('')
  }

  override async selectOptions(wanted: unknown): Promise<void> {
    const select = (await this.findElement()) as HTMLSelectElement
    select.value = [...select.options].find(({ value, label }) => [value, label].includes(String(wanted)))!.value
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
  }

  /** The picture of the element, in base64. */
  async picture(): Promise<string> {
    await painted()
    const { x, y, width, height } = this._container!.getBoundingClientRect()
    return this.triggerCommand('firefoxPicture', { x, y, width, height } satisfies Rectangle)
  }

  protected locator(selector: string): Locator {
    return new FirefoxLocator(`${this.selector} >> ${selector}`, this._container)
  }

  protected elementLocator(element: Element): Locator {
    return new FirefoxLocator(selectorEngine.generateSelectorSimple(element), element)
  }
}

const at = (selector: string, container?: Element): Given => new FirefoxLocator(selector, container) as unknown as Given

page.extend({
  getByLabelText: (text, options) => at(getByLabelSelector(text, options)),
  getByRole: (role, options) => at(getByRoleSelector(role, options)),
  getByTestId: (id) => at(getByTestIdSelector(testIdAttribute, id)),
  getByText: (text, options) => at(getByTextSelector(text, options)),
  elementLocator: (element) => at(selectorEngine.generateSelectorSimple(element), element),
  screenshot: (({ element }: { element: Element }) => new FirefoxLocator('', element).picture()) as never,
})
