import { stands, type AttackPages } from '../attack-pages.ts'
import { BREACH, type Choose, type Learned } from '../attack.ts'
import { pressInside, seen, UNDO, watch, type Watched } from '../tampers.ts'

/** A trick that makes the shopper press something else than intended. */
type Trick = readonly [name: string, play: (watched: Watched) => Promise<unknown>]

const COVER = `document.body.append(Object.assign(document.createElement('div'), { className: 'over', style: 'position:absolute;left:0;top:0;width:900px;height:1200px;background:#fff;pointer-events:none' }))`
/** Measures, in the frame, the time from the focus to a key. */
const LISTEN = `globalThis.lag = Infinity; let led = -Infinity
addEventListener('focusin', ({ timeStamp }) => { led = timeStamp }, true)
addEventListener('focusout', () => { globalThis.lag = Infinity }, true)
addEventListener('click', ({ timeStamp }) => { globalThis.lag = timeStamp - led }, true)`
const LEAD = `document.querySelector('tender-checkout').focus()`

/** Measures, in the frame, the time from the button's becoming visible, or from the first press, to the last press. */
const TIME = `globalThis.presses = []; let seenAt = -Infinity
addEventListener('click', ({ timeStamp }) => { presses.push(timeStamp) }, true)
new IntersectionObserver((entries) => { const { isVisible, time } = entries.at(-1); seenAt = isVisible ? time : Infinity },
  { trackVisibility: true, delay: 100, threshold: 0.6 }).observe(document.querySelector('[type=submit]'))
globalThis.late = () => presses.at(-1) - Math.min(seenAt, presses[0])
globalThis.sinceSeen = () => presses.at(-1) - seenAt`

/** Milliseconds; a later press is intended, since the shopper can see the button. */
const QUICK = 450
/** Milliseconds; longer than the time for which a button must have been visible. */
const SIGHT = 600

/** Repeats a trick until it was fast enough to be one, since a busy machine may need several tries. */
const quickly =
  (play: (watched: Watched) => Promise<unknown>) =>
  async (watched: Watched): Promise<void> => {
    for (let tries = 0; tries < 20; tries += 1) {
      await watched.frame.evaluate('presses.length = 0')
      await play(watched)
      if ((await watched.frame.evaluate<number>('late()')) < QUICK) return
      await calm(watched)
    }
    throw new Error(`The presses never came within ${QUICK} ms`)
  }

/** Waits until nothing is covered and the form is ready, long enough for a press to count. */
async function calm(watched: Watched): Promise<void> {
  const { page } = watched.victim
  await page.evaluate(`${UNDO}; globalThis.asked = 0`)
  await stands(watched.victim, 'ready')
  await seen(watched, true, 3000)
  await page.waitForTimeout(600)
}

/** Covers the button, and waits until the browser has noticed it. */
async function cover(watched: Watched): Promise<void> {
  await watched.victim.page.evaluate(COVER)
  await seen(watched, false, 3000)
}

/** Presses so soon after a cover that the frame asks for another press, then covers the button before that press. */
async function coverOnceAsked(watched: Watched): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await cover(watched)
    await watched.victim.page.evaluate(UNDO)
    await seen(watched, true, 3000)
    await pressInside(watched, { limit: 0 })
    if ((await watched.frame.evaluate<number>('sinceSeen()')) < QUICK) {
      await cover(watched)
      await watched.victim.page.waitForTimeout(SIGHT)
      return void (await pressInside(watched))
    }
    await calm(watched)
  }
  throw new Error(`The press never came within ${QUICK} ms`)
}

/** Covers the button before the card is typed, so that the shopper never sees it. */
async function coverBeforeTyping(watched: Watched): Promise<void> {
  await cover(watched)
  await watched.frame.locator('[autocomplete="cc-csc"]').fill('124')
  await watched.victim.page.waitForTimeout(SIGHT)
  await pressInside(watched)
}

const tricks: readonly Trick[] = [
  [
    'press: uncovered at the first of two clicks',
    quickly(async (watched) => {
      await cover(watched)
      await watched.victim.page.evaluate(`document.querySelector('.over').remove()`)
      await pressInside(watched, { times: 2 })
    }),
  ],
  ['press: covered once another press was asked for', coverOnceAsked],
  ['press: covered before the card is typed', coverBeforeTyping],
  ['press: covered once the card is typed', quickly(async (watched) => (await cover(watched), pressInside(watched)))],
  [
    'press: clicked twice under a cover',
    quickly(async (watched) => (await cover(watched), pressInside(watched, { times: 2 }))),
  ],
  [
    'press: focus led to the button while Enter is on its way',
    async ({ victim: { page }, frame }) => {
      await frame.evaluate(LISTEN)
      // A busy machine may need several tries to be fast enough.
      for (let tries = 0, lag = Infinity; lag > 250; tries += 1) {
        if (tries === 100) throw new Error('The key never came within 250 ms of the focus')
        await page.locator('#bait').focus()
        await page.evaluate('globalThis.asked = 0')
        await Promise.all([page.evaluate(LEAD), page.keyboard.press('Enter')])
        await page.waitForTimeout(100)
        lag = await frame.evaluate<number>('globalThis.lag')
      }
    },
  ],
  [
    'press: focus led to the button while Enter is held down',
    async ({ victim: { page } }) => {
      await page.locator('#bait').focus()
      await page.keyboard.down('Enter')
      await page.evaluate(LEAD)
      await page.waitForTimeout(500)
      for (let again = 0; again < 5; again += 1) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
    },
  ],
]

/** Plays the selected tricks on one page, which counts the requests for permission to pay. */
export async function playTricks(pages: AttackPages, choose: Choose): Promise<ReadonlyMap<string, Learned>> {
  const watched = await watch(pages)
  const { page } = watched.victim
  const played = new Map<string, Learned>()
  await watched.frame.evaluate(TIME)
  for (const [name, play] of choose(tricks)) {
    await calm(watched)
    await play(watched)
    await page.waitForTimeout(200)
    played.set(name, (await page.evaluate('globalThis.asked')) ? [`${BREACH}the press was taken for meant`] : [])
  }
  await watched.victim.context.close()
  return played
}
