import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import axe from 'axe-core'
import * as DarkReader from 'darkreader'
import jsQR from 'jsqr'
import { cdp, page, server, userEvent } from 'vitest/browser'
import type { Outcome } from '#contract/checkout.ts'
import { language as en } from '#texts/languages/en.ts'
import { mounted, ripe, type Fixture } from '../element/fixture.ts'
import { coded, codeStep, facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'

let pointer: 'fine' | 'coarse' = 'fine'
beforeEach(() => {
  pointer = 'fine'
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: coarse)' ? ({ matches: pointer === 'coarse' } as MediaQueryList) : real(query),
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
  await page.viewport(800, 600)
})

const order = ticketOf({ ...facts, methods: ['card', 'sbp'] })

/** A checkout with a card form and a method by a code. */
async function offered(attributes: Record<string, string> = {}, prepare: (fixture: Fixture) => void = () => {}) {
  const opened = await mounted({ order, ...attributes }, (made) => {
    made.codes = { sbp: { stores: false } }
    made.onRefresh = outcomes.code
    prepare(made)
  })
  const { shadow, element, fixture } = opened
  const find = (id: string) => shadow.querySelector<HTMLElement>(`[data-testid=${id}]`)
  const said = () => shadow.querySelector('[role=status]')!.textContent
  const title = () => shadow.querySelector('.screen h2')?.textContent
  const press = async (id: string) => {
    await userEvent.click(find(id)!)
    await ripe(element)
  }
  const read = async (outcome: Outcome) => {
    fixture.onRefresh = outcome
    await fixture.clock.pass(3_000)
    await ripe(element)
  }
  const isFormShown = () => !shadow.querySelector('.place')!.classList.contains('aside')
  return { ...opened, find, said, title, press, read, isFormShown }
}

/** A checkout that shows a code. */
async function paying(attributes: Record<string, string> = {}, prepare?: (fixture: Fixture) => void) {
  const opened = await offered(attributes, prepare)
  await opened.press('code-sbp')
  return opened
}

/** What a scanner that is not of the product reads in the picture of an element. */
async function scanned(
  element: Element,
  inversionAttempts: 'dontInvert' | 'attemptBoth' = 'dontInvert',
): Promise<string | undefined> {
  const { width, height } = element.getBoundingClientRect()
  const base64 = await page.screenshot({ element, save: false })
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0)
  expect([Math.round(width), Math.round(height)].every((size) => size >= 200 && size <= 260)).toBe(true)
  const read = jsQR as unknown as typeof jsQR.default
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return read(data, image.width, image.height, { inversionAttempts })?.data
}

describe('the button', () => {
  test.each([
    ['en', 'SBP', 'Pay with SBP'],
    ['ru', 'СБП', 'Оплатить через СБП'],
    ['sr', 'СБП', undefined],
    ['uz', 'SBP', undefined],
    ['ar', 'SBP', undefined],
  ])('has the name in the letters of %s', async (locale, name, label) => {
    const { find } = await offered({ locale })
    const button = find('code-sbp')!
    expect(button.querySelector('.express-name')!.textContent).toBe(name)
    expect(button.querySelectorAll('.code-mark path')).toHaveLength(8)
    if (label) expect(button.getAttribute('aria-label')).toBe(label)
    if (locale === 'en') expect(button.closest('[role=group]')!.ariaLabel).toBe(en.checkout.payBy)
  })

  test('asks the shop, and then for a code; a veto leaves the form', async () => {
    const { element, fixture, press } = await offered()
    const intents: unknown[] = []
    element.addEventListener(
      'tender-submit',
      (event) => {
        intents.push([event.detail.method, event.detail.wallet])
        event.preventDefault()
      },
      { once: true },
    )
    await press('code-sbp')
    expect([intents, element.state, fixture.request.includes('payByCode sbp')]).toEqual([
      [['sbp', undefined]],
      'ready',
      false,
    ])
    await press('code-sbp')
    expect([element.state, fixture.request.includes('payByCode sbp')]).toEqual(['authenticating', true])
  })

  test('stands where its place was kept, and moves nothing', async () => {
    const { shadow, fixture, element } = await offered({}, (made) => (made.onOpen = undefined))
    const top = () => shadow.querySelector('.place')!.getBoundingClientRect().top
    const before = top()
    await fixture.host.opened(fixture.opened(outcomes.open))
    await ripe(element)
    expect([top(), shadow.querySelector('.express-kept') !== null]).toEqual([before, true])
  })

  test.each(['tabs', 'accordion'])('is one of the methods as %s, and `submit()` does what it does', async (layout) => {
    const { find, shadow, element } = await offered({ layout })
    await import('#element/methods/chosen-layout.ts')
    await ripe(element)
    shadow.querySelector<HTMLInputElement>('#method-sbp')!.click()
    await ripe(element)
    expect(find('code-sbp')).not.toBeNull()
    void element.submit()
    await ripe(element)
    expect(find('code-qr')).not.toBeNull()
  })

  test('is the only method of an order without a card', async () => {
    const only = ticketOf({ ...facts, methods: ['sbp'] })
    const { find, element, fixture } = await offered({ order: only }, (made) => {
      made.onOpen = undefined
    })
    await fixture.host.opened({ ...fixture.opened(outcomes.open), card: false })
    await ripe(element)
    expect(find('code-sbp')).not.toBeNull()
  })
})

describe('the code', () => {
  test.each(['light', 'dark'])('is read back from the screen in a %s theme, with its quiet zone', async (theme) => {
    const { find } = await paying({ theme })
    expect(await scanned(find('code-qr')!)).toBe(codeStep.payload)
  })

  const media = 'Emulation.setEmulatedMedia'
  test.runIf(server.browser === 'chromium').each([
    ['that darkens pages by itself', 'Emulation.setAutoDarkModeOverride', { enabled: true }, {}],
    ['with forced colours', media, { features: [{ name: 'forced-colors', value: 'active' }] }, { features: [] }],
    ['that prints', media, { media: 'print' }, { media: '' }],
  ] as const)('is read back in a browser %s', async (_, method, on, off) => {
    const { find } = await paying()
    const session = cdp() as unknown as { send(name: string, fields: object): Promise<void> }
    await session.send(method, on)
    try {
      expect(await scanned(find('code-qr')!)).toBe(codeStep.payload)
    } finally {
      await session.send(method, off)
    }
  })

  /** Dark Reader, and the rule of simpler extensions, with the same colours for every element. */
  const darkened: readonly (readonly [by: string, darken: (shadow: ShadowRoot) => Promise<() => void>])[] = [
    [
      'Dark Reader',
      async (shadow) => {
        DarkReader.enable({})
        // It has replaced the colours of the element once those of the text are its own.
        await expect.poll(() => getComputedStyle(shadow.querySelector('.screen h2')!).color).toMatch(/^rgb\(2/)
        return () => DarkReader.disable()
      },
    ],
    [
      'a rule for every element',
      async (shadow) => {
        const sheet = new CSSStyleSheet()
        const colours = ['background-color: #181a1b', 'color: #e8e6e3', 'fill: #e8e6e3', 'border-color: #736b5e']
        sheet.replaceSync(`* { ${colours.map((colour) => `${colour} !important`).join('; ')} }`)
        shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet]
        return () => {}
      },
    ],
  ]

  test.each(darkened)('is black on white where the page is darkened by %s', async (_, darken) => {
    const { find, shadow } = await paying()
    const undo = await darken(shadow)
    try {
      expect(await scanned(find('code-qr')!)).toBe(codeStep.payload)
    } finally {
      undo()
    }
  })

  test('is white on black, and read, where an extension inverts the page', async () => {
    const { find } = await paying()
    document.documentElement.style.filter = 'invert(1) hue-rotate(180deg)'
    try {
      expect(await scanned(find('code-qr')!, 'attemptBoth')).toBe(codeStep.payload)
    } finally {
      document.documentElement.removeAttribute('style')
    }
  })

  test('stays the same picture while the time runs, and is another one for another code', async () => {
    const { find, read } = await paying()
    const qr = find('code-qr')
    await read(coded({ remainingMs: 80_000 }))
    expect(find('code-qr')).toBe(qr)
    const payload = `${codeStep.payload}2`
    await read(coded({ payload }))
    expect(await scanned(find('code-qr')!)).toBe(payload)
  })

  test('has the amount, three steps, the time, a link, and the way back', async () => {
    const { shadow, find, title, said } = await paying()
    const { checkout } = en
    expect(title()).toBe('Pay with SBP')
    expect(shadow.querySelector('.code-sum')!.textContent.trim()).toMatch(/1,299\.00/)
    const steps = [checkout.codeApp, checkout.codeScan, checkout.codeConfirm]
    expect([...shadow.querySelectorAll('.code-steps li')].map(({ textContent }) => textContent)).toEqual(steps)
    expect(shadow.querySelectorAll('.screen > .code-mark + h2, .code-steps a')).toHaveLength(1)
    expect(said()).toBe(steps.join('. '))
    expect(shadow.querySelector('.code-time')!.textContent).toBe('Time left: 20 minutes')
    const link = find('code-app') as HTMLAnchorElement
    expect([link.href, link.target, link.rel]).toEqual([codeStep.payload, '_blank', 'noopener noreferrer'])
    expect(link.offsetHeight).toBeGreaterThanOrEqual(36)
    expect(shadow.querySelector('.code-qr')!.getAttribute('aria-label')).toBe(checkout.codeScan)
  })

  test('has the focus in its screen, and gives it back to the button with the form', async () => {
    const { shadow, press, find, fixture, isFormShown, element } = await paying({}, (made) => {
      made.onCancel = outcomes.open
    })
    expect(shadow.activeElement).toBe(shadow.querySelector('.screen h2'))
    expect(isFormShown()).toBe(false)
    const frame = shadow.querySelector('iframe')
    await press('code-back')
    expect(fixture.request.slice(-2)).toEqual(['cancel', 'again'])
    expect([element.state, isFormShown(), shadow.querySelector('iframe')]).toEqual(['ready', true, frame])
    expect(shadow.activeElement).toBe(find('code-sbp'))
  })

  test('was paid before it could be taken back: the shopper is told so', async () => {
    const { press, element } = await paying({}, (made) => (made.onCancel = outcomes.paid))
    await press('code-back')
    expect(element.state).toBe('paid')
  })

  test('is accepted by a bank: it is gone, and there is nothing to press', async () => {
    const { read, find, title, said, shadow, element } = await paying()
    await read(outcomes.accepted)
    expect([title(), said()]).toEqual([en.checkout.codeAccepted, en.checkout.codeAccepted])
    expect([find('code-qr'), find('code-app'), find('code-back')]).toEqual([null, null, null])
    expect(shadow.activeElement).toBe(shadow.querySelector('.screen h2'))
    await read(outcomes.paid)
    expect([element.state, said()?.startsWith(en.checkout.paid)]).toEqual(['paid', true])
    const rows = [...shadow.querySelectorAll('.receipt div')].map((row) =>
      row.textContent.replaceAll(/\s+/g, ' ').trim(),
    )
    expect(rows).toEqual(['Amount RUB 1,299.00', 'Payment method SBP', 'Order A-1001'])
  })

  test('has run out: another one comes by a press', async () => {
    const { read, find, title, said, press, fixture } = await paying()
    await read(outcomes.over)
    expect([title(), said(), find('code-qr')]).toEqual([en.checkout.codeOver, en.checkout.codeOver, null])
    fixture.onRefresh = outcomes.code
    await press('code-new')
    expect(fixture.request.filter((name) => name === 'payByCode sbp')).toHaveLength(2)
    expect([title(), find('code-qr') !== null]).toEqual(['Pay with SBP', true])
  })

  test('is announced when little time is left, and seldom', async () => {
    const { read, said } = await paying()
    await read(coded({ remainingMs: 118_000 }))
    expect(said()).toBe('Time left: 2 minutes')
    await read(coded({ remainingMs: 80_000 }))
    expect(said()).toBe('Time left: 2 minutes')
  })

  test('is declined in the app: the form is back below the reason', async () => {
    const { read, element, isFormShown, shadow } = await paying()
    await read(outcomes.soft)
    expect([element.state, isFormShown()]).toEqual(['declined', true])
    expect(shadow.querySelector('.refusal')!.textContent).toContain(en.reasons.not_processed)
  })

  test('is shown again by a page that is opened meanwhile, which leaves the focus where it is', async () => {
    const { find, shadow, element } = await offered({}, (made) => (made.onOpen = outcomes.code))
    await ripe(element)
    expect([find('code-qr') !== null, element.state, shadow.activeElement]).toEqual([true, 'authenticating', null])
  })

  test.each(['data:text/html,1', 'bank100000000004://pay', 'http://qr.nspk.ru/a'])(
    'with the address %s becomes neither a link nor a QR code, and is logged',
    async (payload) => {
      const refused = coded({ payload })
      const { find, fixture, shadow } = await paying({}, (made) => {
        made.onCode = refused
        made.onRefresh = refused
      })
      expect([find('code-qr'), find('code-app'), shadow.querySelector('[href]')]).toEqual([null, null, null])
      expect(fixture.complaints.join()).toContain('address_refused')
      expect(shadow.querySelector('.code-problem')!.textContent).toContain('SBP could not complete the payment.')
      expect(find('code-back')).not.toBeNull()
    },
  )

  test('cannot be fetched: the form is back, and says so beside the button', async () => {
    const { element, shadow, fixture } = await paying({}, (made) => {
      made.onCode = Object.assign(new Error('The gateway is away.'), { name: 'gateway_unreachable' })
    })
    await fixture.host.failed({ code: 'gateway_unreachable', message: 'The gateway is away.' })
    await ripe(element)
    expect([element.state === 'ready' || element.state === 'pending', shadow.querySelector('.code-qr')]).toEqual([
      true,
      null,
    ])
  })
})

describe('on a phone', () => {
  beforeEach(() => (pointer = 'coarse'))

  test('the link comes first, and the QR code is one press away', async () => {
    const { shadow, find, press } = await paying()
    const link = find('code-app')!
    expect(link.className).toBe('code-app')
    expect([link.textContent, find('code-show')!.textContent]).toEqual(['Open bank app', 'Show QR code'])
    expect(shadow.querySelector('.code-steps')).toBeNull()
    const qr = find('code-qr')!
    expect(qr.checkVisibility()).toBe(false)
    await press('code-show')
    expect(qr.checkVisibility()).toBe(true)
    expect(link.compareDocumentPosition(qr) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe.each(['en', 'ar', 'de'])('in %s', (locale) => {
  test.each(['code', 'accepted', 'over', 'phone'] as const)(
    'axe finds nothing, and 280 px are enough: %s',
    async (name) => {
      if (name === 'phone') pointer = 'coarse'
      await page.viewport(280, 600)
      document.body.style.margin = '0'
      const opened = await paying({ locale })
      if (name === 'phone') await opened.press('code-show')
      else if (name !== 'code') await opened.read(outcomes[name])
      for (const animation of opened.shadow.getAnimations())
        if (animation.effect!.getTiming().iterations === 1) animation.finish()
      const { violations } = await axe.run(opened.element, { iframes: false, rules: { region: { enabled: false } } })
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(280)
    },
  )
})
