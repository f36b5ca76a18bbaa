import type { Frame, Page } from 'playwright'
import { nextEvent } from '../events.ts'
import { saying } from '../fields.ts'
import type { Fixture } from '../fixture.ts'
import { cardFrame, Shapes, shapesIn } from '../watch.ts'

/** The result of a run through the checkout; `faults` must be empty. */
export interface Seen {
  readonly payloads: number
  readonly fired: readonly string[]
  readonly strayed: readonly string[]
  /** Elements that only a payload can have created, and texts that are missing. */
  readonly faults: readonly string[]
}

/**
 * Texts without special characters, and whether the payment is declined, after which the form is another; as an expiry
 * date the one with the mark counts as past.
 */
const harmless = [
  ['plain words', true],
  ['!plain words', false],
  ['plain words', true],
  ['!plain words', true],
  ['plain words', false],
  ['plain words', false],
] as const

/** Declined payments of one address that stay below the limit of card testing. */
const DECLINES = 5

/**
 * Has the gateway send each payload in all of its texts while the built checkout, on the shop's own page, shows a
 * stored card, asks whether to remove it, pays with it, and shows the result.
 */
export async function runThroughCheckout(fixture: Fixture, payloads: readonly string[]): Promise<Seen> {
  const seen = await fixture.watched()
  const { page } = seen
  await page.goto(`${fixture.stack.addresses.shop}/?orderNumber=injected`)
  const screen = { fixture, page, shapes: new Shapes() }
  for (const [at, [text, declines]] of harmless.entries())
    for (const shape of await walk(screen, `harmless-${at}`, text, declines)) screen.shapes.learn(shape.shapes)
  const faults: string[] = []
  for (const [at, text] of payloads.entries())
    for (const { where, shapes, missing } of await walk(screen, `payload-${at}`, text, at < DECLINES)) {
      const made = screen.shapes.strange(shapes)
      if (made.length || missing) faults.push(`${where}: ${JSON.stringify(text)}: ${made.join(', ') || 'text is gone'}`)
    }
  await seen.close()
  return { payloads: payloads.length, fired: seen.fired, strayed: seen.strayed, faults }
}

interface Screen {
  readonly fixture: Fixture
  readonly page: Page
  readonly shapes: Shapes
}

interface Style {
  readonly where: string
  readonly shapes: readonly string[]
  readonly missing?: boolean
}

async function walk({ fixture, page }: Screen, orderNumber: string, text: string, declines: boolean): Promise<Style[]> {
  fixture.relay.report = saying(text, { declines })
  const order = await fixture.ticketFor({ orderNumber })
  const begun = await page.evaluate(nextEvent, { events: ['tender-ready', 'tender-error'], order })
  if (begun !== 'tender-ready') return [{ where: 'form', shapes: [], missing: true }]
  const frame = cardFrame(page)
  const form = { where: 'form', shapes: await shapesIn(frame), missing: !(await showsText(frame, text)) }
  await frame.evaluate(() => document.querySelector<HTMLElement>('[data-act=ask]')!.click())
  const question = { where: 'question', shapes: await shapesIn(frame) }
  await frame.evaluate(() => document.querySelector<HTMLElement>('[data-act=keep]')!.click())
  await frame.locator('#cvc').fill('123')
  const done = page.evaluate(nextEvent, { events: ['tender-paid', 'tender-declined', 'tender-error'] })
  await frame.evaluate(() => document.querySelector('form')!.requestSubmit())
  const paid = { where: 'result', shapes: await shapesAfter(page, done), missing: false }
  return [form, question, paid, { where: 'form after', shapes: await shapesIn(frame) }]
}

async function shapesAfter(page: Page, done: Promise<string>): Promise<string[]> {
  const event = await done
  if (event !== 'tender-paid' && event !== 'tender-declined') throw new Error('The payment did not come to its end.')
  return shapesIn(page, 'tender-checkout')
}

/** Characters that parsers cut off or drop, and characters that are not visible. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{M}\s\ufffd]/gu

/** The beginning of a text, visible characters only. */
const heart = (text: string): string => [...text.replace(unseen, '')].slice(0, 20).join('')

/** Whether the stored card's label is shown as text; a label that looks like a card number is not checked. */
async function showsText(frame: Frame, text: string): Promise<boolean> {
  const shown = await frame.evaluate(() =>
    [...document.querySelectorAll('.stored-facts')].map((facts) => facts.textContent),
  )
  const wanted = heart(text)
  return /^[\d*]*$/.test(wanted) || shown.some((one) => one.replace(unseen, '').includes(wanted))
}
