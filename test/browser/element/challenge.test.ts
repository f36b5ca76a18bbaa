import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { language as en } from '#texts/languages/en.ts'
import { outcomes, redirectStep } from '../../unit/element/outcomes.ts'
import { mounted, pay, proxy, ripe } from './fixture.ts'
import type { Fixture } from './fixture.ts'

afterEach(async () => {
  document.body.replaceChildren()
  await page.viewport(800, 600)
})

async function challenged(attributes: Record<string, string> = {}, prepare?: (fixture: Fixture) => void) {
  const fixture = await mounted(attributes, prepare)
  const dialog = () => fixture.shadow.querySelector('dialog')
  await pay(fixture.fixture, fixture.element)
  await fixture.fixture.host.concluded(outcomes.challenge)
  await ripe(fixture.element)
  return { ...fixture, dialog }
}

describe('the dialog', () => {
  test('lies in the top layer, over a modal dialog of the shop', async () => {
    const shop = document.createElement('dialog')
    document.body.append(shop)
    const { dialog } = await challenged({}, () => shop.showModal())
    expect(dialog()!.matches(':modal')).toBe(true)
    const { left, top, width } = dialog()!.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + 20)
    expect(found!.localName).toBe('fixture-checkout')
  })

  test('keeps the focus to itself within a dialog of the shop that traps it, and the shop has it back', async () => {
    const shop = document.createElement('dialog')
    shop.innerHTML = '<button>First</button><p></p><button>Last</button>'
    document.body.append(shop)
    const { element, fixture: setup, shadow } = await mounted()
    shop.querySelector('p')!.append(element)
    shop.showModal()
    const [first, last] = shop.querySelectorAll('button')
    const trapped: unknown[] = []
    const trap = ({ target }: Event): void => {
      if (shop.contains(target as Node)) return
      trapped.push(target)
      first!.focus()
    }
    const trapTab = (event: KeyboardEvent): void => {
      const end = event.shiftKey ? first! : last!
      if (event.key !== 'Tab' || document.activeElement !== end) return
      event.preventDefault()
      ;(event.shiftKey ? last! : first!).focus()
    }
    document.addEventListener('focusin', trap, true)
    document.addEventListener('keydown', trapTab, true)
    try {
      await ripe(element)
      await setup.frames.at(-1)!.loaded
      shadow.querySelector('iframe')!.focus()
      await pay(setup, element)
      await setup.host.concluded(outcomes.challenge)
      await ripe(element)
      const dialog = shadow.querySelector('dialog')!
      expect(dialog.contains(shadow.activeElement)).toBe(true)
      await userEvent.keyboard('{Tab}')
      first!.focus()
      expect(shadow.activeElement).toBe(dialog.querySelector('[data-testid=challenge-cancel]'))
      expect(trapped).toEqual([])
      await userEvent.keyboard('{Enter}')
      await ripe(element)
      expect([element.state, dialog.open, document.activeElement]).toEqual(['cancelled', false, element])
      await userEvent.keyboard('{Tab}{Tab}')
      expect(document.activeElement).toBe(last)
    } finally {
      document.removeEventListener('focusin', trap, true)
      document.removeEventListener('keydown', trapTab, true)
    }
  })

  test('has the frame of the proxy, unconfined, with a title and permission to use passkeys', async () => {
    const { dialog } = await challenged()
    const frame = dialog()!.querySelector('iframe')!
    expect(frame.src).toBe(`${proxy}/3ds?locale=en`)
    expect(frame.hasAttribute('sandbox')).toBe(false)
    expect(frame.allow).toBe('payment *; publickey-credentials-get *')
    expect(frame.title).toBe('Confirm with your bank')
  })

  test('takes the focus, names itself, and gives the focus to the result', async () => {
    const { element, fixture: setup, shadow, dialog } = await challenged()
    expect(shadow.activeElement!.textContent).toBe('Confirm with your bank')
    expect(dialog()!.getAttribute('aria-labelledby')).toBe(shadow.activeElement!.id)
    setup.onRefresh = outcomes.paid
    setup.challenge.resolve()
    await ripe(element)
    await setup.clock.pass(0)
    await ripe(element)
    expect(dialog()!.open).toBe(false)
    expect(element.state).toBe('paid')
    expect(shadow.activeElement!.textContent).toBe('Payment successful')
  })

  test('closes on an outcome that was read, without the frame’s word', async () => {
    const { element, fixture: setup, dialog } = await challenged()
    setup.onRefresh = outcomes.declined
    await setup.clock.pass(3_000)
    await ripe(element)
    expect([element.state, dialog()!.open]).toEqual(['declined', false])
    expect(dialog()!.querySelector('iframe')).toBeNull()
  })

  test('is cancelled by its button', async () => {
    const { element, fixture: setup, shadow, dialog } = await challenged()
    shadow.querySelector<HTMLButtonElement>('[data-testid=challenge-cancel]')!.click()
    await ripe(element)
    expect([element.state, dialog()!.open]).toEqual(['cancelled', false])
    expect(setup.request).toContain('cancel')
  })

  test('is cancelled by Escape, once', async () => {
    const { element, fixture: setup, dialog } = await challenged()
    await userEvent.keyboard('{Escape}')
    await ripe(element)
    expect([element.state, dialog()!.open]).toEqual(['cancelled', false])
    expect(setup.request.filter((name) => name === 'cancel')).toHaveLength(1)
  })

  test('offers the whole page after three seconds', async () => {
    const { element, fixture: setup, shadow } = await challenged()
    const exit = () => shadow.querySelector<HTMLButtonElement>('[data-testid=challenge-redirect]')
    expect(exit()).toBeNull()
    await setup.clock.pass(3_000)
    await ripe(element)
    exit()!.click()
    expect(setup.left).toEqual([redirectStep.redirectUrl])
  })

  test('shows above the bank’s page the amount, the order and the time that is left, and announces it when little is', async () => {
    const { element, fixture: setup, dialog } = await challenged()
    const header = () => dialog()!.querySelector('header')!.textContent.replaceAll(/\s+/g, ' ')
    const announced = () => dialog()!.querySelector('[aria-live]')!.textContent
    expect(header()).toContain('RUB 1,299.00 Order A-1001')
    expect(header()).toContain('Time left: 10 minutes')
    expect(announced()).toBe('')
    await setup.clock.pass(60_000)
    await ripe(element)
    expect(header()).toContain('Time left: 9 minutes')
    await setup.clock.pass(420_000)
    await ripe(element)
    expect(announced()).toBe('Time left: 2 minutes')
    await setup.clock.pass(90_000)
    await ripe(element)
    expect(announced()).toBe('Time left: 30 seconds')
  })

  // WCAG 2.4.6, headings and labels: the title is for everyone to see.
  test.each([360, 1200])('shows its title, and the time on the baseline of the amount, on %s px', async (width) => {
    await page.viewport(width, 700)
    const { dialog } = await challenged()
    for (const animation of dialog()!.getAnimations()) animation.finish()
    const [title, sum, time] = ['h2', '.bank-sum', '.bank-time'].map((part) => dialog()!.querySelector(part)!)
    expect([getComputedStyle(title!).clipPath, title!.getBoundingClientRect().height > 15]).toEqual(['none', true])
    // Below the title: one line each, in letters of one size.
    const { top, height } = sum!.getBoundingClientRect()
    expect(time!.getBoundingClientRect()).toMatchObject({ top, height })
    expect(top).toBeGreaterThanOrEqual(title!.getBoundingClientRect().bottom)
    // In the middle of the header, and so is the cross.
    const header = dialog()!.querySelector('header')!.getBoundingClientRect()
    const words = { top: title!.getBoundingClientRect().top, bottom: sum!.getBoundingClientRect().bottom }
    const cross = dialog()!.querySelector('.bank-close')!.getBoundingClientRect()
    for (const part of [words, cross])
      expect(Math.abs(part.top - header.top - (header.bottom - part.bottom))).toBeLessThan(1.5)
    expect(header.height).toBeCloseTo(60, 0)
  })

  test('has words where the bank’s page will be, behind its frame', async () => {
    const { dialog } = await challenged()
    const wait = dialog()!.querySelector<HTMLElement>('.bank-wait')!
    const { left, top } = wait.getBoundingClientRect()
    expect(wait.textContent).toBe(en.checkout.redirecting)
    const root = dialog()!.getRootNode() as ShadowRoot
    expect(root.elementFromPoint(left + 40, top + 40)).toBe(dialog()!.querySelector('iframe'))
  })

  test('is a sheet over the whole of a phone', async () => {
    await page.viewport(360, 640)
    const { dialog } = await challenged()
    dialog()!
      .getAnimations()
      .forEach((animation) => animation.finish())
    expect(dialog()!.getBoundingClientRect()).toMatchObject({ left: 0, top: 0, width: 360, height: 640 })
    const challenge = dialog()!.querySelector('.bank-page')!.getBoundingClientRect()
    expect([challenge.bottom, challenge.height > 0.9 * 640]).toEqual([640, true])
  })

  test('is no larger than 600 px, nor than four fifths of the height', async () => {
    await page.viewport(1200, 700)
    const { dialog } = await challenged()
    dialog()!
      .getAnimations()
      .forEach((animation) => animation.finish())
    const { width, height } = dialog()!.getBoundingClientRect()
    expect([width, height]).toEqual([600, 560])
  })

  test('opens by itself for a challenge that was under way when the page loaded', async () => {
    const { shadow, fixture: setup } = await mounted({}, (made) => (made.onOpen = outcomes.resume))
    expect(shadow.querySelector('dialog')!.open).toBe(true)
    expect(setup.request).toContain('showChallenge challenge-1')
  })
})

test('the method runs in a frame that nobody sees', async () => {
  const { element, fixture: setup, shadow } = await mounted()
  await pay(setup, element)
  await setup.host.concluded(outcomes.method)
  await ripe(element)
  expect(setup.request).toContain('runMethod method-1')
  expect(shadow.querySelector('dialog')!.open).toBe(false)
  expect(shadow.querySelector('dialog iframe')!.isConnected).toBe(true)
  setup.method.resolve(true)
  await ripe(element)
  expect(element.state).toBe('paid')
})

test('after the bank’s page it is offered again only once the result takes long, and cannot be cancelled', async () => {
  const { element, fixture: setup, shadow, dialog } = await challenged()
  const offered = (): readonly (string | undefined)[] =>
    [...shadow.querySelectorAll<HTMLElement>('.screen button')].map(({ dataset }) => dataset['testid'])
  setup.onRefresh = outcomes.challenge
  setup.challenge.resolve()
  await ripe(element)
  // The bank's last page stays in sight for a moment, in which the answer mostly comes.
  const isVeiled = () => dialog()!.querySelector('.bank-veil') !== null
  expect([dialog()!.open, isVeiled(), element.state, offered()]).toEqual([true, true, 'authenticating', []])
  dialog()!.querySelector<HTMLButtonElement>('[data-testid=challenge-cancel]')!.click()
  await setup.clock.pass(400)
  await ripe(element)
  expect([dialog()!.open, isVeiled(), element.state, offered()]).toEqual([false, false, 'authenticating', []])
  await setup.clock.pass(7_600)
  await ripe(element)
  expect(offered()).toEqual(['challenge-confirm'])
})

test.each([
  ['is', true],
  ['is not, as for an error page of Firefox,', false],
])(
  'a challenge that could not be loaded is offered again first and to cancel last, where a load event %s fired',
  async (_, fires) => {
    const { element, fixture: setup, shadow } = await mounted()
    if (!fires) shadow.addEventListener('load', (event) => event.stopImmediatePropagation(), true)
    const shown = (): readonly string[] =>
      [...shadow.querySelectorAll<HTMLElement>('.screen button')].map(
        ({ className, dataset }) => `${className} ${dataset['testid']}`,
      )
    setup.answers = false
    await pay(setup, element)
    await setup.host.concluded(outcomes.challenge)
    await ripe(element)
    // The frame is requested again after pauses.
    await expect
      .poll(() =>
        setup.clock
          .pass(4_000)
          .then(() => ripe(element))
          .then(shown),
      )
      .toEqual(['main challenge-confirm', 'second bank-visit', 'bank-plain bank-cancel'])
    expect(shadow.querySelector('dialog')!.open).toBe(false)
    expect(shadow.querySelector('.screen p')!.textContent).toBe(en.checkout.challengeFailed)
    expect(shadow.querySelector('.screen .spinner')).toBeNull()
    setup.answers = true
    shadow.querySelector<HTMLButtonElement>('[data-testid=challenge-confirm]')!.click()
    // The dialog before it closed in this moment, and its event comes only now.
    shadow.querySelector('dialog')!.dispatchEvent(new Event('close'))
    // Its document, too, is requested again where it is slow.
    await expect.poll(() => setup.clock.pass(1_000).then(() => shadow.querySelector('dialog')!.open)).toBe(true)
    expect(setup.request).toContain('showChallenge challenge-1')
  },
)

test.each([
  ['redirect', outcomes.challenge],
  ['dialog', outcomes.redirect],
])('with presentation="%s", $state leaves the page', async (presentation, outcome) => {
  const { element, fixture: setup, shadow } = await mounted({ presentation })
  const seen: string[] = []
  element.addEventListener('tender-authenticate', () => seen.push(`announced after ${setup.left.length}`))
  await pay(setup, element)
  await setup.host.concluded(outcome)
  await ripe(element)
  expect(seen).toEqual(['announced after 0'])
  expect(setup.left).toEqual([redirectStep.redirectUrl])
  expect(shadow.querySelector('.screen')!.textContent).toContain('Taking you to your bank')
})

test('a pending payment is read when the shopper comes back to the page', async () => {
  const { element, fixture: setup } = await mounted({}, (made) => (made.onOpen = outcomes.pending))
  setup.onRefresh = outcomes.paid
  window.dispatchEvent(new Event('online'))
  await ripe(element)
  expect(element.state).toBe('paid')
})
