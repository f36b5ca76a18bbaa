import { afterEach, describe, expect, test, vi } from 'vitest'
import { Trace } from '#element/trace/trace.ts'
import { logSteps, traceOf } from '#element/trace/report.ts'
import { version } from '#contract/version.ts'
import { outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { mounted, pay, proxy, ripe } from './fixture.ts'
import { waitFor } from '../../support/poll.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

interface Report {
  readonly checkout: Record<string, unknown>
  readonly page: Record<string, unknown>
  readonly steps: readonly { readonly at: number; readonly step: string; readonly [name: string]: unknown }[]
}

const read = (text: string): Report => JSON.parse(text) as Report
const request = { path: '/api/pay', began: 40, ms: 120, status: 200, traceId: 'id-of-pay' }

describe('the trace of a checkout', () => {
  test('has its steps in order, with times from its start, and the versions of both sides', async () => {
    const { element, fixture } = await mounted({ theme: 'dark' })
    await fixture.host.traced({ version: '9.9.9' })
    await fixture.clock.pass(200)
    await fixture.host.traced(request)
    await pay(fixture, element)
    await fixture.host.concluded(outcomes.paid)
    await ripe(element)
    const { checkout, page, steps } = read(await element.exportTrace())
    expect(checkout).toEqual({
      version,
      src: proxy,
      state: 'paid',
      locale: 'en',
      theme: 'dark',
      presentation: 'dialog',
    })
    expect(page).toMatchObject({ origin: location.origin, browser: navigator.userAgent })
    expect(steps[0]!.at).toBe(0)
    expect(steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining([
        'attributes',
        'frame-loading',
        'frame-connected',
        'state',
        'tender-ready',
        'tender-paid',
      ]),
    )
    expect(steps).toContainEqual({ at: expect.any(Number), step: 'request', version: '9.9.9' })
    const { began: _, ...rest } = request
    expect(steps).toContainEqual({ at: 40, step: 'request', ...rest })
    expect(steps).toContainEqual(expect.objectContaining({ step: 'state', state: 'paid', previous: 'submitting' }))
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted((one, other) => one - other))
  })

  test('has the steps of 3-D Secure', async () => {
    const { element } = await mounted({}, (made) => (made.onOpen = outcomes.challenge))
    const { steps } = read(await element.exportTrace())
    expect(steps).toContainEqual(expect.objectContaining({ step: 'three-ds', screen: 'challenge' }))
  })

  test('has of the ticket only the order number, and of the form no digit', async () => {
    const order = ticketOf({
      orderNumber: 'A-1001',
      amount: 129_900,
      currency: '643',
      email: 'jane@shop.example',
      description: 'A red boat',
      clientId: 'client-77',
      feeInput: 4_242,
    })
    const { element, fixture } = await mounted({ order })
    await fixture.host.progressed({ complete: false, brand: 'visa', invalid: ['number'] })
    await pay(fixture, element)
    await fixture.host.concluded({ ...outcomes.declined })
    await ripe(element)
    const text = await element.exportTrace()
    expect(text).toContain('A-1001')
    for (const part of ['129900', '643', 'jane@', 'boat', 'client-77', '4242', 'visa', order.split('.')[1]!])
      expect(text).not.toContain(part)
    expect(read(text).steps).toContainEqual({
      at: expect.any(Number),
      step: 'tender-declined',
      orderNumber: 'A-1001',
      orderId: 'b8f5',
      reason: 'insufficient_funds',
      code: '116',
    })
  })

  test('keeps the beginning and the newest of very many steps', () => {
    const trace = new Trace({ now: () => 5 })
    for (let at = 0; at < 2_000; at += 1) trace.add('state', { state: `s${at}` })
    const { steps } = read(traceOf(trace.steps, { src: '', state: '', locale: '', theme: '', presentation: '' }))
    expect(steps).toHaveLength(500)
    expect([steps[0]!['state'], steps[59]!['state'], steps.at(-1)!['state']]).toEqual(['s0', 's59', 's1999'])
    expect(steps[60]!['state']).not.toBe('s60')
  })

  test('cuts long texts', () => {
    const trace = new Trace({ now: () => 5 })
    trace.add('console', { line: 'x'.repeat(10_000) })
    const text = traceOf(trace.steps, { src: '', state: '', locale: '', theme: '', presentation: '' })
    expect(text.length).toBeLessThan(1_500)
  })
})

describe('an error', () => {
  test('has the id of the request that failed, in its event, its line and the trace', async () => {
    const { element, fixture } = await mounted()
    const errors: unknown[] = []
    element.addEventListener('tender-error', ({ detail }) => errors.push(detail.traceId))
    await fixture.host.failed({ code: 'gateway_unreachable', message: 'No answer.', traceId: 'id-of-failure' })
    expect(errors).toEqual(['id-of-failure'])
    expect(fixture.complaints.at(-1)).toContain('[traceId id-of-failure]')
    expect(await element.exportTrace()).toContain('id-of-failure')
  })

  test('of the frame itself has the id of the last request that the proxy answered', async () => {
    const { element, fixture } = await mounted()
    const errors: unknown[] = []
    element.addEventListener('tender-error', ({ detail }) => errors.push(detail.traceId))
    await fixture.host.traced(request)
    await fixture.host.traced({ ...request, status: 0, traceId: '' })
    await fixture.host.failed({ code: 'frame_network', message: 'The proxy could not be reached.' })
    expect(errors).toEqual(['id-of-pay'])
    expect(fixture.complaints.at(-1)).toContain('[traceId id-of-pay]')
  })
})

describe('debug', () => {
  /** The lines that are logged from now on. */
  function logged(): string[] {
    const lines: string[] = []
    vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(String(line)))
    return lines
  }

  test('logs the steps so far and each one that follows, until it is taken away', async () => {
    const lines = logged()
    const { element, fixture } = await mounted({ debug: '' })
    await waitFor(() => expect(lines.join('\n')).toMatch(/tender-checkout: 0 ms attributes/))
    await fixture.host.traced(request)
    expect(lines.at(-1)).toContain('request {"path":"/api/pay","ms":120,"status":200,"traceId":"id-of-pay"}')
    element.removeAttribute('debug')
    await ripe(element)
    const before = lines.length
    await fixture.host.traced(request)
    expect(lines).toHaveLength(before)
  })

  test('is silent without the attribute', async () => {
    const lines = logged()
    const { fixture } = await mounted()
    await fixture.host.traced(request)
    expect(lines).toEqual([])
  })

  test('logs what a trace has recorded by itself, too', () => {
    const lines = logged()
    const trace = new Trace({ now: () => 7 })
    trace.add('state', { state: 'ready' })
    const checkout = { src: '', locale: '', layout: 'stack', buttonText: '' }
    logSteps(trace, Object.assign(document.body.appendChild(document.createElement('p')), checkout))
    trace.add('state', { state: 'submitting' })
    expect(lines).toEqual([
      'tender-checkout: 0 ms state {"state":"ready"}',
      'tender-checkout: 0 ms state {"state":"submitting"}',
    ])
  })
})
