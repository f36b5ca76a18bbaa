import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text as requestText } from 'node:stream/consumers'
import { createContext, Script } from 'node:vm'
import { build, type Metafile, type Plugin } from 'esbuild'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import type * as merchantEntry from '../../server/merchant.ts'
import { startCheckout } from '../../server/testing.ts'
import { systemClock } from '#ports/system.ts'
import { buildTicketReader } from '#proxy/tickets/ticket.ts'
import { listening } from '../unit/proxy/support/real-proxy.ts'
import { configOf, order, secret as ticketSecret } from '../unit/proxy/support/test-proxy.ts'
import { readReport } from '../support/report.ts'
import { root } from '../support/root.ts'

/** The entries that run wherever fetch and Web Crypto are; each with the libraries that it may load. */
const entries = {
  merchant: ['jose', 'standardwebhooks', 'zod/mini'],
  ticket: ['jose', 'zod/mini'],
} as const

/** What a built entry imports at once and later, through all its files, and which libraries these leave outside. */
function reachedFrom(entry: string) {
  const chunks = new Map(readReport('dist/server/server.report.json').map((chunk) => [chunk.file, chunk]))
  const [reached, libraries] = [new Set<string>(), new Set<string>()]
  const visit = (file: string): void => {
    const chunk = chunks.get(file)
    if (!chunk) return void libraries.add(file)
    if (reached.has(file)) return
    reached.add(file)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  visit(`dist/server/${entry}.js`)
  return { modules: [...reached].flatMap((file) => chunks.get(file)!.modules), libraries: [...libraries].toSorted() }
}

test.each(Object.entries(entries))('the entry %s loads %j, and nothing else', (entry, libraries) => {
  const reached = reachedFrom(entry)
  expect(reached.libraries).toEqual(libraries)
  expect(reached.modules.length).toBeGreaterThan(10)
})

/** Bundles code as the tools for workers do, with every import in it; a module of Node is an error. */
async function bundleForWorkers(code: string): Promise<{ code: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    format: 'iife',
    globalName: 'worker',
    logLevel: 'silent',
  })
  return { code: outputFiles[0]!.text, metafile }
}

/** What a worker at the edge has: nothing of Node. */
const webGlobals = {
  crypto,
  TextEncoder,
  TextDecoder,
  Uint8Array,
  ArrayBuffer,
  atob,
  btoa,
  structuredClone,
  URL,
  URLSearchParams,
  fetch,
  Request,
  Response,
  Headers,
  AbortController,
  AbortSignal,
}

describe('bundled for a worker at the edge', () => {
  let bundles: Record<keyof typeof entries, Awaited<ReturnType<typeof bundleForWorkers>>>
  beforeAll(async () => {
    const [merchant, ticket] = await Promise.all([
      bundleForWorkers("export * from 'tender-checkout/merchant'"),
      bundleForWorkers("export * from 'tender-checkout/ticket'"),
    ])
    bundles = { merchant: merchant!, ticket: ticket! }
  })

  /** The exports of a bundle, in a realm that has only what the web has. */
  function inWorker(entry: keyof typeof entries, globals: object = webGlobals) {
    const context = createContext({ ...globals }, { codeGeneration: { strings: false, wasm: false } })
    const { code } = bundles[entry]
    const node = new Script(`${code};[typeof process, typeof Buffer, typeof require].join()`).runInContext(context)
    expect(node).toBe('undefined,undefined,undefined')
    return new Script('worker').runInContext(context) as typeof merchantEntry
  }

  // The messages of zod in every language would be four times as much as the rest.
  test.each([
    ['merchant', 120_500],
    ['ticket', 81_000],
  ] as const)('%s has less than %i bytes, and leaves out what nobody calls', (entry, most) => {
    const { code, metafile } = bundles[entry]
    expect(code.length).toBeLessThan(most)
    const [output] = Object.values(metafile.outputs)
    const inside = Object.entries(output!.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput ? [file] : []))
    expect(inside.length).toBeGreaterThan(10)
    expect(inside.filter((file) => /\/locales\/|undici|fastify/.test(file))).toEqual([])
  })

  test('a shop signs an order, charges, reads, is refused by name and verifies the webhook', async () => {
    const shop = createServer()
    const received = once(shop, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const secret = `whsec_${btoa('a webhook secret of these tests!')}`
    const webhook = { url: `http://127.0.0.1:${await listening(shop)}/`, secret }
    const checkout = await startCheckout({ webhook, env: { TENDER_PLAIN_CARDS: 'allowed' } })
    onTestFinished(() => checkout.close())
    const { merchantClient, signOrder, verifyWebhook } = inWorker('merchant')

    const refused = await signOrder({ ...order, amount: 49.9 }, ticketSecret).catch(String)
    expect(refused).toMatch(/^TypeError: The order's amount /)
    const read = buildTicketReader(configOf(), systemClock)
    expect(await read(`Bearer ${await signOrder(order, ticketSecret)}`)).toMatchObject(order)

    const merchant = merchantClient({ base: checkout.proxy, apiKey: checkout.apiKey })
    expect(Object.keys(merchant)).toEqual(Object.keys(merchantApi))
    const card = { pan: '4444555511113333', expiry: '203412', cvc: '123', cardholder: 'JANE DOE' }
    const charged = await merchant.moto({ orderNumber: 'M-1', amount: 4990, currency: '978', ...card })
    expect(charged).toMatchObject({ state: 'paid', current: { depositedAmount: 4990 } })
    expect((await merchant.order({ orderNumber: 'M-1' })).state).toBe('paid')
    const unknown = await merchant.order({ orderNumber: 'none' }).catch((error: unknown) => error)
    expect(unknown).toMatchObject({ name: 'MerchantError', code: 'order_unknown', outcome: 'refused' })

    const [request, response] = await received
    const body = await requestText(request)
    response.writeHead(204).end()
    const sent = request.headers
    expect(verifyWebhook(body, sent, secret)).toMatchObject({ type: 'order.paid', data: { orderNumber: 'M-1' } })
    expect(() => verifyWebhook(body.replace('4990', '1'), sent, secret)).toThrow('No matching signature found')
  })

  test('a request asks for no cached answer, where the platform has that setting', async () => {
    const settings: RequestInit[] = []
    const answering = (async (_: string, init: RequestInit) => {
      settings.push(init)
      return Response.json({ error: { code: 'order_unknown', message: 'None.' } }, { status: 404 })
    }) as typeof fetch
    // The second is as older workers have it.
    for (const globals of [{ Request }, { Request: { prototype: {} } }]) {
      const { merchantClient } = inWorker('merchant', { ...webGlobals, fetch: answering, ...globals })
      const merchant = merchantClient({ base: 'https://pay.shop.example', apiKey: 'a-key' })
      await expect(merchant.order({ orderNumber: 'A-17' })).rejects.toMatchObject({ code: 'order_unknown' })
    }
    expect(settings.map((init) => ['cache' in init, init.cache, init.redirect])).toEqual([
      [true, 'no-store', 'manual'],
      [false, undefined, 'manual'],
    ])
  })
})

test('a module of Node in the bundle would be found', async () => {
  await expect(bundleForWorkers("import 'node:crypto'")).rejects.toThrow('Could not resolve "node:crypto"')
  await expect(bundleForWorkers("import 'tender-checkout/server'")).rejects.toThrow('Could not resolve "node:')
})

test.each(['index', 'testing', 'sandbox', 'issuing', 'cli'])(
  'a bundler does not miss the optional packages that %s.js loads where they are installed',
  async (entry) => {
    const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly peerDependencies: Readonly<Record<string, string>>
    }
    const names = Object.keys(peerDependencies)
    expect(names.length).toBeGreaterThan(2)
    const absent: Plugin = {
      name: 'absent',
      setup: ({ onResolve }) =>
        onResolve({ filter: new RegExp(`^(?:${names.join('|')})(?:/|$)`) }, ({ path }) => ({
          errors: [{ text: `${path} is not installed` }],
        })),
    }
    const built = build({
      entryPoints: [join(root, `dist/server/${entry}.js`)],
      bundle: true,
      write: false,
      platform: 'node',
      packages: 'external',
      format: 'esm',
      logLevel: 'silent',
      plugins: [absent],
    })
    expect((await built).errors).toEqual([])
  },
)
