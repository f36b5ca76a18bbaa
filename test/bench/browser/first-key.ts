import { Devtools, type Target } from './devtools.ts'
import { openPages, type Subject } from './pages.ts'

/** One visit of a page, times in milliseconds. */
interface Visit {
  /** From the navigation to the first frame that shows the input, or to the load of a page without one. */
  readonly ready: number
  /** Each key, from its event to the frame that shows it. */
  readonly keys: readonly number[]
  /** Bytes that came over the wire, and requests. */
  readonly bytes: number
  readonly requests: number
  /** Cumulative layout shift of the page. */
  readonly shift: number
}

const CARD = '4111111111111111'
/** Milliseconds between keys, and after which a page that is not ready counts as broken. */
const PAUSE = 120
const LIMIT = 60_000

/** Notes in each document when the input is first shown, and when each key has been painted. */
const probe = `(() => {
  const now = () => performance.timeOrigin + performance.now()
  const bench = (globalThis.bench = { start: performance.timeOrigin, ready: 0, keys: [], shift: 0 })
  const painted = (then) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = then; port2.postMessage(0) })
  const look = () => {
    const box = document.querySelector('#number')?.getBoundingClientRect()
    if (box?.height) painted(() => (bench.ready = now()))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('keydown', (event) => painted(() => bench.keys.push(performance.now() - event.timeStamp)), true)
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.hadRecentInput || (bench.shift += entry.value))).observe({ type: 'layout-shift', buffered: true })
})()`

interface Bench {
  readonly start: number
  readonly ready: number
  readonly keys: readonly number[]
  readonly shift: number
}

const read = async (target: Target): Promise<Bench | undefined> => {
  const expression = 'JSON.stringify(globalThis.bench ?? null)'
  const { result } = await target.send<{ result: { value?: string } }>('Runtime.evaluate', { expression })
  return (JSON.parse(result.value ?? 'null') as Bench | null) ?? undefined
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Visits a page in a context of its own, with the processes of the page and its frames slowed down. */
async function visit(browser: Devtools, subject: Subject, throttle: number): Promise<Visit> {
  const targets: Target[] = []
  let [bytes, requests] = [0, 0]
  const { page, close } = await browser.open({
    async attached(target) {
      targets.push(target)
      // Only pages and frames can be slowed down, not workers.
      await target.send('Emulation.setCPUThrottlingRate', { rate: throttle }).catch(() => {})
      await target.send('Network.enable')
      await target.send('Emulation.setFocusEmulationEnabled', { enabled: true })
      await target.send('Page.enable')
      await target.send('Page.addScriptToEvaluateOnNewDocument', { source: probe, runImmediately: true })
    },
    event(_, method, params) {
      if (method === 'Network.requestWillBeSent' && !isIcon(params)) requests += 1
      if (method === 'Network.loadingFinished') bytes += Number(params['encodedDataLength'])
    },
  })
  try {
    await page.send('Page.bringToFront')
    await page.send('Page.navigate', { url: await subject.address() })
    const holder = await found(targets, ({ ready }) => ready > 0, subject.input === undefined ? 3_000 : LIMIT)
    const { start, shift } = (await read(page))!
    if (!subject.input) return { ready: await loadedAt(page), keys: [], bytes, requests, shift }
    const { ready } = (await read(holder!))!
    await sleep(2_000) // what loads after the form is not part of a key
    const keys = await typed(page, holder!)
    return { ready: ready - start, keys, bytes, requests, shift }
  } finally {
    await close()
  }
}

const isIcon = (params: Readonly<Record<string, unknown>>): boolean =>
  (params['request'] as { url: string }).url.endsWith('/favicon.ico')

async function found(
  targets: readonly Target[],
  is: (bench: Bench) => boolean,
  limit: number,
): Promise<Target | undefined> {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(25))
    for (const target of targets) {
      const bench = await read(target).catch(() => undefined)
      if (bench && is(bench)) return target
    }
  if (limit === LIMIT) throw new Error('The input was not shown within a minute')
  return undefined
}

async function loadedAt(page: Target): Promise<number> {
  const expression = 'performance.getEntriesByType("navigation")[0].loadEventEnd'
  const { result } = await page.send<{ result: { value: number } }>('Runtime.evaluate', { expression })
  return result.value
}

/** Clicks into the input, as a shopper does, and types a card number. */
async function typed(page: Target, holder: Target): Promise<readonly number[]> {
  const frame = holder === page ? { x: 0, y: 0 } : await placeIn(page, FRAME)
  const input = await placeIn(holder, `document.querySelector('#number')`)
  const place = { x: frame.x + input.x + 20, y: frame.y + input.y + 10, button: 'left', clickCount: 1 }
  for (const type of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, ...place })
  await sleep(PAUSE)
  for (const key of CARD) {
    const event = { key, text: key, code: `Digit${key}`, windowsVirtualKeyCode: key.charCodeAt(0) }
    for (const type of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, ...event })
    await sleep(PAUSE)
  }
  const { keys } = (await read(holder))!
  if (keys.length !== CARD.length) throw new Error(`${keys.length} of ${CARD.length} keys arrived`)
  return keys
}

/** The frame of the page, or of the checkout in it. */
const FRAME = `(document.querySelector('tender-checkout')?.shadowRoot ?? document).querySelector('iframe')`

async function placeIn(target: Target, element: string): Promise<{ x: number; y: number }> {
  const expression = `JSON.stringify(${element}.getBoundingClientRect())`
  const { result } = await target.send<{ result: { value: string } }>('Runtime.evaluate', { expression })
  return JSON.parse(result.value) as { x: number; y: number }
}

const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN
}

/** The medians of one page's visits. */
export interface Row {
  readonly name: string
  readonly ready: number
  readonly key50: number
  readonly key95: number
  readonly bytes: number
  readonly requests: number
  readonly shift: number
}

function rowOf(name: string, visits: readonly Visit[]): Row {
  const median = (of: (visit: Visit) => number): number => quantile(visits.map(of), 0.5)
  const keys = visits.flatMap((visit) => visit.keys)
  return {
    name,
    ready: median(({ ready }) => ready),
    key50: quantile(keys, 0.5),
    key95: quantile(keys, 0.95),
    bytes: median(({ bytes }) => bytes),
    requests: median(({ requests }) => requests),
    shift: median(({ shift }) => shift),
  }
}

/** Measures all pages, interleaved: `runs` visits of each, after one that does not count. */
export async function measureFirstKey(runs: number, throttle: number): Promise<readonly Row[]> {
  const pages = await openPages()
  const browser = await Devtools.launch()
  const visits = new Map<string, Visit[]>(pages.subjects.map(({ name }) => [name, []]))
  try {
    for (let run = 0; run <= runs; run += 1)
      for (const subject of pages.subjects) {
        const result = await visit(browser, subject, throttle)
        if (run > 0) visits.get(subject.name)!.push(result)
      }
  } finally {
    await browser.close()
    await pages.close()
  }
  return [...visits].map(([name, of]) => rowOf(name, of))
}
