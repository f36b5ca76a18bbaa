import { dropRepeatedClicks } from '#browser/click-series.ts'
import { browserClock as clock } from '#browser/clock.ts'
import { browserNetwork as network } from '#browser/network.ts'
import { answerPage } from '#bridge/handshake.ts'
import { methodsBy } from '#bridge/call.ts'
import { cardFrameMethods, type CardHost } from '#bridge/protocol.ts'
import { browserData } from './proxy-client/browser-data.ts'
import { withFirstReading, type FirstReadings } from './proxy-client/first-reading.ts'
import type { Checkout } from '#contract/checkout.ts'
import type { FrameFetch } from './frame-fetch.ts'
import { mountCardFrame } from './card-frame.ts'
import type { FirstTexts } from './form/first-view.ts'
import { contextFor } from './opening.ts'
import { guardPresses } from './form/press-guard.ts'

const browser = () =>
  browserData({
    userAgent: navigator.userAgent,
    language: navigator.language,
    colorDepth: screen.colorDepth,
    screenWidth: screen.width,
    screenHeight: screen.height,
    timeZoneOffset: new Date().getTimezoneOffset(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    plugins: Array.from(navigator.plugins ?? [], ({ name }) => name),
  })

type Call = (...argsList: unknown[]) => Promise<unknown>

function start(): void {
  /** Calls made before the page has connected wait for it. */
  const host = methodsBy<CardHost>(async (name, given) => ((await page)[name] as Call)(...given))

  const random = { uuid: () => crypto.randomUUID() }
  /**
   * A withdrawal is sent also while the page unloads, and must still arrive. With a long ticket in its body it might be
   * more than the 64 KiB that browsers send then, and would fail at once.
   */
  const send: FrameFetch = (url, settings) =>
    fetch(url, { ...settings, keepalive: url.endsWith('withdraw') && 'authorization' in settings.headers })
  const orderChanged = () => {
    guard.rearm()
    keepHeight(document.documentElement)
  }
  const { lang: locale, dataset } = document.documentElement
  const first = { locale, texts: JSON.parse(document.querySelector('#texts')!.textContent) as FirstTexts['texts'] }
  const { frame, press, leave } = mountCardFrame({
    document,
    first,
    clock,
    network,
    random,
    fetch: withFirstReading(send, globalThis as FirstReadings, () => performance.now()),
    host,
    browser,
    afterPaint,
    orderChanged,
  })
  dropRepeatedClicks(document)
  const guard = guardPresses(document, press, clock)

  const parents = (dataset['parents'] ?? '').split(' ').filter(Boolean)
  const page = answerPage<CardHost>(parents, crypto.randomUUID(), { offers: frame, names: cardFrameMethods })

  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

/** Blank above the button that is less than what would move, in letters: a line of a label that did not break. */
const BLANK = 2.5

/**
 * From the first order on, the form stays as high as the page has kept its place, unless much of it is blank, or it gets
 * much wider, and so lower.
 */
function keepHeight({ style }: HTMLElement): void {
  const width = innerWidth
  const keep = (height: number): void => style.setProperty('--kept', `${height}px`)
  if (style.getPropertyValue('--kept')) return
  keep(0)
  const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  if (innerHeight - document.body.offsetHeight < BLANK * letter) keep(innerHeight)
  addEventListener('resize', () => innerWidth > 1.2 * width && keep(0))
}

/** Milliseconds: a frame that is not in view is not painted. */
const UNPAINTED = 200

/** Runs a task once what the document shows now has been painted, or after a while when it is not. */
function afterPaint(task: () => void): void {
  let isDue = true
  const run = (): void => {
    if (isDue) task()
    isDue = false
  }
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, UNPAINTED)
}

// What the form of this order needs besides is on its way before the page asks for it; a failure is that of the opening.
void (globalThis as FirstReadings).firstReading?.answer
  .then((answer) => answer.clone().json())
  .then((order: Checkout) => contextFor(order, clock))
  .catch(() => {})

// The shopper sees the form of the document, and may type into it, before this script takes its time.
afterPaint(start)
