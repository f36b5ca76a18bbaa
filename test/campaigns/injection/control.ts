import type { Page } from 'playwright'
import type { Hostile } from './themes.ts'
import type { Fixture } from './fixture.ts'

/** The effects of the same payloads on a page without any defence. */
export interface Control {
  /** Calls that payloads made when they were inserted as markup. */
  readonly fired: number
  /** Requests to other hosts, by markup and by styles. */
  readonly strayed: { readonly markup: number; readonly themes: number }
}

/** Milliseconds that a busy machine may take for what an idle one does at once. */
const TIMEOUT = 20_000

/** Enough to prove that the watcher works. */
export const ENOUGH = 20

/** Payloads on one page: a payload that navigates away takes no more of the others with it. */
const LOT = 10

/** Runs on the page: inserts texts as markup, and waits a moment for their effects. */
async function putIn(payloads: readonly string[]): Promise<void> {
  for (const payload of payloads)
    document.body.append(Object.assign(document.createElement('div'), { innerHTML: payload }))
  await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Proves that the watcher works: inserts payloads by innerHTML and themes as styles, on a page without a policy. */
export async function runControl(
  fixture: Fixture,
  markup: readonly string[],
  themes: readonly Hostile[],
): Promise<Control> {
  const { context, page, fired, strayed, close } = await fixture.watched()
  const bare = `${fixture.stack.addresses.shop}/bare`
  await context.route(bare, (route) => route.fulfill({ contentType: 'text/html', body: '<title>…</title>' }))
  for (let at = 0; at < markup.length; at += LOT) {
    const one = await context.newPage()
    await one.goto(bare)
    await one.evaluate(putIn, markup.slice(at, at + LOT)).catch(() => {}) // a payload may navigate away
    await one.close()
  }
  await until(page, () => fired.length >= ENOUGH && strayed.length > 0)
  const byMarkup = strayed.length
  await page.goto(bare)
  await page.evaluate(
    (values) => {
      for (const value of values) {
        const box = Object.assign(document.createElement('div'), { textContent: 'x' })
        box.setAttribute('style', `background:${value}`)
        document.body.append(box)
      }
    },
    // A browser requests the same picture only once.
    themes.map(({ value }, at) => value.replace('evil.example', `evil.example/${at}`)),
  )
  await until(page, () => strayed.length >= byMarkup + ENOUGH)
  await close()
  return { fired: fired.length, strayed: { markup: byMarkup, themes: strayed.length - byMarkup } }
}

async function until(page: Page, isSeen: () => boolean): Promise<void> {
  for (let waited = 0; waited < TIMEOUT && !isSeen(); waited += 100) await page.waitForTimeout(100)
  // So that the count includes later ones.
  await page.waitForTimeout(500)
}
