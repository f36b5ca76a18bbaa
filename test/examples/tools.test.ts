import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { processes, type Running } from '../unit/cli/tender.ts'
import { installKit, installOffline, packHome } from './install.ts'
import { offlineIn, type Offline } from './offline.ts'
import type { Kit } from './pay-through.ts'
import { freePort } from '#demo/ports.ts'
import { urlOf } from './shop.ts'

const start = processes()

let home: string
/** Where the package is installed, and its tools run. */
let folder: string
let offline: Offline
let kit: Kit
let browser: Browser
beforeAll(async () => {
  home = packHome()
  kit = await installKit(home) // fills the cache of npm
  folder = installOffline(home)
  offline = offlineIn(home)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, force: true })
})

const packageIn = (): string => join(folder, 'node_modules/tender-checkout')
const password = { TENDER_GATEWAY_PASSWORD: 'sandbox-password' }
const tried = new Set<string>()

function tender(args: readonly string[], env: NodeJS.ProcessEnv = {}, from = packageIn()): Running {
  tried.add(args[0]!)
  return start(process.execPath, [join(from, 'dist/server/cli.js'), ...args], { ...offline.env, ...env }, folder)
}

async function ended(running: Running): Promise<{ code: number | string; out: string; error: string }> {
  return { code: await running.ended, out: running.out(), error: running.error() }
}

/** The lines of a report about what is not as it should be. */
const mistakes = (out: string): readonly string[] =>
  out.split('\n').filter((line) => line !== '' && !/^(?:ok|skip) /.test(line))

test('every tool of the packed package works in an empty folder without a network', async () => {
  const [shop, proxy, metrics] = [urlOf(await freePort()), `http://127.0.0.1:${await freePort()}`, await freePort()]
  const help = (await ended(tender(['--help']))).out
  const commands = [...help.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name!)

  const sandbox = tender(['sandbox', '--port', '0', '--json', '--shop', shop])
  await sandbox.printed('\n')
  const { gateway } = JSON.parse(sandbox.out()) as { gateway: string }

  const answers = ['--url', proxy, '--shop', shop, '--gateway', gateway, '--login', 'sandbox-api']
  expect(await ended(tender(['init', '--yes', ...answers], password))).toMatchObject({ code: 0, error: '' })
  await tender(['proxy'], { TENDER_METRICS_PORT: String(metrics) }).printed('The proxy listens on')

  const machine = await ended(tender(['doctor']))
  expect([machine.code, mistakes(machine.out)]).toEqual([0, []])
  const address = await ended(tender(['doctor', proxy]))
  expect([address.code, mistakes(address.out)]).toEqual([0, []])
  const served = await ended(tender(['verify', proxy, '--shop', shop]))
  expect([served.code, mistakes(served.out)]).toEqual([0, []])
  await findsChange(shop, gateway)

  await paysOnBothPages(shop, proxy)
  expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toMatch(
    /^tender_payments_total\{method="card",state="paid"\} 2$/m,
  )

  const hour = (ago: number): string => new Date(new Date().getTime() - ago * 3_600_000).toISOString()
  const { code, out } = await ended(tender(['orders', '--from', hour(1), '--to', hour(-1)]))
  expect([code, [...out.matchAll(/^(\w-1),.*,paid,EUR,49\.90,/gm)].map(([, number]) => number).toSorted()]).toEqual([
    0,
    ['E-1', 'F-1'],
  ])

  const linked = await ended(tender(['link', JSON.stringify({ orderNumber: 'L-1', amount: 4990, currency: '978' })]))
  expect(linked.code).toBe(0)
  expect((await fetch(linked.out.trim())).status).toBe(200)

  const markup = await ended(tender(['markup', proxy]))
  expect(markup.code).toBe(0)
  expect(markup.out).toContain(`<tender-checkout order="ORDER" src="${proxy}">`)
  mkdirSync(join(folder, 'merchants'))
  const added = ['merchant', 'add', 'second', '--merchants', 'merchants', '--yes', ...answers]
  expect(await ended(tender(added, password))).toMatchObject({ code: 0 })
  expect(readdirSync(join(folder, 'merchants'))).toEqual(['second.env'])

  expect(await ended(tender(['keys', '--out', 'keys', '--name', 'Shop']))).toMatchObject({ code: 0, error: '' })
  expect(readdirSync(join(folder, 'keys')).toSorted()).toEqual(['signing.crt', 'signing.csr', 'signing.key'])
  const dev = tender(['dev', '--json'])
  await dev.printed('\n')
  const { page } = JSON.parse(dev.out()) as { page: string }
  expect((await fetch(page)).status).toBe(200)

  tried.delete('--help')
  expect([...tried].toSorted()).toEqual(commands.toSorted())
  expect(offline.asked()).toEqual([])
})

test('a tool that asks another machine would be seen', async () => {
  const asks = `await fetch('https://shop.example/').catch(() => {})`
  const program = start(process.execPath, ['--input-type=module', '--eval', asks], offline.env, folder)
  expect(await program.ended).toBe(0)
  expect(offline.asked()).toEqual(['shop.example'])
})

test('the data that editors read name the element, its attributes and events', () => {
  const names = ['custom-elements.json', 'web-types.json', 'vscode.html-custom-data.json']
  for (const name of names) {
    const text = readFileSync(join(packageIn(), 'dist/npm', name), 'utf8')
    for (const word of ['tender-checkout', 'hide-button']) expect(text, name).toContain(word)
  }
  expect(existsSync(join(packageIn(), 'dist/npm/vscode.css-custom-data.json'))).toBe(true)
})

/** `tender verify` names the script tag that a proxy serves with other bytes than the release has. */
async function findsChange(shop: string, gateway: string): Promise<void> {
  const changed = join(folder, 'node_modules/changed')
  cpSync(packageIn(), changed, { recursive: true })
  const script = join(changed, 'dist/cdn/checkout.js')
  appendFileSync(script, '\n//')
  for (const coding of ['br', 'gz']) rmSync(`${script}.${coding}`)
  const url = `http://127.0.0.1:${await freePort()}`
  const env = parseEnv(readFileSync(join(folder, '.env.tender'), 'utf8'))
  const own = { ...env, TENDER_PUBLIC_URL: url, TENDER_PORT: new URL(url).port, TENDER_GATEWAY_URL: gateway }
  await tender(['proxy'], own, changed).printed('The proxy listens on')
  const { code, out } = await ended(tender(['verify', url, '--shop', shop]))
  expect(code).toBe(1)
  expect(out).toContain('FAIL  /v1/checkout.js: the content is sha384-')
}

const card = () => kit.testCard({ threeDs: 'none', outcome: 'paid' })

/** Pays on a page with the element, and on one that was written for the bank's own script. */
async function paysOnBothPages(shop: string, proxy: string): Promise<void> {
  const signed = async (orderNumber: string): Promise<string> => {
    const order = { orderNumber, amount: 4990, currency: '978', returnUrl: `${shop}/thanks` }
    return (await ended(tender(['sign', JSON.stringify(order)]))).out.trim()
  }
  const pages: Readonly<Record<string, string>> = {
    '/': `<script src="${proxy}/v1/checkout.js"></script>
      <tender-checkout order="${await signed('E-1')}" src="${proxy}"></tender-checkout>`,
    '/form': `<script src="${proxy}/v1/payment-form.js" data-order="${await signed('F-1')}"></script>
      <div id="pan"></div><button id="own">Pay</button>
      <script>
        const form = new PaymentForm({ fields: { pan: { container: document.querySelector('#pan') } } })
        form.init()
        own.onclick = () => form.doPayment()
      </script>`,
    '/thanks': '<h1>Thank you</h1>',
  }
  const server = createServer(({ url }, response) => {
    const page = pages[new URL(url!, shop).pathname]
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><link rel="icon" href="data:,">${page ?? ''}`)
  }).listen(Number(new URL(shop).port), 'localhost')
  try {
    await paysWithElement(await browser.newPage(), shop)
    await paysWithPaymentForm(await browser.newPage(), shop)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function paysWithElement(page: Page, shop: string): Promise<void> {
  await page.goto(shop)
  await kit.fillCard(page, card())
  await kit.pay(page)
  await kit.expectResult(page, 'paid')
  const trace = await page.locator('tender-checkout').evaluate((element) => {
    const { exportTrace } = element as unknown as { exportTrace: () => Promise<string> }
    return exportTrace.call(element)
  })
  expect(trace).toContain('"step": "tender-paid"')
  expect(trace).not.toContain(card().pan)
}

async function paysWithPaymentForm(page: Page, shop: string): Promise<void> {
  await page.goto(`${shop}/form`)
  await kit.expectResult(page, 'ready')
  await kit.fillCard(page, card())
  await page.locator('#own').click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}
