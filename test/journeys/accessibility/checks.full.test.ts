import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { cardFrame } from '../support/fixture.ts'
import { fits } from '../support/fits.ts'
import { axeFindings, doubleText, finishMotion, overlaps, resize, smallTargets, withoutEdge } from './checks.ts'
import { openPlace, show } from './place.ts'

/** The matrix of states finds nothing: these are mistakes that it would find. */

const place = await openPlace()
afterAll(() => place.close())

/** A page that shows a state, which is fine until a rule is added in the element or in the card frame. */
async function broken(name: string, where: 'element' | 'frame', rule: string, device = {}): Promise<Page> {
  const page = await show(place, name, device)
  await finishMotion(page)
  const root = where === 'frame' ? cardFrame(page).locator('html') : page.locator('tender-checkout')
  await root.evaluate((element, css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    const tree = element.shadowRoot ?? document
    tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet]
  }, rule)
  await finishMotion(page)
  return page
}

const narrow = { viewport: { width: 280, height: 653 }, hasTouch: true }

test.each([
  ['the cross of the dialog', 'challenge', 'element', '.bank-close { block-size: 40px !important; min-block-size: 0 }'],
  ['a button of a result', 'declined', 'element', 'button { min-block-size: 40px !important; padding: 0 }'],
  [
    'a tab',
    'tabs',
    'element',
    '.methods-tabs .method { min-block-size: 0; block-size: 40px; padding: 0 } .method svg { display: none }',
  ],
  ['a field of the card', 'ready', 'frame', '.cell { block-size: 40px !important; min-block-size: 0 !important }'],
  [
    'a stored card',
    'stored cards',
    'frame',
    '.option label { min-height: 40px !important; line-height: 1; padding: 0 }',
  ],
  ['what removes a card', 'stored cards', 'frame', '.stored-quiet { min-height: 30px !important; padding: 0 }'],
] as const)('%s that is too small for a thumb is found', async (_, name, where, rule) => {
  const page = await broken(name, where, rule, narrow)
  expect(await smallTargets(page)).not.toEqual([])
  await page.context().close()
})

test.each([
  ['a heading that does not wrap', 'paid', 'element', 'h2 { white-space: nowrap; inline-size: 400px }'],
  ['a button of one line', 'failed', 'element', 'button { white-space: nowrap; min-inline-size: 320px }'],
  [
    'a row of fields that does not wrap',
    'ready',
    'frame',
    '.group { display: grid !important; grid-template-columns: 180px 180px }',
  ],
  ['a label of one line', 'ready', 'frame', 'label { inline-size: 30px; overflow: hidden; white-space: nowrap }'],
] as const)('%s is found at 280 pixels', async (_, name, where, rule) => {
  const page = await broken(name, where, rule, narrow)
  await expect(fits(page)).rejects.toThrow()
  await page.context().close()
})

test.each([
  ['a title that is cut off', 'paid', 'element', 'h2 { block-size: 10px; overflow: hidden }'],
  [
    'a row of fields that does not wrap',
    'ready',
    'frame',
    '.group { display: grid !important; grid-template-columns: 180px 180px }',
  ],
] as const)('%s in a window of 1280 × 1024 pixels at 400 % alone is found', async (_, name, where, rule) => {
  const page = await broken(name, where, `@media (max-width: 320px) { ${rule} }`, {
    viewport: { width: 1280, height: 1024 },
  })
  await fits(page)
  await resize(page, { width: 320, height: 256 })
  await expect(fits(page)).rejects.toThrow()
  await page.context().close()
})

test('a hint in pixels of its own, which is cut off once the text is twice as large, is found', async () => {
  const page = await broken('payer data', 'frame', '.hint { height: 20px; overflow: hidden }', {
    viewport: { width: 640, height: 900 },
  })
  await fits(page)
  await doubleText(page)
  await expect(fits(page)).rejects.toThrow()
  await page.context().close()
})

test.each([
  ['a label over its field', 'ready', 'frame', 'label { position: relative; inset-block-start: 20px }'],
  [
    'a button over the card that it removes',
    'stored cards',
    'frame',
    '.stored-ask { margin-inline-start: -60px !important }',
  ],
  ['a title over the sentence below it', 'paid', 'element', 'h2 { margin-block-end: -30px !important }'],
] as const)('%s is found', async (_, name, where, rule) => {
  const page = await broken(name, where, rule, narrow)
  expect(await overlaps(page)).not.toEqual([])
  await page.context().close()
})

test.each([
  ['a button of a result', 'declined', 'element', 'button { border: 0 !important }'],
  ['a field of the card', 'ready', 'frame', '.cell, .box, #number { border: 0 !important }'],
] as const)('%s without an edge in forced colours is found', async (_, name, where, rule) => {
  const page = await broken(name, where, rule, { forcedColors: 'active' })
  expect(await withoutEdge(page)).not.toEqual([])
  await page.context().close()
})

test.each([
  ['pale text in the element', 'paid', 'element', 'p { color: #bbb !important }', 'color-contrast'],
  ['pale text in the frame', 'ready', 'frame', 'label { color: #bbb !important }', 'color-contrast'],
] as const)('%s is found by axe', async (_, name, where, rule, finding) => {
  const page = await broken(name, where, rule)
  expect((await axeFindings(page)).join()).toContain(finding)
  await page.context().close()
})
