import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merchantApi, Order, Try } from '#server-contract/merchant/merchant.ts'
import { chromiumOptions } from '../../../support/chromium.ts'
import { openDev } from '../../../support/dev-command.ts'
import { brokenLinks, linksIn, proseOf } from '../../../support/links.ts'
import { pages, typeErrors } from './framework-types.ts'
import { hovered } from './hover-docs.ts'
import { root } from './lockfile.ts'

/** npm is slow on a busy machine. */
const slow = { timeout: 120_000 }

/** The folder in which the package is installed, from the tarball of `npm pack`. */
let home: string
let tarball: string
const installed = (): string => join(home, 'shop/node_modules/tender-checkout')

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tender-tarball-'))
  ran('npm', ['pack', '--silent', '--pack-destination', home], root)
  await mkdir(join(home, 'shop'))
  await writeFile(join(home, 'shop/package.json'), '{"name":"shop","version":"1.0.0","private":true}')
  tarball = join(
    home,
    readdirSync(home).find((file) => file.endsWith('.tgz'))!,
  )
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund']
  ran('npm', ['install', '--engine-strict', ...quiet, tarball], join(home, 'shop'))
}, 300_000)
afterAll(() => rm(home, { recursive: true, force: true }))

const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/

function ran(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: plain() })
  if (status === 0) return stdout
  const reason = unreachable.test(stderr)
    ? 'the npm registry cannot be reached, and the cache of npm lacks a package'
    : (stdout + stderr).slice(-3000)
  throw new Error(`${command} ${args.join(' ')} failed: ${reason}`)
}

/** The environment without the variables of the npm that runs these tests. */
const plain = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^NODE_ENV$/.test(name)))

interface Target {
  readonly types: string
  readonly default: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly engines?: { readonly node?: string }
  readonly customElements?: string
  readonly 'web-types'?: string
  readonly exports?: Readonly<Record<string, string | (Target & { readonly require?: Target })>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The functions of npm's own semver that are used here; it is installed with npm. */
interface Semver {
  minVersion(range: string): { readonly version: string }
  satisfies(version: string, range: string): boolean
}

describe('installed with --engine-strict', () => {
  const folders = (): string[] =>
    readdirSync(join(home, 'shop/node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?:^|\/node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
      .filter((file) => /^(?:(?:@[^/]+\/)?[^/]+\/node_modules\/)*(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => join(home, 'shop/node_modules', dirname(file)))

  test('every package that comes along runs on the oldest Node that is named', () => {
    const semver = createRequire(join(home, 'shop/package.json'))('semver') as Semver
    const oldest = semver.minVersion(manifestIn(installed()).engines!.node!).version
    expect(oldest).toBe('20.19.0')
    const needs = folders().map((folder) => ({ folder, range: manifestIn(folder).engines?.node }))
    expect(needs.length).toBeGreaterThan(50)
    expect(needs.filter(({ range }) => range !== undefined).length).toBeGreaterThan(10)
    expect(needs.filter(({ range = '*' }) => !semver.satisfies(oldest, range))).toEqual([])
    expect(semver.satisfies(oldest, '>=22')).toBe(false)
  })

  test('every version is one that its dependent asks for', slow, () => {
    expect(ran('npm', ['ls', '--all', '--silent'], join(home, 'shop'))).not.toMatch(/invalid|missing|extraneous/i)
  })

  const entries = ['', '/define', '/server', '/sandbox', '/issuing', '/testing', '/merchant', '/ticket'].map(
    (entry) => `tender-checkout${entry}`,
  )
  test.each(entries)('%s is imported', slow, (name) => {
    const script = `console.log(Object.keys(await import('${name}')).length)`
    const out = ran(process.execPath, ['--input-type=module', '--eval', script], join(home, 'shop'))
    expect(out.trim()).toMatch(name.endsWith('/define') ? /^0$/ : /^[1-9]\d*$/)
  })

  // As in Jest, which can require no module: the files have their libraries inside.
  test.each(['tender-checkout/merchant', 'tender-checkout/ticket'])('%s is required in CommonJS', slow, (name) => {
    const script = `
      const entry = require('${name}')
      const order = { orderNumber: 'A-17', amount: entry.minorUnits('49.90', 'EUR'), currency: 'EUR', returnUrl: 'https://shop.example' }
      Promise.all([entry.signOrder(order, 'x'.repeat(32)), import('${name}')]).then(([ticket, module]) =>
        console.log(ticket.split('.').length, Object.keys(module).filter((key) => !(key in entry)).join()))`
    const flags = ['--no-experimental-require-module', '--input-type=commonjs']
    expect(ran(process.execPath, [...flags, '--eval', script], join(home, 'shop')).trim()).toBe('3')
  })

  // As in Next.js, whose server has a React of its own beside that of the packages that it leaves out of its bundle.
  test('the component for React is of the browser, and another React than its own renders it on a server', slow, () => {
    expect(readFileSync(join(installed(), 'dist/npm/react.js'), 'utf8')).toMatch(/^(['"])use client\1;/)
    const folder = join(home, 'react')
    cpSync(join(home, 'shop/node_modules'), join(folder, 'node_modules'), { recursive: true })
    for (const place of [folder, join(folder, 'server')])
      for (const name of ['react', 'react-dom'])
        cpSync(join(root, 'node_modules', name), join(place, 'node_modules', name), { recursive: true })
    const script = `
      import { createRequire } from 'node:module'
      import { TenderCheckout } from 'tender-checkout/react'
      const server = createRequire(${JSON.stringify(join(folder, 'server/index.js'))})
      const props = { order: 'ey', src: 'https://pay.shop.example', hideButton: true, debug: false, onPaid() {} }
      const element = server('react').createElement(TenderCheckout, { ...props, className: 'wide' })
      console.log(server('react-dom/server').renderToString(element))`
    expect(ran(process.execPath, ['--input-type=module', '--eval', script], folder).trim()).toBe(
      '<tender-checkout order="ey" src="https://pay.shop.example" hide-button="" class="wide"></tender-checkout>',
    )
  })

  test('both APIs are used from an empty project, with the sandbox that comes along', slow, () => {
    const script = `
      import { gatewayClient, systemClock, undiciFetch } from 'tender-checkout/server'
      import { issuingClient } from 'tender-checkout/issuing'
      import { startSandbox } from 'tender-checkout/sandbox'

      const sandbox = await startSandbox()
      const { gateway: { userName, password }, issuing } = sandbox.credentials
      const credentials = { userName, password }
      const timeoutMs = 25_000
      const base = sandbox.addresses.gateway
      const gateway = gatewayClient({ base, credentials, fetch: undiciFetch({ timeoutMs }), timeoutMs, clock: systemClock })
      const bank = issuingClient({ url: sandbox.addresses.issuing, ...issuing })
      const order = { orderNumber: 'A-17', amount: 4990, currency: '978', returnUrl: 'https://shop.example' }
      const { answer } = await gateway.register(order)
      const status = await gateway.getOrderStatusExtended({ orderId: answer.orderId })
      const parameters = Object.entries({ customer_number: 'C-17', surname: 'Doe', firstName: 'Jo' })
      const named = parameters.map(([name, value]) => ({ name, value }))
      const { accountNumber } = await bank.registerCustomer({ productName: 'CRCU1001', parameters: named })
      const { accountData } = await bank.getAccountData({ accountNumber })
      console.log(JSON.stringify([status.answer.orderStatus, accountData.balance]))
      await sandbox.close()`
    const out = ran(process.execPath, ['--input-type=module', '--eval', script], join(home, 'shop'))
    expect(JSON.parse(out)).toEqual([0, 1_000_000])
  })

  test('a shop’s own test pays, and lets an order expire, by the helpers and the sandbox that come along', slow, () => {
    const script = `
      import { randomBytes } from 'node:crypto'
      import { EventEmitter, once } from 'node:events'
      import { createServer } from 'node:http'
      import { text } from 'node:stream/consumers'
      import { setTimeout } from 'node:timers/promises'
      import { chromium } from ${JSON.stringify(join(root, 'node_modules/playwright/index.mjs'))}
      import { verifyWebhook } from 'tender-checkout/merchant'
      import { completeChallenge, expectResult, fillCard, pay, startCheckout, testCard } from 'tender-checkout/testing'

      const secret = 'whsec_' + randomBytes(32).toString('base64')
      const webhooks = new EventEmitter()
      const server = createServer(async (request, response) => {
        const { type, data } = await verifyWebhook(await text(request), request.headers, secret)
        webhooks.emit(type, data)
        response.writeHead(204).end()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const webhook = { url: 'http://127.0.0.1:' + server.address().port, secret }
      const checkout = await startCheckout({ webhook })
      const browser = await chromium.launch(${JSON.stringify(chromiumOptions)})
      const stateOf = async (orderNumber) => (await checkout.merchant.order({ orderNumber })).state
      const typed = async (claims, threeDs) => {
        const page = await browser.newPage()
        await page.goto(await checkout.pageFor(claims))
        await fillCard(page, testCard({ threeDs, outcome: 'paid' }))
        return page
      }
      const paid = await typed({ orderNumber: 'A-17' }, 'challenge')
      await pay(paid)
      await completeChallenge(paid, 'right')
      await expectResult(paid, 'paid')
      const late = await typed({ orderNumber: 'A-18', sessionTimeoutSecs: 60 }, 'none')
      // The order is registered while the card is typed.
      while ((await stateOf('A-18').catch(({ code }) => code)) !== 'open') await setTimeout(50)
      const told = once(webhooks, 'order.expired')
      checkout.sandbox.clock.forward(60_000)
      await pay(late)
      await expectResult(late, 'expired')
      const [{ orderNumber }] = await told
      console.log(await stateOf('A-17'), await stateOf('A-18'), orderNumber)
      await Promise.all([browser.close(), checkout.close(), server.close()])`
    const out = ran(process.execPath, ['--input-type=module', '--eval', script], join(home, 'shop'))
    expect(out.trim()).toBe('paid expired A-18')
  })

  test('tender dev runs a page, a proxy and the sandbox', slow, async () => {
    const { dev, close } = await openDev(join(installed(), 'dist/server/cli.js'), join(home, 'shop'))
    const page = await (await fetch(dev.page)).text()
    expect(page).toContain(`<script async crossorigin src="${dev.proxy}/v1/checkout.js"></script>`)
    expect((await fetch(`${dev.proxy}/v1/checkout.js`)).status).toBe(200)
    expect((await fetch(`${dev.proxy}/readyz`)).status).toBe(200)
    expect(await close()).toBe(0)
  })

  test('the command says its version', slow, () => {
    const out = ran('npm', ['exec', '--no', '--silent', '--', 'tender', '--version'], join(home, 'shop'))
    expect(out).toBe(`${manifestIn(root).version}\n`)
  })
})

test.each(Object.keys(pages))('a page with %s is typed, tag and events', slow, async (name) => {
  expect(await typeErrors(name, join(home, 'shop/node_modules'), home)).toBe('')
})

test('an editor shows a text about every operation and field of the merchant’s API', slow, () => {
  const { names, without } = hovered(join(home, 'shop'))
  const fields = Object.entries(merchantApi).flatMap(([operation, { request }]) => [
    operation,
    ...Object.keys(request.shape).map((field) => `${operation}.${field}`),
  ])
  const answers = Object.entries({ Order, Try }).flatMap(([name, { shape }]) =>
    Object.keys(shape).map((field) => `${name}.${field}`),
  )
  expect(names.toSorted()).toEqual([...fields, ...answers].toSorted())
  expect(without).toEqual([])
})

describe('the tools that check packages', () => {
  test('publint finds nothing', slow, async () => {
    const { messages } = await publint({ pkgDir: installed(), pack: false, strict: true })
    expect(messages).toEqual([])
  })

  // The other entries are modules only: the two problems of a program that requires it are not problems since Node 20.19.
  const ofModulesOnly = new Set(['NoResolution node10', 'CJSResolvesToESM node16-cjs'])
  const inBoth = new Set(['./merchant', './ticket'])

  test(
    'the types are right wherever modules are imported, and those of a shop’s server in CommonJS, too',
    slow,
    async () => {
      const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
      if (!checked.types) throw new Error('The tarball has no types')
      const problems = checked.problems.map((problem) => ({
        ...problem,
        where: `${problem.kind} ${'resolutionKind' in problem ? problem.resolutionKind : ''}`,
        entry: 'entrypoint' in problem ? problem.entrypoint : '',
      }))
      expect(problems.filter(({ where, entry }) => inBoth.has(entry) || !ofModulesOnly.has(where))).toEqual([])
      expect(Object.keys(checked.entrypoints).length).toBeGreaterThan(5)
    },
  )
})

describe('the tarball', () => {
  const files = (): string[] =>
    readdirSync(installed(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.slice(installed().length).includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(installed().length + 1))

  test('holds what is documented and built, and nothing of the demo, the tests or the build', () => {
    const places = new Set(files().map((file) => /^(?:dist\/[^/]+|[^/]+)/.exec(file)![0]))
    expect([...places].toSorted()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'deploy',
      'dist/cdn',
      'dist/frames',
      'dist/npm',
      'dist/package-lock.json',
      'dist/sbom.cdx.json',
      'dist/server',
      'dist/types',
      'docs',
      'package.json',
    ])
    expect(files().filter((file) => /demo|\.report\.json$|\.test\./.test(file))).toEqual([])
  })

  test('holds each script that browsers fetch compressed, too', () => {
    const scripts = files().filter((file) => /^dist\/(?:cdn|frames)\/.*\.js$/.test(file))
    expect(scripts.length).toBeGreaterThan(10)
    const all = new Set(files())
    expect(scripts.filter((file) => !all.has(`${file}.br`) || !all.has(`${file}.gz`))).toEqual([])
  })

  test('has every file that its package.json names', () => {
    const { exports, customElements, 'web-types': webTypes } = manifestIn(installed())
    const both = ({ types, default: file }: Target): readonly string[] => [types, file]
    const named = Object.values(exports!).flatMap((to) =>
      typeof to === 'string' ? [to] : [...both(to), ...(to.require ? both(to.require) : [])],
    )
    named.push(customElements!, webTypes!)
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((file) => !existsSync(join(installed(), file)))).toEqual([])
  })

  test('has whatever its documents link to, down to the heading', () => {
    const documents = files().filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
    expect(documents.flatMap((document) => linksIn(proseOf(installed(), document))).length).toBeGreaterThan(100)
    expect(documents.flatMap((document) => brokenLinks(installed(), document))).toEqual([])
  })

  test('says of npm start and its like that they are those of a clone', () => {
    for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/sandbox/README.md']) {
      const before = readFileSync(join(installed(), file), 'utf8').split(/^(?: {4})?npm (?:start|test|run)/m)[0]!
      expect(before.length < 4000 && /\bclone\b/i.test(before), file).toBe(true)
    }
  })
})
