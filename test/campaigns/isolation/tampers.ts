import type { CDPSession, Frame } from 'playwright'
import { stands, typeIn, type AttackPages, type Victim } from './attack-pages.ts'

/** A change that makes the pay button look different, or invisible; {@link UNDO} reverts it. */
export interface Tamper {
  readonly name: string
  readonly code: string
}

const over = (style: string): string =>
  `document.body.append(Object.assign(document.createElement('div'), { className: 'over', style: 'position:absolute;pointer-events:none;${style}' }))`
const styled = (style: string): string => `cardFrame().style.cssText += ';${style}'`
const WHOLE = 'left:0;top:0;width:900px;height:1200px;'

export const tampers: readonly Tamper[] = [
  { name: 'opaque overlay', code: over(`${WHOLE}background:#fff;z-index:9`) },
  { name: 'transparent overlay', code: over(`${WHOLE}z-index:9`) },
  { name: 'painted overlay that lets clicks through', code: over(`${WHOLE}background:linear-gradient(red,blue)`) },
  {
    name: 'small overlay on the button',
    code: `const box = cardFrame().getBoundingClientRect(); ${over('background:#fff;width:60px;height:20px;left:0;top:0')}; Object.assign(document.querySelector('.over').style, { left: box.x + box.width / 2 + 'px', top: scrollY + box.bottom - 40 + 'px' })`,
  },
  { name: 'opacity .01', code: styled('opacity:.01') },
  { name: 'opacity .99', code: styled('opacity:.99') },
  { name: 'rotated', code: styled('transform:rotate(180deg)') },
  { name: 'shrunk', code: styled('transform:scale(.3)') },
  { name: 'blurred', code: styled('filter:blur(12px)') },
  { name: 'blend mode', code: styled('mix-blend-mode:multiply') },
  {
    name: 'second frame on top',
    code: `document.body.append(Object.assign(document.createElement('iframe'), { className: 'over', style: 'position:absolute;pointer-events:none;${WHOLE}' }))`,
  },
  {
    name: 'dialog in the top layer',
    code: `const dialog = Object.assign(document.createElement('dialog'), { className: 'over', style: 'pointer-events:none;margin:0;width:900px;height:1200px;max-width:none;max-height:none' }); document.body.append(dialog); dialog.showModal()`,
  },
  { name: 'clipped to the upper half of the button', code: styled('clip-path:inset(0 0 34px 0)') },
  { name: 'mask image', code: styled('mask-image:linear-gradient(transparent,transparent)') },
  { name: 'hidden cursor', code: `document.documentElement.style.cursor = 'none'; ${styled('cursor:none')}` },
]

/** Changes that Chromium does not report to a frame. */
export const unseen: ReadonlySet<string> = new Set(['mask image', 'hidden cursor'])

/** Changes that an honest shop makes to its page. */
export const benign: readonly Tamper[] = [
  { name: 'nothing', code: '' },
  { name: 'moved', code: styled('margin-block-start:24px') },
  { name: 'shadow and round corners', code: styled('box-shadow:0 4px 20px rgb(0 0 0 / .4);border-radius:16px') },
]

/** Reverts the page's changes; the frame keeps its current height. */
export const UNDO = `document.querySelectorAll('.over').forEach((one) => one.remove()); document.documentElement.style.cursor = ''; { const { height } = cardFrame().style; cardFrame().style.cssText = globalThis.plain; cardFrame().style.height = height }`

/** A script that counts the requests for permission to pay, and refuses all. */
export const REFUSING = `globalThis.asked = 0; addEventListener('tender-submit', (event) => { globalThis.asked += 1; event.preventDefault() }, true);`

/** A frame with a typed card, with an observer inside it. */
export interface Watched {
  readonly victim: Victim
  readonly frame: Frame
  readonly session: CDPSession
}

export async function watch(pages: AttackPages): Promise<Watched> {
  const victim = await pages.enter({ script: REFUSING, before: '<input id="bait">' })
  await typeIn(victim)
  const frame = victim.page.frames().find((one) => /\/card(?:\?|$)/.test(one.url()))!
  await victim.page.evaluate('globalThis.plain = cardFrame().style.cssText')
  await frame.evaluate(() => {
    const options = { trackVisibility: true, delay: 100, threshold: 0.6 } as IntersectionObserverInit
    const seen = globalThis as { isSeen?: boolean }
    new IntersectionObserver((entries) => {
      seen.isSeen = (entries.at(-1) as unknown as { isVisible: boolean }).isVisible
    }, options).observe(document.querySelector('[type=submit]')!)
  })
  return { victim, frame, session: await victim.context.newCDPSession(frame) }
}

/** Waits until the browser has reported the button's visibility, up to the limit. */
export async function seen({ frame, victim }: Watched, isSeen: boolean, limit: number): Promise<void> {
  for (let waited = 0; waited < limit; waited += 50) {
    if ((await frame.evaluate('globalThis.isSeen')) === isSeen) break
    await victim.page.waitForTimeout(50)
  }
  await victim.page.waitForTimeout(150)
}

/** Milliseconds after which a press that the guard held would have counted, even on a busy machine. */
const HELD = 900
/** Milliseconds that a counted press may take on a busy machine. */
const TIMEOUT = 10_000

/** Presses inside the frame, as through an overlay; returns whether permission to pay was requested. */
export async function pressInside(
  { victim, frame, session }: Watched,
  { times = 1, limit = HELD }: { readonly times?: number; readonly limit?: number } = {},
): Promise<boolean> {
  const before = await victim.page.evaluate<number>('globalThis.asked')
  const { x, y } = await frame.evaluate(() => {
    const box = document.querySelector('[type=submit]')!.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + 10 }
  })
  // All at once: a busy machine would otherwise turn a double click into two presses.
  const clicks = Array.from({ length: times }, (_, at) => at + 1).flatMap((clickCount) =>
    (['mousePressed', 'mouseReleased'] as const).map((type) => ({ type, x, y, button: 'left' as const, clickCount })),
  )
  await Promise.all(clicks.map((click) => session.send('Input.dispatchMouseEvent', click)))
  const until = Date.now() + limit
  while (Date.now() < until) {
    if ((await victim.page.evaluate<number>('globalThis.asked')) > before) return true
    await victim.page.waitForTimeout(50)
  }
  return false
}

/** Whether a press was dropped while a change was applied. */
export async function isDropped(watched: Watched, { name, code }: Tamper, isHonest = false): Promise<boolean> {
  const { page } = watched.victim
  await page.evaluate(UNDO)
  await stands(watched.victim, 'ready')
  await seen(watched, true, 4000)
  await page.evaluate(`{ ${code} }`)
  await seen(watched, isHonest, unseen.has(name) ? 900 : 4000)
  // Longer than a button must have been visible since the last change.
  await page.waitForTimeout(600)
  return !(await pressInside(watched, { limit: isHonest ? TIMEOUT : HELD }))
}
