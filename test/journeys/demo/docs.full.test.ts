import fastify, { type FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitePath } from '../../../docs/.vitepress/site-links.ts'
import { buildDocs } from '../../../demo/docs/build-docs.ts'
import { serveDocs } from '../../../demo/docs/serve-docs.ts'
import { clicksTo, questions } from '../../documents/questions/questions.ts'
import { launchChromium } from '../../support/chromium.ts'
import { publicDocuments } from '../../support/links.ts'
import { poll } from '../../support/poll.ts'

let server: FastifyInstance
let browser: Browser
let site: string
beforeAll(async () => {
  server = fastify({ forceCloseConnections: true })
  serveDocs(server, buildDocs)
  site = `${await server.listen({ host: '127.0.0.1', port: 0 })}/docs/`
  // The first request builds the site.
  await fetch(site)
  browser = await launchChromium()
}, 300_000)
afterAll(async () => {
  await Promise.all([browser.close(), server.close()])
})

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

const look = (page: Page): Promise<Seen> =>
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
      links: [...text.querySelectorAll('a')].map(({ href }) => href).filter((href) => href.startsWith(location.origin)),
      flaws: flaws.filter((flaw) => flaw !== false),
    }
  })

test('on a phone no page is too wide, each has a title of its own, and every link leads to a heading', async () => {
  const page = await browser.newPage(phone)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  const seen = new Map<string, Seen>()
  for (const address of pages) {
    await page.goto(site + address, { waitUntil: 'load' })
    seen.set(site + address, await look(page))
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

test('a newcomer clicks from the first page to the answer of every question', async () => {
  const page = await browser.newPage(phone)
  for (const [question, answers] of Object.entries(questions)) {
    await page.goto(site, { waitUntil: 'load' })
    const row = page.getByRole('row').filter({ hasText: question.replaceAll('`', '') })
    for (const [place] of answers) expect(clicksTo(place.split('#')[0]!), place).toBeLessThanOrEqual(2)
    const link = row.getByRole('link').first()
    const to = await link.evaluate(({ href }: HTMLAnchorElement) => new URL(href))
    await link.click()
    await page.waitForURL(({ pathname }) => pathname.replace(/\.html$/, '') === to.pathname.replace(/\.html$/, ''))
    const hash = new URL(page.url()).hash
    if (hash) await page.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`).waitFor()
  }
  await page.close()
}, 300_000)

test('the search finds, the dark is dark, paper has the text alone, and the demo is one click away', async () => {
  const page = await browser.newPage({ colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
  await page.goto(`${site}element`, { waitUntil: 'load' })
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('insufficient_funds')
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
