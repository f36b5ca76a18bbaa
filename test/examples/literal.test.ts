import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as kit from '../../server/testing.ts'
import { commandsIn, shellBlocks } from '../documents/install/shell-blocks.ts'
import { launchChromium } from '../support/chromium.ts'
import { root } from '../support/root.ts'
import { catalogue } from './catalogue.ts'
import { Terminal } from './terminal.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** A folder that has nothing but a fresh clone, without what is installed and built. */
let folder: string
let browser: Browser
let terminals: Terminal[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tender-literal-'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of files.filter((one) => one && existsSync(join(root, one))))
    cpSync(join(root, file), join(folder, 'tender-checkout', file))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const typed = (where: string, lines: string): Terminal => {
  const terminal = new Terminal(where, lines)
  terminals.push(terminal)
  return terminal
}

afterEach(async () => {
  await Promise.all(terminals.map((terminal) => terminal.interrupt()))
  terminals = []
})

/** The first of these ports that another program has. */
async function takenPort(ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) {
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, () => server.close(() => resolve(true)))
    })
    if (!isFree) return port
  }
  return undefined
}

test('the first command of README for a clone opens the demo shop, in a fresh clone', async ({ skip }) => {
  const taken = await takenPort([8080])
  if (taken !== undefined) return skip(`skipped: port ${taken} is taken`)
  const ofClone = commandsIn(read('README.md')).find((command) => command.startsWith('npm start'))!
  const terminal = typed(join(folder, 'tender-checkout'), ofClone)
  await terminal.serves(/http:\/\/localhost:8080/)
  const page = await browser.newPage()
  await page.goto('http://localhost:8080')
  await page.getByRole('button', { name: 'Go to the checkout' }).click()
  await kit.expectResult(page, 'ready')
  await page.close()
})

test('the commands of docs/start.md lead to a shop that is paid, as they are typed', async ({ skip }) => {
  const taken = await takenPort([3000, 8080, 8082, 8085])
  if (taken !== undefined) return skip(`skipped: port ${taken} is taken`)
  const text = read('docs/start.md')
  const [see = '', bank = '', proxy = '', start = ''] = shellBlocks(text)
  const shop = join(folder, 'shop')

  const dev = typed(folder, see)
  expect(await (await fetch(await dev.serves())).text()).toContain('tender-checkout')
  await dev.interrupt()

  await typed(shop, bank).serves(/http:\/\/\S+:8085/)
  await typed(shop, proxy).serves(/http:\/\/127\.0\.0\.1:8080/)
  writeFileSync(join(shop, 'shop.js'), /^```js\n([^]*?)^```$/m.exec(text)![1]!)
  typed(shop, start)
  const doctor = typed(shop, 'npx tender doctor --shop http://localhost:3000')
  expect(await doctor.ends(), doctor.printed).toBe(0)

  for (const card of ['4111 1111 1111 1111', '5555 5555 5555 5599']) {
    expect(text).toContain(card)
    const page = await browser.newPage()
    await page.goto('http://localhost:3000')
    await kit.fillCard(page, { pan: card, expiry: '203412', cvc: '123' })
    await kit.pay(page)
    if (card.startsWith('5')) await kit.completeChallenge(page, 'right')
    await page.getByRole('heading', { name: /^Order A-\d+ is paid$/ }).waitFor()
    await page.close()
  }
})

test.for([
  ['php', /http:\/\/localhost:3000(?=\) started)/],
  ['vendure', /(?<=The shop is at )http:\/\/localhost:3000/],
] as const)('the commands of examples/%s/README.md lead to a shop that is paid', async ([name, address], { skip }) => {
  const missing = catalogue[name]?.missing?.()
  if (missing !== undefined) return skip(`skipped: ${missing}`)
  const start = shellBlocks(read(`examples/${name}/README.md`))[0]!
  const terminal = typed(join(folder, 'tender-checkout/examples', name), start)
  await terminal.serves(address)
  const page = await browser.newPage()
  await page.goto('http://localhost:3000')
  await page.getByRole('button', { name: 'Buy' }).click()
  const [card = ''] = /4111(?: \d{4}){3}/.exec(terminal.printed) ?? []
  await kit.fillCard(page, { pan: card, expiry: '203412', cvc: '123' })
  await kit.pay(page)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await page.close()
})
