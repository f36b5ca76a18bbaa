import type { Devtools, Target } from './devtools.ts'
import { probeFor, REPORT, type Notes } from './probe.ts'
import type { Options } from '../options.ts'
import type { Subject } from './subject.ts'

/** One visit of a page, times in milliseconds. */
export interface Visit {
  /** From the navigation to the first frame that shows the form ready to type. */
  readonly ready: number
  /** From the navigation to the first frame that shows the document ready that has the card number, or else the page. */
  readonly typed: number
  /** From the navigation to the largest paint of the page. */
  readonly paint: number
  /** Each key, from its event to the frame that shows it. */
  readonly keys: readonly number[]
  /** Bytes that came over the wire, and requests. */
  readonly bytes: number
  readonly requests: number
  /** The largest cumulative layout shift of any document. */
  readonly shift: number
  /** What tasks of the page's main thread took over 50 ms each, until all that the form loads is there. */
  readonly blocked: number
}

const CARD = '4111111111111111'
/** Milliseconds between keys, after a ready form until nothing more is loaded, and until a page counts as broken. */
const PAUSE = 120
const SETTLED = 1_500
const LIMIT = 60_000

/** The documents that can be ready, by the type of their DevTools target. */
const targetType = { page: 'page', frame: 'iframe' } as const

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How much slower than this machine the browser's processor and its network are. */
type Slowness = Pick<Options, 'throttle' | 'latency'>

/** A page whose form is ready to type. */
interface Opened {
  readonly page: Target
  /** The page and its frames. */
  readonly targets: readonly Target[]
  /** Those that reported to be ready. */
  readonly places: readonly Target[]
  readonly traffic: () => { readonly bytes: number; readonly requests: number }
  close(): Promise<void>
}

/** Opens a page in a context of its own, with the processes of the page and its frames slowed down. */
async function openReady(browser: Devtools, { name, address, ready }: Subject, slowness: Slowness): Promise<Opened> {
  const targets: Target[] = []
  const probed = new Map<Target, Promise<() => Promise<unknown>>>()
  const traffic = countTraffic()
  const arrivals = expectAll(ready)
  const { page, close } = await browser.open({
    attached: (target) => {
      targets.push(target)
      const prepared = prepare(target, probeFor(ready), slowness)
      probed.set(target, prepared)
      return prepared
    },
    event(target, method, params) {
      traffic.event(method, params)
      if (method === 'Runtime.executionContextCreated' && isDocument(params)) void probed.get(target)?.then(endProbing)
      if (method === 'Runtime.bindingCalled') arrivals.arrived(target)
      if (method === 'Runtime.exceptionThrown') arrivals.failed(params)
    },
  })
  try {
    await page.send('Page.bringToFront')
    await page.send('Page.navigate', { url: await address() })
    return { page, targets, places: await arrivals.all(name), traffic: traffic.counts, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A visit that is not measured, with which the caches of the machine are filled. */
export async function warmUp(browser: Devtools, subject: Subject, slowness: Slowness): Promise<void> {
  const { close } = await openReady(browser, subject, slowness)
  await close()
}

/** Visits a page, and types a card number where the subject has a field of its own. */
export async function visit(browser: Devtools, subject: Subject, slowness: Slowness): Promise<Visit> {
  const { page, targets, places, traffic, close } = await openReady(browser, subject, slowness)
  try {
    await sleep(SETTLED)
    const { start, blocked, paint } = await notesOf(page)
    const times = await Promise.all(places.map(async (target) => (await notesOf(target)).ready))
    const first = times[places.findIndex(({ type }) => type === targetType.frame)] ?? times[0]!
    const loaded = { ready: Math.max(...times) - start, typed: first - start, paint, blocked, ...traffic() }
    const { ready, types } = subject
    const holder = places.find(({ type }) => type === targetType[types ?? 'page'])
    const keys = types && holder ? await typed(page, holder, ready[types]!) : []
    return { ...loaded, keys, shift: Math.max(...(await Promise.all(targets.map(shiftOf)))) }
  } finally {
    await close()
  }
}

/** None in a frame that is gone. */
const shiftOf = (target: Target): Promise<number> =>
  notesOf(target).then(
    ({ shift }) => shift,
    () => 0,
  )

const anyThroughput = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }

/** Slows a page or a frame down (other targets, such as workers, refuse) and probes it; resolves with what ends that. */
async function prepare(
  target: Target,
  source: string,
  { throttle: rate, latency }: Slowness,
): Promise<() => Promise<unknown>> {
  const [{ identifier }] = await Promise.all([
    target.send<{ identifier: string }>('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }),
    // A worker refuses it; a page or a frame that did would be measured unthrottled, which its times would show.
    target.send('Emulation.setCPUThrottlingRate', { rate }).catch(() => {}),
    target.send('Network.enable'),
    ...(latency ? [target.send('Network.emulateNetworkConditions', { ...anyThroughput, latency })] : []),
    target.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    target.send('Page.enable'),
    target.send('Runtime.enable'),
    target.send('Runtime.addBinding', { name: REPORT }),
  ])
  return () => target.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
}

/** Whether a document of the network, and not an empty one before it, now has its probe. */
const isDocument = ({ context }: Readonly<Record<string, unknown>>): boolean =>
  (context as { origin: string }).origin.startsWith('http')

/**
 * An empty frame in a document has no script engine, which takes as long as all else of it, until a probe is put into
 * it. A target that is gone by now needs no end, and one that refuses only makes the visit slower: neither is the error
 * of the visit.
 */
const endProbing = (end: () => Promise<unknown>): Promise<unknown> => end().catch(() => {})

/** Counts what pages and frames load; a picture in the address is none, and the icon of the tab is no page's. */
function countTraffic() {
  const counted = new Set<unknown>()
  let [bytes, requests] = [0, 0]
  return {
    event(method: string, { requestId, request, encodedDataLength }: Readonly<Record<string, unknown>>): void {
      if (method === 'Network.requestWillBeSent' && isCounted((request as { url: string }).url)) {
        counted.add(requestId)
        requests += 1
      }
      if (method === 'Network.loadingFinished' && counted.has(requestId)) bytes += Number(encodedDataLength)
    },
    counts: () => ({ bytes, requests }),
  }
}

const isCounted = (url: string): boolean => url.startsWith('http') && !url.endsWith('/favicon.ico')

/** Waits until the page, or a frame, or both have reported that they are ready. */
function expectAll(ready: Subject['ready']) {
  const wanted = (['page', 'frame'] as const).filter((one) => ready[one]).map((one) => targetType[one])
  const arrived = new Map<string, Target>()
  const errors: string[] = []
  let resolve!: (targets: readonly Target[]) => void
  const all = new Promise<readonly Target[]>((done) => (resolve = done))
  return {
    arrived(target: Target): void {
      if (!arrived.has(target.type)) arrived.set(target.type, target)
      if (wanted.every((type) => arrived.has(type))) resolve([...arrived.values()])
    },
    /** Collects an error of a script, to be shown if the form never is ready. */
    failed({ exceptionDetails }: Readonly<Record<string, unknown>>): void {
      const { text, exception } = exceptionDetails as { text: string; exception?: { description?: string } }
      errors.push((exception?.description ?? text).split('\n')[0]!)
    },
    async all(name: string): Promise<readonly Target[]> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        const fail = (): void => {
          const seen = [...arrived.keys()].join(' and ') || 'nothing'
          reject(new Error([`${name} was not ready within a minute; ready: ${seen}`, ...errors].join('; ')))
        }
        timer = setTimeout(fail, LIMIT)
      })
      return Promise.race([all, late]).finally(() => clearTimeout(timer))
    },
  }
}

async function notesOf(target: Target): Promise<Notes> {
  return JSON.parse(await evaluated(target, 'JSON.stringify(globalThis.bench)')) as Notes
}

async function evaluated(target: Target, expression: string): Promise<string> {
  const { result } = await target.send<{ result: { value?: string } }>('Runtime.evaluate', { expression })
  if (result.value === undefined) throw new Error(`The document has no answer to ${expression}`)
  return result.value
}

/** Clicks into the field, as a shopper does, and types a card number. */
async function typed(page: Target, holder: Target, selector: string): Promise<readonly number[]> {
  const frame = holder === page ? { x: 0, y: 0 } : await placeIn(page, FRAME)
  const field = await placeIn(holder, `document.querySelector(${JSON.stringify(selector)})`)
  const place = { x: frame.x + field.x + 20, y: frame.y + field.y + 10, button: 'left', clickCount: 1 }
  for (const type of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, ...place })
  await sleep(PAUSE)
  for (const key of CARD) {
    const event = { key, text: key, code: `Digit${key}`, windowsVirtualKeyCode: key.charCodeAt(0) }
    for (const type of ['keyDown', 'keyUp']) await page.send('Input.dispatchKeyEvent', { type, ...event })
    await sleep(PAUSE)
  }
  const { keys } = await notesOf(holder)
  if (keys.length !== CARD.length) throw new Error(`${keys.length} of ${CARD.length} keys arrived`)
  const value = await evaluated(holder, `document.querySelector(${JSON.stringify(selector)}).value`)
  if (value.replaceAll(/\D/g, '') !== CARD) throw new Error(`The field holds "${value}" instead of ${CARD}`)
  return keys
}

/** The frame of the page, or of the checkout in it. */
const FRAME = `(document.querySelector('tender-checkout')?.shadowRoot ?? document).querySelector('iframe')`

const placeIn = async (target: Target, element: string): Promise<{ x: number; y: number }> =>
  JSON.parse(await evaluated(target, `JSON.stringify(${element}.getBoundingClientRect())`)) as { x: number; y: number }
