import { afterEach, describe, expect, test } from 'vitest'
import { server } from 'vitest/browser'
import { language as en } from '#texts/languages/en.ts'
import { ticketOf, outcomes } from '../../unit/element/outcomes.ts'
import { mount, mounted, pay, proxy, ripe } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

const frameOf = (shadow: ShadowRoot) => shadow.querySelector<HTMLIFrameElement>('iframe')!
const secondOrder = ticketOf({ orderNumber: 'A-2002', amount: 500, currency: '978' })
const second = { orderNumber: 'A-2002', amount: 500, currency: '978' }

describe('opening', () => {
  test('puts a confined frame of the proxy on the page and opens it with the ticket', async () => {
    const { element, fixture, shadow } = await mounted()
    const frame = frameOf(shadow)
    expect(frame.src).toBe(`${proxy}/card?locale=${encodeURIComponent(`en,${navigator.language}`)}&scheme=light`)
    expect(frame.title).toBe('Card details')
    expect(frame.allow).toBe('payment; publickey-credentials-get')
    expect(frame.referrerPolicy).toBe('no-referrer')
    expect([...frame.sandbox].toSorted()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ])
    expect(fixture.frames[0]).toMatchObject({ frame, origin: proxy })
    expect(fixture.openings).toMatchObject([{ ticket: element.order, locale: 'en' }])
    expect([element.state, element.getAttribute('state')]).toEqual(['ready', 'ready'])
  })

  test('comes in a task of its own after the upgrade and after the first update, so that neither blocks the page', async () => {
    const { element, fixture } = mount()
    const tasks: string[] = []
    const note = (task: string) =>
      tasks.push(`${task}: ${element.hasUpdated ? 'updated' : 'new'}, ${fixture.openings.length} openings`)
    for (let turn = 0; turn < 20; turn += 1) await undefined // what follows without a task
    note('microtasks')
    for (const task of ['first task', 'second task']) {
      await new Promise((resolve) => setTimeout(resolve))
      note(task)
    }
    expect(tasks).toEqual([
      'microtasks: new, 0 openings',
      'first task: updated, 0 openings',
      'second task: updated, 1 openings',
    ])
  })

  test('that takes longer than 8 s fails, says why, and can be tried again', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.answers = false))
    await fixture.clock.pass(7_999)
    expect(element.state).toBe('loading')
    await fixture.clock.pass(1)
    await ripe(element)
    expect(element.state).toBe('failed')
    expect(shadow.querySelector('[role=alert]')!.textContent).toContain('taking too long')
    expect(fixture.complaints[0]).toContain('frame_timeout')
    for (const name of [location.origin, proxy, 'TENDER_SHOP_ORIGINS', 'src', `frame-src ${proxy}`])
      expect(fixture.complaints[0]).toContain(name)
    const old = frameOf(shadow)
    fixture.answers = true
    shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.click()
    await ripe(element)
    expect(element.state).toBe('ready')
    expect(frameOf(shadow)).not.toBe(old)
  })

  test('of a page that is rendered in advance waits for the shopper, and no time runs before', async () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    const { element, fixture } = await mounted()
    await fixture.clock.pass(60_000)
    const before = [element.state, fixture.frames.length, fixture.clock.waiting]
    Reflect.deleteProperty(document, 'prerendering')
    document.dispatchEvent(new Event('prerenderingchange'))
    await ripe(element)
    expect([before, element.state]).toEqual([['loading', 0, 0], 'ready'])
  })

  test('that the page blocks leaves a way out, to the proxy’s own page', async () => {
    const { element, fixture, shadow } = await mounted({ locale: 'en' }, (made) => (made.answers = false))
    await fixture.clock.pass(8_000)
    await ripe(element)
    const button = shadow.querySelector<HTMLButtonElement>('[data-testid=bank-page]')!
    expect(button.textContent).toBe('Pay on the secure payment page')
    const posted: unknown[] = []
    button.form!.addEventListener('submit', (event) => {
      event.preventDefault()
      const { action, method, target } = button.form!
      posted.push({ action, method, target, ...Object.fromEntries(new FormData(button.form!)) })
    })
    button.click()
    expect(posted).toEqual([{ action: `${proxy}/pay`, method: 'post', target: '_top', order: element.order }])
  })

  test('that does not reach the proxy has a way out once another try has failed, too', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
    const network = { code: 'frame_network', message: 'The proxy could not be reached.' }
    const screen = () => shadow.querySelector('[data-testid=bank-page]')
    const fail = async () => {
      await fixture.host.failed(network)
      await ripe(element)
    }
    await fail()
    expect([element.state, screen()]).toEqual(['failed', null])
    shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.click()
    await ripe(element)
    await fail()
    expect([element.state, screen()]).toEqual(['failed', expect.anything()])
  })

  test('that the proxy refuses has no way out', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
    await fixture.host.failed({ code: 'ticket_expired', message: 'The order ticket has expired; sign a new one.' })
    await ripe(element)
    expect(shadow.querySelector('form')).toBeNull()
  })

  test('whose frame is slow says so, and shows the form in the same frame once it connects', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.answers = 'late'))
    const frame = frameOf(shadow)
    await fixture.clock.pass(8_000)
    await ripe(element)
    expect([element.state, shadow.querySelector('.screen h2')!.textContent]).toEqual(['failed', en.checkout.failed])
    fixture.hello.resolve()
    await ripe(element)
    expect([element.state, frameOf(shadow) === frame]).toEqual(['ready', true])
  })

  test('whose order is slow waits for it as long as the frame does, and keeps the form that is typed into', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
    const frame = frameOf(shadow)
    await fixture.clock.pass(70_000)
    expect([element.state, frameOf(shadow) === frame]).toEqual(['loading', true])
    await fixture.host.opened(fixture.opened(outcomes.open))
    await ripe(element)
    expect([element.state, frameOf(shadow) === frame]).toEqual(['ready', true])
  })

  test('whose order never comes fails', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = undefined))
    await fixture.clock.pass(75_000)
    expect(element.state).toBe('failed')
  })

  test('is tried again in the frame that is connected, which keeps what was typed, and then in another one', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
    const frame = frameOf(shadow)
    const tryAgain = async (): Promise<[string, boolean]> => {
      await fixture.host.failed({ code: 'frame_network', message: 'The proxy could not be reached.' })
      await ripe(element)
      shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.click()
      await ripe(element)
      return [element.state, frameOf(shadow) === frame]
    }
    expect([await tryAgain(), await tryAgain()]).toEqual([
      ['loading', true],
      ['loading', false],
    ])
    expect(fixture.openings).toHaveLength(3)
  })

  test('that the proxy refuses is reported at once', async () => {
    const { element, fixture, shadow } = await mounted({}, (made) => (made.onOpen = undefined))
    await fixture.host.failed({ code: 'ticket_expired', message: 'The order ticket has expired; sign a new one.' })
    await ripe(element)
    expect(shadow.querySelector('[role=alert]')!.textContent).toContain('Your time to pay has run out.')
    await fixture.clock.pass(8_000)
    expect(fixture.complaints).toHaveLength(1)
  })

  test.each([
    ['order', 'nonsense'],
    ['src', 'https://pay.example/path'],
    ['src', 'http://pay.example'],
    ['presentation', 'popup'],
    ['theme', 'sepia'],
  ])('with %s="%s" loads no frame, and names the attribute in the console', async (name, value) => {
    const { element, fixture, shadow } = await mounted({ [name]: value })
    expect(element.state).toBe('failed')
    expect(shadow.querySelector('iframe')).toBeNull()
    expect(fixture.complaints).toEqual([expect.stringContaining(`config_${name}: Attribute "${name}" must be`)])
    element.setAttribute(name, { order: secondOrder, src: proxy, presentation: 'dialog', theme: 'auto' }[name]!)
    if (name === 'presentation' || name === 'theme') shadow.querySelector<HTMLButtonElement>('button')!.click()
    fixture.onOpen = name === 'order' ? { state: 'open', ...second } : outcomes.open
    await ripe(element)
    expect(element.state).toBe('ready')
  })
})

describe('the frame', () => {
  test('is as high as it asks to be, within reason', async () => {
    const { fixture, shadow } = await mounted()
    for (const [request, given] of [
      [412.5, '412.5px'],
      [1, '100px'],
      [99_999, '3000px'],
    ] as const) {
      await fixture.host.resized(request)
      expect(frameOf(shadow).style.height).toBe(given)
    }
  })

  test('lives on behind every screen, out of reach, and comes back with its data', async () => {
    const { element, fixture, shadow } = await mounted()
    const frame = frameOf(shadow)
    await pay(fixture, element)
    await fixture.host.concluded(outcomes.declined)
    await ripe(element)
    expect(frame.isConnected).toBe(true)
    expect(getComputedStyle(frame).visibility).toBe('hidden')
    expect(getComputedStyle(frame).display).not.toBe('none')
    shadow.querySelector<HTMLButtonElement>('[data-testid=retry]')!.click()
    await ripe(element)
    expect(frameOf(shadow)).toBe(frame)
    expect(getComputedStyle(frame).visibility).toBe('visible')
    expect(fixture.request).toContain('again')
    expect(element.state).toBe('ready')
  })
})

describe('on the move', () => {
  test('the element opens its order again', async () => {
    const { element, fixture } = await mounted()
    const place = document.createElement('div')
    document.body.append(place)
    place.append(element)
    await ripe(element)
    expect(element.state).toBe('ready')
    expect(fixture.openings).toHaveLength(2)
  })

  // Firefox loads a frame inside a shadow root anew: test/engines/journeys.ts pays there.
  test.runIf(server.browser === 'chromium')(
    'moved in one piece, it keeps its frame and what was typed there',
    async () => {
      const { element, fixture, shadow } = await mounted()
      const frame = frameOf(shadow)
      const inside = frame.contentWindow
      const place = document.createElement('div') as HTMLElement & { moveBefore(node: Node, child: Node | null): void }
      document.body.append(place)
      place.moveBefore(element, null)
      await ripe(element)
      expect([element.parentElement, element.state]).toEqual([place, 'ready'])
      expect([frameOf(shadow) === frame, frame.contentWindow === inside]).toEqual([true, true])
      expect([fixture.openings, fixture.frames[0]]).toMatchObject([{ length: 1 }, { frame, isDisconnected: false }])
    },
  )

  test('what was paid stays paid', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = outcomes.paid))
    const seen: string[] = []
    new MutationObserver(() => seen.push(element.state)).observe(element, { attributeFilter: ['state'] })
    document.body.prepend(element)
    await ripe(element)
    fixture.onOpen = outcomes.open
    document.body.append(element)
    await ripe(element)
    expect(new Set([...seen, element.state])).toEqual(new Set(['paid']))
  })

  test('mounting, unmounting and mounting in one go ends with one open frame', async () => {
    const { element, fixture, shadow } = mount()
    element.remove()
    document.body.append(element)
    await ripe(element)
    expect(element.state).toBe('ready')
    expect(fixture.openings).toHaveLength(1)
    expect(shadow.querySelectorAll('iframe')).toHaveLength(1)
  })

  test('gone from the page, it waits for nothing and holds no line', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = outcomes.pending))
    element.remove()
    await ripe(element)
    await fixture.clock.pass(60_000)
    expect(fixture.request.filter((name) => name === 'refresh')).toEqual([])
    expect(fixture.clock.waiting).toBe(0)
    expect(fixture.frames.filter(({ isDisconnected }) => !isDisconnected)).toEqual([])
  })

  test('a pending payment whose frame does not come up again is looked after', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = outcomes.pending))
    fixture.answers = false
    document.body.prepend(element)
    await ripe(element)
    await fixture.clock.pass(8_000)
    expect(element.state).toBe('pending')
    fixture.answers = true
    fixture.onOpen = outcomes.paid
    await fixture.clock.pass(15_000)
    await ripe(element)
    expect(element.state).toBe('paid')
  })
})

describe('another order', () => {
  test('opens in the same frame, so that the typed card stays', async () => {
    const { element, fixture, shadow } = await mounted()
    const frame = frameOf(shadow)
    fixture.onOpen = { state: 'open', ...second }
    element.order = secondOrder
    await ripe(element)
    expect(frameOf(shadow)).toBe(frame)
    expect(fixture.openings.map(({ ticket }) => ticket)).toEqual([expect.any(String), secondOrder])
  })

  test('begins anew, even after one that was paid', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = outcomes.paid))
    fixture.onOpen = { state: 'open', ...second }
    element.order = secondOrder
    await ripe(element)
    expect(element.state).toBe('ready')
  })

  test('takes no outcome of the one before', async () => {
    const { element, fixture } = await mounted()
    fixture.onOpen = { state: 'open', ...second }
    element.order = secondOrder
    await ripe(element)
    await fixture.host.concluded(outcomes.paid)
    expect(element.state).toBe('ready')
  })

  test('shows neither the form nor the wallets for the one before, which a frame may report late', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = undefined))
    element.order = secondOrder
    await ripe(element)
    await fixture.host.opened(fixture.opened(outcomes.open))
    expect(element.state).toBe('loading')
    await fixture.host.opened(fixture.opened({ state: 'open', ...second }))
    expect(element.state).toBe('ready')
  })
})

describe('another proxy', () => {
  test('gets a frame of its own, in which the same order is opened', async () => {
    const { element, fixture, shadow } = await mounted()
    const [{ src }] = [frameOf(shadow)]
    element.src = 'http://127.0.0.1:2'
    await ripe(element)
    expect(new URL(src).origin).toBe(proxy)
    expect(new URL(frameOf(shadow).src).origin).toBe('http://127.0.0.1:2')
    expect(shadow.querySelectorAll('iframe')).toHaveLength(1)
    expect(fixture.openings.map(({ ticket }) => ticket)).toEqual([element.order, element.order])
    expect(element.state).toBe('ready')
  })
})

describe('the methods', () => {
  test('submit() does what the button does, and returns the result', async () => {
    const { element, fixture } = await mounted()
    const result = element.submit()
    await pay(fixture, element)
    await fixture.host.concluded(outcomes.held)
    fixture.submission.resolve(outcomes.held)
    expect(await result).toEqual({
      state: 'held',
      orderNumber: 'A-1001',
      orderId: 'b8f5',
      amount: 129_900,
      currency: '643',
    })
    expect(fixture.request).toContain('submit')
  })

  test('submit() of a form that is not complete names the fields', async () => {
    const { element, fixture } = await mounted()
    const result = element.submit()
    await fixture.host.progressed({ complete: false, brand: 'unknown', invalid: ['number', 'cvc'] })
    fixture.submission.resolve(undefined)
    expect(await result).toMatchObject({ state: 'ready', invalid: ['number', 'cvc'] })
  })

  test('focus() goes into the form', async () => {
    const { element, fixture, shadow } = await mounted()
    element.focus()
    expect(shadow.activeElement).toBe(frameOf(shadow))
    expect(fixture.request).toContain('focus')
  })

  test('reset() empties the form, and shows it again after a refusal', async () => {
    const { element, fixture } = await mounted({}, (made) => (made.onOpen = outcomes.declined))
    await element.reset()
    await ripe(element)
    expect(fixture.request).toEqual(expect.arrayContaining(['reset', 'again']))
    expect(element.state).toBe('ready')
  })
})

test('the tag is defined once, however often its entry point is loaded', async () => {
  await import('../../../src/define.ts')
  const first = customElements.get('tender-checkout')
  const again = '../../../src/define.ts?again'
  await import(/* @vite-ignore */ again)
  expect(customElements.get('tender-checkout')).toBe(first)
})
