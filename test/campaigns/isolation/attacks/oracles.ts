import { typeIn, type AttackPages, type Victim } from '../attack-pages.ts'
import { BREACH, type Learned } from '../attack.ts'
import { freshCanary, type Canary } from '../canary.ts'

/** What a page can observe from outside while a card is typed; times are not included. */
const WATCHING = `globalThis.traces = { 'events of the checkout': [], 'heights of the frame': [], 'length of the history': [], 'requests of the frame': [], 'frames in the frame': [], 'focus of the page': [], 'scroll of the page': [] }
const note = (trace, value) => { const kept = traces[trace], text = JSON.stringify(value); if (kept.at(-1) !== text) kept.push(text) }
for (const type of ['tender-change', 'tender-ready', 'tender-error']) addEventListener(type, ({ type, detail }) => note('events of the checkout', [type, detail.complete, detail.brand, detail.invalid]), true)
addEventListener('focusin', ({ target }) => note('focus of the page', target.tagName), true)
const step = () => { const frame = document.querySelector('tender-checkout')?.shadowRoot?.querySelector('iframe')
  if (frame) { note('heights of the frame', frame.style.height); note('frames in the frame', frame.contentWindow?.length) }
  note('scroll of the page', [scrollX, scrollY, document.documentElement.scrollWidth, document.documentElement.scrollHeight]); note('length of the history', history.length); note('requests of the frame', performance.getEntriesByType('resource').filter(({ name }) => /\\/(api|card|assets|3ds)/.test(name)).length); requestAnimationFrame(step) }; step();`

/** Types two cards of one brand on two pages, and compares the traces: a difference would reveal digits. */
export async function compare(pages: AttackPages): Promise<ReadonlyMap<string, Learned>> {
  const [one, other] = await Promise.all([0, 1].map(() => traces(pages)))
  return new Map(
    Object.keys(one!).map((trace) => [
      `oracle: ${trace}`,
      JSON.stringify(one![trace]) === JSON.stringify(other![trace])
        ? one![trace]!
        : [`${BREACH}two cards look different: ${JSON.stringify([one![trace], other![trace]])}`],
    ]),
  )
}

async function traces(pages: AttackPages): Promise<Record<string, string[]>> {
  const victim = await pages.enter({ script: WATCHING })
  // The traces begin with the ready form: what is seen while it loads depends on the network, not on the card.
  await victim.page.evaluate('for (const trace of Object.values(traces)) trace.splice(0, trace.length - 1)')
  const seen = await tracesOf(victim, freshCanary())
  // The control: the page is notified of another brand.
  const others = await tracesOf(victim, { ...freshCanary(), pan: AMEX })
  if (JSON.stringify(seen) === JSON.stringify(others)) throw new Error('Whatever is typed, nothing is traced')
  await victim.context.close()
  return seen
}

const AMEX = '378282246310005'

async function tracesOf(victim: Victim, canary: Canary): Promise<Record<string, string[]>> {
  await typeIn({ ...victim, canary })
  await victim.card.locator('[autocomplete="cc-number"]').blur()
  await victim.page.waitForTimeout(300)
  return (await victim.page.evaluate('traces')) as Record<string, string[]>
}
