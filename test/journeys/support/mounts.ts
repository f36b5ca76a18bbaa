import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, CDPSession } from 'playwright'
import { signOrder } from '../../../server/index.ts'
import { openStack, secrets } from '../../../demo/stack.ts'

/** What a page holds after garbage collections. */
export interface Held {
  readonly documents: number
  readonly frames: number
  readonly nodes: number
  readonly listeners: number
  /** Objects that a garbage collection leaves. */
  readonly ports: number
  /** Of mutations, sizes and sight. */
  readonly observers: number
  readonly mediaQueries: number
  readonly controllers: number
  readonly checkouts: number
  /** Bytes of the page's heap. */
  readonly heap: number
}

/** The names of the browser's own counters. */
const counters = { documents: 'Documents', frames: 'Frames', nodes: 'Nodes', listeners: 'JSEventListeners' } as const

/** Expressions for the classes whose living instances are counted. */
const classes: Readonly<Record<string, readonly string[]>> = {
  ports: ['MessagePort'],
  observers: ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'],
  mediaQueries: ['MediaQueryList'],
  controllers: ['AbortController'],
  checkouts: [`customElements.get('tender-checkout')`],
}

/** A shop's page with the script tag and nothing else, and a whole stack for it. */
export async function openMounts(browser: Browser) {
  const shop = createServer((_, response) => {
    const script = `<script src="${stack.addresses.proxy}/v1/checkout.js"></script>`
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Mounts</title><body>${script}`)
  })
  await new Promise<void>((done) => shop.listen(0, 'localhost', done))
  const origin = `http://localhost:${(shop.address() as AddressInfo).port}`
  const stack = await openStack({ port: 0, env: { TENDER_SHOP_ORIGINS: origin } })
  const claims = { orderNumber: 'mounts', amount: 4990, currency: '978', returnUrl: origin }
  const order = await signOrder(claims, secrets.ticketSecret)
  const page = await browser.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => customElements.get('tender-checkout') !== undefined)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return {
    page,
    /** Mounts and unmounts so many checkouts in turn: every other one is removed before its frame has loaded. */
    mount: (count: number) => page.evaluate(mountInPage, { count, order, src: stack.addresses.proxy }),
    held: () => heldBy(session),
    async close() {
      await page.close()
      shop.closeAllConnections()
      shop.close()
      await stack.close()
    },
  }
}

async function mountInPage({ count, order, src }: { count: number; order: string; src: string }): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const checkout = document.createElement('tender-checkout')
    checkout.setAttribute('order', order)
    checkout.setAttribute('src', src)
    const ready = new Promise((resolve) => checkout.addEventListener('tender-ready', resolve, { once: true }))
    document.body.append(checkout)
    if (at % 2) await new Promise((resolve) => requestAnimationFrame(resolve))
    else await ready
    checkout.remove()
  }
  // What a removal leaves to the next task and to the next frame is done then.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

async function heldBy(session: CDPSession): Promise<Held> {
  // Finalizers run in a task after the collection, and what they let go of is garbage of the next one.
  const expression = 'new Promise((resolve) => setTimeout(resolve))'
  for (let times = 0; times < 3; times += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  }
  const instances: Record<string, number> = {}
  for (const [name, all] of Object.entries(classes))
    for (const one of all) instances[name] = (instances[name] ?? 0) + (await countOf(session, one))
  const { metrics } = await session.send('Performance.getMetrics')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const counted = Object.entries(counters).map(([name, of]) => [name, metrics.find((one) => one.name === of)!.value])
  return { ...Object.fromEntries(counted), ...instances, heap: usedSize } as Held
}

/** How many objects of a class a garbage collection leaves. */
async function countOf(session: CDPSession, name: string): Promise<number> {
  const [objectGroup, expression] = ['counted', `${name}.prototype`]
  const { result } = await session.send('Runtime.evaluate', { expression, objectGroup })
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId!, objectGroup })
  const functionDeclaration = 'function () { return this.length }'
  const length = await session.send('Runtime.callFunctionOn', { objectId: objects.objectId!, functionDeclaration })
  await session.send('Runtime.releaseObjectGroup', { objectGroup })
  return length.result.value as number
}
