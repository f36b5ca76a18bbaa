import { setTimeout as sleep } from 'node:timers/promises'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cssProperties } from '#element/description.ts'
import { themeNames } from '#contract/appearance/presets.ts'
import { sitePath } from '../../../docs/.vitepress/site-links.ts'
import { publicDocuments } from '../../support/links.ts'
import { poll } from '../../support/poll.ts'
import { cardFrame, fillCard, openFixture, pay, plainCard, stateIs, type Fixture } from '../support/fixture.ts'
import { countWrites, draw, writesOf } from './address-writes.ts'

let fixture: Fixture
let site: string
beforeAll(async () => {
  fixture = await openFixture()
  site = `${fixture.stack.addresses.shop}/docs/`
  // The first request has the site built.
  while ((await fetch(site)).status === 503) await sleep(1_000)
}, 300_000)
afterAll(() => fixture.close())

const phone = { viewport: { width: 375, height: 812 } }

const addressOf = (document: string): string =>
  sitePath(document)
    .replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '')

const pages = [...publicDocuments, 'CHANGELOG.md'].map(addressOf)

/** What a page is, and what is wrong with it. */
interface Seen {
  readonly title: string
  readonly ids: readonly string[]
  /** Links of its text that stay on the site. */
  readonly links: readonly string[]
  readonly flaws: readonly string[]
}

const inspect = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    const missing = (image: HTMLImageElement): Promise<string | false> => {
      image.loading = 'eager' // a picture out of sight would never load
      return image.decode().then(
        () => false,
        () => `no picture at ${image.src}`,
      )
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const text = document.querySelector('.vp-doc')!
    const flaws = [
      scrollWidth > clientWidth && `${scrollWidth - clientWidth} px too wide`,
      document.querySelectorAll('h1').length !== 1 && 'not one h1',
      ...(await Promise.all([...document.images].map(missing))),
    ]
    return {
      title: document.title,
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...text.querySelectorAll('a')]
        .map(({ href }) => href)
        .filter((href) => href.startsWith(`${location.origin}/docs/`)),
      flaws: flaws.filter((flaw) => flaw !== false),
    }
  })

test('on a phone no page is too wide, each has a title of its own, and every link leads to a heading', async () => {
  const page = await fixture.browser.newPage(phone)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  const seen = new Map<string, Seen>()
  for (const address of pages) {
    await page.goto(site + address, { waitUntil: 'load' })
    seen.set(site + address, await inspect(page))
  }
  expect([...seen].flatMap(([address, { flaws }]) => flaws.map((flaw) => `${address}: ${flaw}`))).toEqual([])
  expect(complaints).toEqual([])
  expect(new Set([...seen.values()].map(({ title }) => title)).size).toBe(pages.length)
  const broken = [...seen].flatMap(([from, { links }]) =>
    links
      .filter((link) => {
        const { origin, pathname, hash } = new URL(link)
        const target = seen.get(`${origin}${pathname.replace(/\.html$/, '').replace(/\/index$/, '/')}`)
        if (pathname.startsWith('/docs/files/')) return false
        return !target || (hash !== '' && !target.ids.includes(decodeURIComponent(hash.slice(1))))
      })
      .map((link) => `${from} → ${link}`),
  )
  expect(broken).toEqual([])
  await page.close()
}, 300_000)

/** The site hears the key once its scripts have run, which may be after the page has loaded. */
async function searchFor(page: Page, words: string): Promise<void> {
  const box = page.getByRole('searchbox')
  await poll(async () => {
    await page.keyboard.press('Control+k')
    return box.isVisible()
  }).toBe(true)
  await box.fill(words)
}

test('the search finds, the dark is dark, paper has the text alone, and the demo is one click away', async () => {
  const page = await fixture.browser.newPage({ colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
  await page.goto(`${site}element`, { waitUntil: 'load' })
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true)
  await searchFor(page, 'insufficient_funds')
  await poll(() => page.locator('#localsearch-list li').count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.VPSidebar').isVisible()).toBe(false)
  expect(await page.locator('.vp-doc h1').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  const back = page.getByRole('link', { name: 'Back to the demo' })
  expect(await back.getAttribute('href')).toBe('/')
  await page.close()
}, 120_000)

/** The control of a token, in its row of the page of themes. */
const control = (page: Page, token: string) => page.getByRole('row').locator(`[name="${token}"]`)

const style = (page: Page, name: 'backgroundColor' | 'borderRadius') =>
  cardFrame(page)
    .getByTestId('pay')
    .evaluate((it, of) => getComputedStyle(it)[of], name)

test('the first page has a checkout that pays, and no part of the site covers the text of a page', async () => {
  for (const viewport of [phone.viewport, { width: 1280, height: 900 }]) {
    const page = await fixture.browser.newPage({ viewport })
    await page.goto(`${site}webhooks`, { waitUntil: 'load' })
    // Below the bars nothing that stays where it is while the page scrolls is over the column of the text.
    await page.evaluate(() => scrollTo(0, 900))
    const covered = await page.evaluate(() => {
      const text = document.querySelector('.vp-doc')!.getBoundingClientRect()
      return [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((it) => getComputedStyle(it).position === 'fixed' && it.checkVisibility({ visibilityProperty: true }))
        .filter((it) => {
          const { top, height, left, right } = it.getBoundingClientRect()
          return height > 0 && top > 120 && top < innerHeight && left < text.right && right > text.left
        })
        .map((it) => it.outerHTML.slice(0, 100))
    })
    expect(covered).toEqual([])
    await page.getByRole('banner').getByRole('link').first().click()
    await page.waitForURL(site)
    await stateIs(page, 'ready')
    await fillCard(page, plainCard)
    await pay(page)
    await stateIs(page, 'paid')
    await page.close()
  }
}, 60_000)

test('each theme and token is set in its row, and the card form beside the tables shows it', async () => {
  const page = await fixture.browser.newPage({ viewport: { width: 1280, height: 900 } })
  await countWrites(page)
  await page.goto(`${site}element`)
  await page.locator('.vp-doc').getByRole('link', { name: 'Themes and tokens' }).click()
  await stateIs(page, 'ready')
  for (const theme of themeNames) expect(await page.getByRole('button', { name: theme, exact: true }).count()).toBe(1)
  for (const token of Object.keys(cssProperties)) expect(await control(page, token).isEditable(), token).toBe(true)

  const plain = [await style(page, 'backgroundColor'), await style(page, 'borderRadius')]
  await page.getByRole('button', { name: 'contrast', exact: true }).press('Enter')
  await poll(() => style(page, 'backgroundColor')).toBe('rgb(0, 48, 156)')
  await control(page, '--tender-accent').fill('rebeccapurple')
  await control(page, '--tender-accent').press('Tab')
  await poll(() => style(page, 'backgroundColor')).toBe('rgb(102, 51, 153)')
  await page.getByRole('slider', { name: '--tender-button-radius' }).press('End')
  await poll(() => style(page, 'borderRadius')).toBe('36px')
  await poll(() => new URL(page.url()).search).toBe(
    '?attribute.theme=contrast&token.--tender-accent=rebeccapurple&token.--tender-button-radius=36px',
  )
  const before = await writesOf(page)
  const values = await draw(page, page.getByRole('slider', { name: '--tender-padding' }))
  expect(values).toBeGreaterThan(10)
  await poll(() => new URL(page.url()).search).toMatch(/&token\.--tender-padding=40px$/)
  expect((await writesOf(page)) - before).toBeLessThan(values / 2)

  await control(page, '--tender-gap').fill('wide')
  await control(page, '--tender-gap').press('Tab')
  const alert = page.locator('[data-token="--tender-gap"]').getByRole('alert')
  await poll(() => alert.innerText()).toContain('"--tender-gap" must be a length.')
  await control(page, '--tender-gap').fill('wider')
  await control(page, '--tender-gap').press('Tab')
  await poll(() => alert.allInnerTexts()).toHaveLength(1)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([])

  await fillCard(page, plainCard)
  await pay(page)
  await stateIs(page, 'paid')
  await page.getByRole('button', { name: 'Defaults' }).click()
  await page.getByRole('button', { name: 'New order' }).click()
  await stateIs(page, 'ready')
  expect(await alert.count()).toBe(0)
  await poll(async () => [await style(page, 'backgroundColor'), await style(page, 'borderRadius')]).toEqual(plain)

  await page.getByRole('link', { name: 'The element', exact: true }).first().click()
  await page.waitForURL(/element/)
  expect(await page.locator('tender-checkout, template').count()).toBe(0)
  await page.close()
}, 60_000)
