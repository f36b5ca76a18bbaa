import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { cardFrame, completeChallenge, expectResult, fillCard, pay, testCard } from '../../../server/testing.ts'
import { language as en } from '#texts/languages/en.ts'
import { root } from '../../support/root.ts'
import { openShop, pausesOf, SOON, type ShopPage, type Visit } from './shop.ts'

const shop = await openShop()
afterAll(() => shop.close())

const plain = testCard({ threeDs: 'none', outcome: 'paid' })
const challenged = testCard({ threeDs: 'challenge', method: true, outcome: 'paid' })

const javascript = { 'content-type': 'text/javascript' }

/** Visits a page and pays there. */
async function pays(wanted: ShopPage): Promise<void> {
  const { page, lines, address } = await shop.visit(wanted)
  await page.goto(address)
  await fillCard(page, plain)
  await pay(page)
  await expectResult(page, 'paid')
  expect(lines).toEqual([])
  await page.close()
}

/** Waits until a page says that no checkout can work in it: in one line of the console, and to the shopper. */
async function saysThatItCannot({ page, lines, address }: Visit, line: RegExp): Promise<void> {
  await page.goto(address)
  const alert = page.locator('tender-checkout[state=failed] [role=alert]')
  await alert.getByTestId('bank-page').waitFor()
  expect(await alert.innerText()).toContain(en.checkout.failed)
  expect(await alert.innerText()).not.toContain('ad blocker')
  expect(lines).toEqual([expect.stringMatching(line)])
}

/** The script tag's file, changed. */
async function scriptTag(change: (code: string) => string = String): Promise<string> {
  const answer = await fetch(`${shop.checkout.proxy}/v1/checkout.js`)
  return change(await answer.text())
}

let copies = 0
/** The address of a copy of the script tag's file in the shop. */
async function copied(change?: (code: string) => string): Promise<string> {
  const path = `/combined-${copies++}.js`
  shop.answers.set(path, { headers: javascript, body: `;(() => {})();${await scriptTag(change)}` })
  return path
}

describe('a page pays with the script tag’s code', () => {
  test.concurrent.each([
    ['combined with others in a file of the shop', async () => `<script src="${await copied()}"></script>`],
    ['inlined', async () => `<script>${await scriptTag()}</script>`],
    [
      'evaluated once the page is there, without a tag',
      async () => `<script>fetch("${await copied()}").then((answer) => answer.text()).then(eval)</script>`,
    ],
  ])('%s', async (_, scriptOf) => pays({ script: await scriptOf() }))
})

test('a copy of the script tag’s code whose other files are gone names itself as the cause', async () => {
  const path = await copied((code) => code.replaceAll(/(define-)[\w-]{8}(?=\.js)/g, '$1gone0000'))
  const visit = await shop.visit({ script: `<script src="${path}"></script>` })
  await saysThatItCannot(visit, /^tender-checkout: config_script: .*\/combined-\d+\.js/)
  await visit.page.close()
})

test('a chunk that was lost is fetched from the script tag’s proxy again, whatever checkout was put before the shop’s', async () => {
  const other = '<tender-checkout src="http://127.0.0.1:9"></tender-checkout>'
  const { page, address } = await shop.visit({ around: (element) => other + element })
  const asked: string[] = []
  await page.route('**/chunks/define-*', (route) => {
    asked.push(new URL(route.request().url()).origin)
    return asked.length === 1 ? route.abort() : route.fallback()
  })
  await page.goto(address)
  await page.waitForFunction(() => customElements.get('tender-checkout'))
  expect(asked).toEqual([shop.checkout.proxy, shop.checkout.proxy])
  await page.close()
})

/** Lit as a shop has it, with an element of the shop's that it renders. */
async function shopsLit(): Promise<string> {
  const shops = `import { html, LitElement } from 'lit'
    customElements.define('shop-total', class extends LitElement { render() { return html\`<b>49.90</b>\` } })`
  const id = join(root, 'shops-lit.js')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'shop', resolveId: (name) => (name === id ? id : null), load: (name) => (name === id ? shops : null) },
    ],
    build: { write: false, rolldownOptions: { input: id, output: { format: 'iife' } } },
  })
  const [{ code: body }] = (built as Rolldown.RolldownOutput).output
  shop.answers.set('/lit.js', { headers: javascript, body })
  return '<script src="/lit.js"></script>'
}

describe('a policy for Trusted Types', () => {
  const withLit = (policy: string): ShopPage => ({
    headers: { 'content-security-policy': policy },
    around: (element) => `<shop-total></shop-total>${element}`,
  })
  const tags = async () => `${await shopsLit()}<script src="${shop.checkout.proxy}/v1/checkout.js"></script>`

  test.concurrent('as documented lets two copies of Lit live in one page', async () => {
    const policy = "require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'"
    await pays({ ...withLit(policy), script: await tags() })
  })

  test.concurrent.each([
    ['without duplicates', "require-trusted-types-for 'script'; trusted-types lit-html"],
    ['that is a list alone', "trusted-types shop 'allow-duplicates'"],
  ])('%s is named as the cause', async (_, policy) => {
    const visit = await shop.visit({ ...withLit(policy), script: await tags() })
    await saysThatItCannot(visit, /^tender-checkout: config_trusted_types: .*lit-html 'allow-duplicates'/)
    expect(await pausesOf(visit.page)).toBeLessThan(SOON)
    await visit.page.close()
  })
})

/** Variables and texts of pages in the place of what the platform has. */
const names = ['AbortController', 'CustomEvent', 'Event', 'Map', 'Set', 'URL']

describe('a page pays after a challenge', () => {
  const overwrite = (all: readonly string[]): void => {
    if (self === top) for (const name of all) (window as unknown as Record<string, unknown>)[name] = 'shop'
  }
  const extend = (): void => {
    if (self === top) Object.assign(Object.prototype, { shop: 'text', title: 'text', once: 'text', locale: 'text' })
  }

  test.concurrent.each([
    ['whose variables have the names of the platform’s classes', overwrite, undefined],
    ['which overwrites the platform’s classes once the form is there', undefined, overwrite],
    ['which adds a text to all objects', extend, undefined],
    ['which adds a text to all objects once the form is there', undefined, extend],
  ])('%s', async (_, early, late) => {
    const { page, lines, address } = await shop.visit({})
    if (early) await page.addInitScript(early, names)
    await page.goto(address)
    await fillCard(page, challenged)
    if (late) await page.evaluate(late, names)
    await pay(page)
    await completeChallenge(page, 'right')
    await expectResult(page, 'paid')
    expect(lines).toEqual([])
    await page.close()
  })
})

describe('a form that asks for a telephone number comes and pays in a browser', () => {
  test.concurrent.each(['', 'C', 'en-US@posix'])('whose language is %j', async (language) => {
    const { page, lines, address } = await shop.visit({ claims: { ask: ['phone'] } })
    await page.addInitScript((wrong) => {
      Object.defineProperty(navigator, 'language', { get: () => wrong })
      Object.defineProperty(navigator, 'languages', { get: () => [wrong] })
    }, language)
    await page.goto(address)
    await fillCard(page, challenged)
    await cardFrame(page).locator('[autocomplete="tel"]').fill('+49 30 901820')
    await pay(page)
    await completeChallenge(page, 'right')
    await expectResult(page, 'paid')
    expect(lines).toEqual([])
    await page.close()
  })
})
