import { afterEach, describe, expect, test } from 'vitest'
import { eventNames, type Result, type TenderSubmitEvent } from '#element/state/events.ts'
import { states } from '#element/state/checkout-state.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { at, mounted, pay, ripe } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

const { orderId: _, ...bare } = facts
const receipt = { brand: 'visa', lastDigits: '1111', at: 1_700_000_000_000 }

/** Records the events that reach the document from a checkout inside another shadow root. */
async function received(...names: (keyof HTMLElementEventMap)[]) {
  const fixture = await mounted()
  const outer = document.createElement('div')
  document.body.append(outer)
  outer.attachShadow({ mode: 'open' }).append(fixture.element)
  const events: CustomEvent[] = []
  for (const name of names) document.addEventListener(name, (event) => events.push(event as CustomEvent))
  await ripe(fixture.element)
  return { ...fixture, events }
}

describe('events cross shadow roots and bubble', () => {
  test('tender-ready', async () => {
    const { events } = await received('tender-ready')
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([['tender-ready', facts]])
    expect(events[0]).toMatchObject({ bubbles: true, composed: true, cancelable: false })
  })

  test('tender-change, without a digit', async () => {
    const { fixture: setup, events } = await received('tender-change')
    const progress = { complete: false, brand: 'visa', invalid: ['expiry'] }
    await setup.host.progressed(progress)
    expect(events.map(({ detail }) => detail as unknown)).toEqual([progress])
  })

  test.each([
    ['tender-paid', { ...outcomes.paid, receipt }, { ...facts, receipt }],
    ['tender-held', outcomes.held, facts],
    ['tender-verified', outcomes.verified, facts],
    ['tender-declined', outcomes.declined, { ...facts, reason: 'insufficient_funds', code: '116' }],
    ['tender-cancelled', outcomes.cancelled, { ...facts, reason: 'cancelled' }],
    ['tender-expired', outcomes.expired, { ...facts, reason: 'order_expired', code: '-2007' }],
    ['tender-pending', outcomes.pending, facts],
    ['tender-authenticate', outcomes.challenge, facts],
  ] as const)('%s', async (name, outcome, detail) => {
    const { element, fixture: setup, events } = await received(name)
    await pay(setup, element)
    await setup.host.concluded(outcome)
    await setup.host.concluded(outcome)
    expect(events.map((event) => event.detail as unknown)).toEqual([detail])
  })

  test('tender-error', async () => {
    const { fixture: setup, events } = await received('tender-error')
    await setup.host.failed({ code: 'busy', message: 'The proxy is stopping.' })
    expect(events[0]!.detail).toEqual({ ...facts, code: 'busy', message: 'The proxy is stopping.' })
  })

  test('tender-error names the field and the proxy’s request that failed', async () => {
    const { fixture: setup, events } = await received('tender-error')
    const error = { code: 'field_invalid', message: 'No.', field: 'payer', traceId: 'a-trace' }
    await setup.host.failed(error)
    expect(events[0]!.detail).toEqual({ ...facts, ...error })
    expect(setup.complaints).toEqual(['tender-checkout: field_invalid: No. (payer) [traceId a-trace]'])
  })

  test('tender-error has the ticket’s facts before the order was opened', async () => {
    const { element, fixture: setup, events } = await received('tender-error')
    setup.answers = false
    element.remove()
    document.body.append(element)
    await ripe(element)
    await setup.clock.pass(8_000)
    expect(events.at(-1)!.detail).toMatchObject({ ...bare, code: 'frame_timeout' })
  })
})

describe('tender-submit', () => {
  const onSubmit = (element: HTMLElement, act: (event: TenderSubmitEvent) => void) =>
    element.addEventListener('tender-submit', act)

  test('nobody listening, the payment goes', async () => {
    const { element, fixture: setup } = await mounted()
    expect(await pay(setup, element)).toBe(true)
    expect(element.state).toBe('submitting')
  })

  test('preventDefault() vetoes', async () => {
    const { element, fixture: setup } = await mounted()
    onSubmit(element, (event) => event.preventDefault())
    expect(await pay(setup, element)).toBe(false)
    expect(element.state).toBe('ready')
  })

  test('waitUntil() holds the payment back until its promise resolves', async () => {
    const { element, fixture: setup } = await mounted()
    let resolve!: () => void
    onSubmit(element, (event) => event.waitUntil(new Promise<void>((done) => (resolve = done))))
    const granted = setup.host.mayPay()
    await ripe(element)
    expect(element.state).toBe('ready')
    resolve()
    expect(await granted).toBe(true)
  })

  test.each([
    ['false', () => Promise.resolve(false), false],
    ['a rejection', () => Promise.reject(new Error('out of stock')), false],
    ['true', () => Promise.resolve(true), true],
    ['nothing', () => Promise.resolve(), true],
  ])('waitUntil() with %s decides', async (_, check, granted) => {
    const { element, fixture: setup } = await mounted()
    onSubmit(element, (event) => event.waitUntil(Promise.resolve(true)))
    onSubmit(element, (event) => event.detail.waitUntil(check()))
    expect(await pay(setup, element)).toBe(granted)
  })

  test('submit() called by its handler begins nothing, so that waitUntil() may have its promise', async () => {
    const { element, fixture: setup } = await mounted()
    const results: Promise<Result>[] = []
    onSubmit(element, (event) => {
      results.push(element.submit())
      event.waitUntil(results[0]!)
    })
    expect(await pay(setup, element)).toBe(true)
    expect(await Promise.all(results)).toMatchObject([{ state: 'ready' }])
    expect([element.state, setup.request.includes('submit')]).toEqual(['submitting', false])
  })
})

describe('a ticket that is signed anew', () => {
  const ticketAt = (iat: number, more = {}) =>
    ticketOf({ ...facts, ...more, iat, exp: iat + 600, jti: `ticket-${iat}` })
  const [first, second] = [ticketAt(1), ticketAt(2)]

  /** Records the events of a checkout from now on. */
  function heardOf(element: HTMLElement): string[] {
    const heard: string[] = []
    for (const name of eventNames) element.addEventListener(name, () => heard.push(name))
    return heard
  }

  const settled = states.filter((state) => state !== 'loading' && state !== 'failed')

  test.each(settled)(
    'in %s a ticket of the same order that is signed anew is taken over, and nothing else happens',
    async (state) => {
      const { element, fixture } = await at(state, { order: first })
      const heard = heardOf(element)
      await ripe(element)
      heard.length = 0
      const [before, shown] = [[...fixture.request], element.shadowRoot!.querySelector('.screen')]
      element.order = second
      await ripe(element)
      expect(fixture.request).toEqual([...before, `renew ${second}`])
      expect([element.state, heard, element.shadowRoot!.querySelector('.screen')]).toEqual([state, [], shown])
    },
  )

  test('a promise of submit() outlives it', async () => {
    const { element, fixture } = await mounted({ order: first })
    const result = element.submit()
    await pay(fixture, element)
    element.order = second
    await ripe(element)
    await fixture.host.concluded(outcomes.paid)
    expect(await result).toMatchObject({ state: 'paid' })
  })

  test('a frame that is loaded anew is opened with the newest', async () => {
    const { element, fixture } = await mounted({ order: first })
    element.order = second
    await ripe(element)
    document.body.prepend(element)
    await ripe(element)
    expect(fixture.openings.map(({ ticket }) => ticket)).toEqual([first, second])
  })

  test('while the frame loads it stays, and is opened with the newest', async () => {
    const { element, fixture, shadow } = await mounted({ order: first }, (made) => (made.answers = 'late'))
    const frame = shadow.querySelector('iframe')
    element.order = second
    await ripe(element)
    fixture.hello.resolve()
    await ripe(element)
    expect(fixture.openings.map(({ ticket }) => ticket)).toEqual([second])
    expect([element.state, shadow.querySelector('iframe')]).toEqual(['ready', frame])
  })

  test('it opens an order whose last ticket had expired', async () => {
    const { element, fixture } = await mounted({ order: first }, (made) => (made.onOpen = undefined))
    await fixture.host.failed({ code: 'ticket_expired', message: 'The order ticket has expired; sign a new one.' })
    fixture.onOpen = outcomes.open
    element.order = second
    await ripe(element)
    expect([element.state, fixture.openings.at(-1)!.ticket]).toEqual(['ready', second])
  })

  test('one that says anything else of the order begins anew', async () => {
    const { element, fixture } = await at('paid', { order: first })
    const heard = heardOf(element)
    element.order = ticketAt(2, { description: 'Two kettles' })
    await ripe(element)
    expect([fixture.openings.length, heard]).toEqual([2, ['tender-paid']])
  })
})
