import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { FakeApplePaySession } from '../wallets/fake-apple-pay.ts'
import { FakePaymentsClient } from '../wallets/fake-google-pay.ts'
import { outcomes } from '../../unit/element/outcomes.ts'
import { mounted, ripe } from '../element/fixture.ts'
import { screens, type Opened } from '../element/every-screen.ts'

let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  for (const end of uninstall) end()
  document.body.replaceChildren()
})

/** What a finger could press, with whether it would reach it. */
function controlsOf({ shadow }: Opened): readonly (readonly [control: string, isReached: boolean])[] {
  const controls = [...shadow.querySelectorAll<HTMLElement>(':is(.screen, dialog) :is(button, a, summary)')]
  return controls
    .filter((one) => one.checkVisibility() && one.getClientRects().length > 0 && !one.closest('[inert], .aside'))
    .map((one) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const found = shadow.elementFromPoint(left + width / 2, top + height / 2)
      return [one.dataset['testid'] ?? one.className, found !== null && one.contains(found)]
    })
}

/** Moves what has just appeared to a moment after that. */
function passed({ shadow }: Opened, ms: number): void {
  for (const animation of shadow.getAnimations()) {
    animation.pause()
    animation.currentTime = ms
  }
}

test.each(Object.entries(screens))('a finger reaches no button of "%s" in its first half second', async (_, open) => {
  const opened = await open()
  // As if all had appeared now.
  const box = opened.shadow.querySelector<HTMLElement>('.box')!
  box.style.display = 'none'
  void box.offsetHeight
  box.style.display = ''
  passed(opened, 480)
  const early = controlsOf(opened)
  passed(opened, 520)
  const late = controlsOf(opened)
  expect(early.filter(([, isReached]) => isReached)).toEqual([])
  expect(late.filter(([, isReached]) => !isReached)).toEqual([])
})

/** A checkout whose card was declined for good, so that it asks for another one. */
async function declined() {
  const opened = await mounted({}, (made) => (made.onOpen = outcomes.hard))
  const retry = opened.shadow.querySelector<HTMLElement>('[data-testid=retry]')!
  const click = async (target: Element, detail: number) => {
    target.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, composed: true, cancelable: true }))
    await ripe(opened.element)
    return opened.element.state
  }
  return { ...opened, retry, click }
}

test.each([2, 3, 9])('the press %i of a series whose first was on something else does nothing', async (detail) => {
  const { click, retry, shadow } = await declined()
  expect(await click(retry, detail)).toBe('declined')
  await click(shadow.querySelector('.screen')!, 1)
  expect(await click(retry, detail)).toBe('declined')
  expect(await click(retry, 1)).toBe('ready')
})

test('the second press counts on what got the first', async () => {
  const { click, retry, shadow } = await declined()
  const counted: number[] = []
  shadow.addEventListener('click', (event) => counted.push((event as MouseEvent).detail))
  retry.addEventListener('click', (event) => event.detail === 1 && event.stopImmediatePropagation(), true)
  expect([await click(retry, 1), await click(retry, 2), counted]).toEqual(['declined', 'ready', [2]])
})

test('a key presses it at once', async () => {
  const { retry, element } = await declined()
  retry.focus()
  await userEvent.keyboard('{Enter}')
  await ripe(element)
  expect(element.state).toBe('ready')
})
