import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { build, type Plugin, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTicketReader } from '#proxy/tickets/ticket.ts'
import { readReport } from '../../../support/report.ts'
import { root } from '../../../support/root.ts'
import { configOf, order, secret } from '../support/test-proxy.ts'
import { systemClock } from '#ports/system.ts'

const FILE = 'dist/ticket/ticket.js'

test('the entry that signs tickets imports jose, and nothing else', () => {
  const chunks = readReport('dist/ticket/ticket.report.json')
  expect(chunks.map(({ file, exports, imports, dynamicImports }) => [file, exports, imports, dynamicImports])).toEqual([
    [FILE, ['checkoutMarkup', 'signOrder'], ['jose'], []],
  ])
  const libraries = chunks[0]!.modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? [])
  expect(new Set(libraries)).toEqual(new Set(['zod']))
  expect(
    chunks[0]!.modules.filter((module) =>
      /^server\/(?!ports\/wall-clock|proxy\/tickets|proxy\/config\/origins)/.test(module),
    ),
  ).toEqual([])
})

/** What a worker at the edge has: nothing of Node. */
const webGlobals = { crypto, TextEncoder, TextDecoder, URL, Uint8Array, ArrayBuffer, atob, btoa, structuredClone }

/** Bundles code as a tool for workers does, with every import in it; a module of Node's own is an error. */
async function bundleForWorkers(code: string): Promise<string> {
  const entry: Plugin = {
    name: 'entry',
    enforce: 'pre',
    resolveId(source) {
      if (isBuiltin(source)) throw new Error(`${source} is not there in a worker`)
      if (source.endsWith('/worker.js')) return '\0worker.js'
      return source === 'tender-checkout/ticket' ? join(root, FILE) : null
    },
    load: (id) => (id === '\0worker.js' ? code : null),
  }
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [entry],
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
    build: { write: false, minify: true, lib: { entry: 'worker.js', name: 'worker', formats: ['iife'] } },
  })
  return (built as Rolldown.RolldownOutput[])[0]!.output[0].code
}

describe('bundled for a worker at the edge', () => {
  let code: string
  beforeAll(async () => {
    code = await bundleForWorkers("import { signOrder } from 'tender-checkout/ticket'; export default signOrder")
  })

  const inWorker = (expression: string): unknown => {
    const context = createContext({ ...webGlobals }, { codeGeneration: { strings: false, wasm: false } })
    return new Script(`${code};(${expression})`).runInContext(context)
  }
  const sign = (claims: object): Promise<string> =>
    inWorker(`worker(${JSON.stringify(claims)}, ${JSON.stringify(secret)})`) as Promise<string>

  test('it signs a ticket that the proxy accepts, without anything of Node', async () => {
    expect(inWorker('[typeof process, typeof Buffer, typeof require].join()')).toBe('undefined,undefined,undefined')
    const ticket = await sign(order)
    const read = buildTicketReader(configOf(), systemClock)
    expect(await read(`Bearer ${ticket}`)).toMatchObject({ orderNumber: order.orderNumber, amount: order.amount })
  })

  test('it refuses a wrong claim by name', async () => {
    const refusal = await sign({ ...order, amount: 49.9 }).catch((error: unknown) => String(error))
    expect(refusal).toMatch(/^TypeError: The order's amount /)
  })
})

test('a module of Node in the bundle would be found', async () => {
  await expect(bundleForWorkers("import 'node:crypto'")).rejects.toThrow('node:crypto is not there in a worker')
})
