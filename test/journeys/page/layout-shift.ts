import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderClaims } from '../../../server/ticket.ts'
import { openPlace, type Place } from '../accessibility/place.ts'
import { reachIn, states } from '../states/states.ts'
import { cardFrame, newOrder, stateIs } from '../support/fixture.ts'
import { chromiumOptions } from '../../support/chromium.ts'
import { poll } from '../../support/poll.ts'

/** Something that moved, an input of the shopper, an order that is there, or a state of the checkout; the time is that of the machine. */
interface Report {
  readonly at: number
  readonly kind: 'shift' | 'input' | 'ready' | 'submit'
  readonly what: string
}

/** Collects what moves in all documents of a context. */
async function watchShifts(context: BrowserContext): Promise<Report[]> {
  const reports: Report[] = []
  await context.exposeBinding('reportShift', (_, report: Report) => void reports.push(report))
  await context.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly sources: readonly {
        readonly node?: Node
        readonly previousRect: DOMRect
        readonly currentRect: DOMRect
      }[]
    }
    const { reportShift } = globalThis as unknown as { reportShift: (report: object) => void }
    const report = (kind: string, time: number, what = ''): void =>
      reportShift({ at: performance.timeOrigin + time, kind, what })
    const nameOf = (node: Node | undefined): string => {
      const element = node instanceof Element ? node : node?.parentElement
      return element ? `${element.localName}#${element.id}.${element.className.toString()}` : '?'
    }
    new PerformanceObserver((list) => {
      for (const { startTime, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} ${from.x},${from.y}+${from.height} → ${to.x},${to.y}+${to.height}`,
        )
        report('shift', startTime, `${location.pathname}: ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    for (const name of ['keydown', 'pointerdown', 'click', 'input', 'change'])
      addEventListener(name, ({ timeStamp }) => report('input', timeStamp), { capture: true })
    addEventListener('tender-ready', ({ timeStamp }) => report('ready', timeStamp))
    addEventListener('tender-submit', ({ timeStamp }) => report('submit', timeStamp))
  })
  return reports
}

/** The page has painted what it shows, and has reported what moved. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let times = 0; times < 4; times += 1)
      await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
  })

/** Milliseconds after an input in which what moves is its effect, as browsers count it. */
const EFFECT = 500

/** From when on nothing may move; a place that is kept for more than comes closes as the order is there. */
type From = 'first paint' | 'ready' | 'press'

/**
 * What moved although the shopper did not cause it: before the payment all that follows no input in any document, and
 * from then on everything, since the press of the button is the last that the shopper does.
 */
function uncaused(reports: readonly Report[], from: From): readonly string[] {
  const timesOf = (kind: Report['kind']): readonly number[] =>
    reports.filter((one) => one.kind === kind).map(({ at }) => at)
  const paysAt = Math.min(...timesOf('submit'))
  const beginsAt = from === 'ready' ? Math.min(...timesOf('ready')) + EFFECT : 0
  const isEffect = (at: number): boolean => timesOf('input').some((input) => at >= input && at - input < EFFECT)
  return reports
    .filter(({ kind, at }) => kind === 'shift' && (at > paysAt || (from !== 'press' && at > beginsAt && !isEffect(at))))
    .map(({ what, at }) => (at > paysAt ? `after the press, ${what}` : what))
}

/** A card and all wallets, which the ticket names. */
export const methods: OrderClaims['methods'] = ['card', 'applePay', 'googlePay']

/** So high that all of the checkout is seen, and what stands below it: what is out of sight cannot shift. */
const devices = {
  phone: { viewport: { width: 375, height: 1400 }, hasTouch: true },
  small: { viewport: { width: 344, height: 1400 }, hasTouch: true },
  large: { viewport: { width: 412, height: 1400 }, hasTouch: true },
  narrow: { viewport: { width: 280, height: 1400 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 1200 } },
}
export type Device = keyof typeof devices

/** What differs from the state's own page, and what may move. */
export interface Variant {
  readonly from?: From
  readonly claims?: Partial<OrderClaims>
  readonly attributes?: Readonly<Record<string, string>>
  /** Pixels of the font that the shopper has chosen in the browser. */
  readonly fontSize?: number
  /** Variables of the proxy. */
  readonly env?: Readonly<Record<string, string>>
  /** A file that never comes. */
  readonly lost?: RegExp
}

/** Declares a test for each of these states, screens and layouts, and one that sees what moves. */
export function checkShifts(
  cases: readonly (readonly [state: string, device: Device, layout: string])[],
  { from = 'press', claims = {}, attributes = {}, fontSize, env, lost }: Variant = {},
): void {
  let place: Place

  async function reached([name, device, layout]: (typeof cases)[number]) {
    const state = states[name]!
    const { fixture, shop } = place
    const { viewport, ...more } = devices[device]
    const height = viewport.height * Math.max(1, (fontSize ?? 0) / 16)
    const { page, context } = await fixture.shopper({ viewport: { ...viewport, height }, ...more })
    // The sandbox shows Apple Pay in every browser; elsewhere only those of Apple announce it.
    await context.addInitScript(() => Object.assign(globalThis, { ApplePaySession: () => undefined }))
    const reports = await watchShifts(context)
    if (lost) await context.route(lost, (route) => route.abort())
    await state.prepare?.(page)
    const ticket = { orderNumber: newOrder(), ...(await state.ticket?.(fixture)), ...claims }
    const address = shop.address(ticket, 'en', { layout, ...state.attributes, ...attributes })
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await reachIn(page, fixture, state)
    if (lost) await poll(() => page.locator('.express, .box[data-lost]').count()).toBe(1)
    await painted(page)
    return { page, context, reports, shifts: () => uncaused(reports, from) }
  }

  describe(`from the ${from} on nothing moves that the shopper did not move`, () => {
    beforeAll(async () => {
      const args = [...chromiumOptions.args, `--blink-settings=defaultFontSize=${fontSize}`]
      place = await openPlace(fontSize === undefined ? undefined : { ...chromiumOptions, args }, env)
    })
    afterAll(() => place.close())

    test.each(cases)('until %s, on a %s, as %s', async (...one) => {
      const { context, reports, shifts } = await reached(one)
      if (from === 'press') expect(reports.filter(({ kind }) => kind === 'submit')).toHaveLength(1)
      expect(shifts()).toEqual([])
      await context.close()
    })
  })
}

/** Declares a test that all of this sees what moves, in the page and in a frame. */
export function checkThatShiftsAreSeen(): void {
  test('what a page or a frame moves by itself is seen', async () => {
    const place = await openPlace()
    const { page, context } = await place.fixture.shopper(devices.phone)
    const reports = await watchShifts(context)
    const address = place.shop.address({ orderNumber: newOrder(), methods: ['card'] }, 'en')
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await stateIs(page, 'ready')
    await painted(page)
    const push = (pushed: Element): void => {
      const added = pushed.ownerDocument.createElement('p')
      added.textContent = 'pushes'
      pushed.before(added)
    }
    const movedIn = () => new Set(uncaused(reports, 'first paint').map((what) => what.split(':')[0]))
    await page.locator('tender-checkout').evaluate(push)
    await poll(movedIn).toEqual(new Set(['/']))
    await cardFrame(page).locator('#number-field').evaluate(push)
    await poll(movedIn).toEqual(new Set(['/', '/card']))
    await context.close()
    await place.close()
  })
}
