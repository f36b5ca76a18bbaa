import type { FrameLocator, Page } from 'playwright'
import { launchChromium } from '../support/chromium.ts'
import { keys, type Browser, type Path, type Window } from './browser.ts'

/** Chromium through Playwright. */
export async function openChromium(): Promise<Browser> {
  const browser = await launchChromium()
  return {
    name: 'Chromium',
    version: browser.version(),
    async open() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      return windowOf(await context.newPage())
    },
    close: () => browser.close(),
  }
}

const names = new Map<string, string>(Object.entries(keys).map(([name, character]) => [character, name]))

function windowOf(page: Page): Window {
  const at = (path: Path): Page | FrameLocator =>
    path.reduce<Page | FrameLocator>((place, selector) => place.frameLocator(selector), page)
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    async reload() {
      await page.reload({ waitUntil: 'domcontentloaded' })
    },
    async back() {
      await page.goBack({ waitUntil: 'domcontentloaded' })
    },
    address: async () => page.url(),
    async evaluate(path, read, argument) {
      const root = await at(path).locator(':root').elementHandle()
      const frame = await root!.ownerFrame()
      return (await frame!.evaluate(read as (given: unknown) => unknown, argument)) as never
    },
    click: (path, selector) => at(path).locator(selector).first().click({ timeout: 5_000, noWaitAfter: true }),
    doubleClick: (path, selector) => at(path).locator(selector).first().dblclick({ force: true }),
    async type(_, text) {
      for (const character of text) await page.keyboard.press(names.get(character) ?? character)
    },
    close: () => page.context().close(),
  }
}
