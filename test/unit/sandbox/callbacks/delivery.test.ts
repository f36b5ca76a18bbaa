import { describe, expect, test } from 'vitest'
import { openIssuer, order, quiet, type Answer } from './stand.ts'

const address = 'https://shop.test/callback'
const START = Date.UTC(2030, 0, 1)

/** Advances the time second by second; returns the seconds at which callbacks arrived. */
async function secondsOf({ emit, clock, came }: ReturnType<typeof openIssuer>, seconds = 300): Promise<number[]> {
  await emit('debited')
  for (let second = 0; second < seconds; second += 1) await clock.pass(1000)
  return came.map(({ at }) => (at - START) / 1000)
}

describe('delivery', () => {
  test.each<[string, Answer[], number[]]>([
    ['HTTP 200 is the end of it', [200], [0]],
    ['anything else is repeated after 30 seconds', [500, 200], [0, 30]],
    ['and after twice as long, until three failures in a row', [500, 404, 302, 200], [0, 30, 90]],
    ['another success is none', [204, 201, 200], [0, 30, 90]],
    ['nobody at home is a failure', ['gone', 'gone', 200], [0, 30, 90]],
  ])('%s', async (_, script, seconds) => {
    expect(await secondsOf(openIssuer({ address }, script))).toEqual(seconds)
  })

  test('a merchant may set how soon, how much longer each time, and how many times', async () => {
    const refusals = [500, 500, 500, 500, 500, 500]
    const even = openIssuer({ address, repeatAfter: 5000, growth: 1, failures: 4 }, refusals)
    expect(await secondsOf(even)).toEqual([0, 5, 10, 15])
    const growing = openIssuer({ address, repeatAfter: 2000, growth: 3, failures: 5 }, refusals)
    expect(await secondsOf(growing)).toEqual([0, 2, 8, 26, 80])
  })

  test('no wait grows beyond a day', async () => {
    const settings = { address, repeatAfter: 3_600_000, growth: 10, failures: 5 }
    const context = openIssuer(settings, [500, 500, 500, 500, 500])
    await context.emit('debited')
    for (let hour = 0; hour < 80; hour += 1) await context.clock.pass(3_600_000)
    expect(context.came.map(({ at }) => (at - START) / 3_600_000)).toEqual([0, 1, 11, 35, 59])
  })

  test('each attempt says the very same', async () => {
    const context = openIssuer({ address, key: { kind: 'hmac', secret: 's' } }, [500, 500])
    await secondsOf(context)
    expect(new Set(context.came.map(({ request }) => request.url)).size).toBe(1)
    expect(context.came).toHaveLength(3)
  })

  test('closing ends the waiting, and nothing is sent after', async () => {
    const context = openIssuer({ address }, [500])
    await context.emit('debited')
    expect(context.clock.waiting).toBe(1)
    context.close()
    expect(context.clock.waiting).toBe(0)
    await context.emit('refunded')
    await context.clock.pass(60_000)
    expect(context.came).toHaveLength(1)
  })

  test('closing ends an attempt under way', async () => {
    const context = openIssuer({ address })
    await context.emit('debited')
    const { signal } = context.came[0]!.request
    expect(signal.aborted).toBe(false)
    context.close()
    expect(signal.aborted).toBe(true)
  })

  test('an address that nothing can be sent to breaks nothing', async () => {
    const context = openIssuer({ address: 'https://' })
    await context.emit('debited')
    expect(context.came).toEqual([])
    expect(context.journal.entries().at(-1)).toMatchObject({ what: 'callback', detail: 'not reached' })
  })

  test('GET asks with a query beside the address’s own, POST with a form; no redirection is followed', async () => {
    const get = openIssuer({ address: `${address}?shop=1&own&x=a%20b` })
    await get.emit('debited')
    const [got] = get.came
    expect(got!.request).toMatchObject({ method: 'GET', redirect: 'manual' })
    expect(got!.request.url).toContain(`${address}?shop=1&own&x=a%20b&`)
    expect(got!.fields).toMatchObject({ shop: '1', operation: 'deposited', mdOrder: order.id })
    const post = openIssuer({ address: `${address}?shop=1`, method: 'POST' })
    await post.emit('debited')
    const [posted] = post.came
    expect(posted!.request).toMatchObject({ method: 'POST', url: `${address}?shop=1`, redirect: 'manual' })
    expect(posted!.request.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    expect(posted!.fields).toMatchObject({ operation: 'deposited', mdOrder: order.id })
    expect(posted!.fields).not.toHaveProperty('shop')
  })

  test('the journal has each attempt and its end', async () => {
    const context = openIssuer({ address }, [500])
    await secondsOf(context, 30)
    await quiet()
    expect(context.journal.entries().map(({ from, to, detail }) => [from, to, detail])).toEqual([
      ['gateway', 'shop', 'deposited, status 1'],
      ['shop', 'gateway', 'HTTP 500'],
      ['gateway', 'shop', 'deposited, status 1'],
      ['shop', 'gateway', 'HTTP 200'],
    ])
    expect(context.journal.entries().every(({ what, order: id }) => what === 'callback' && id === order.id)).toBe(true)
  })
})

describe('the switch', () => {
  test('never: nothing is sent', async () => {
    expect(await secondsOf(openIssuer({ address }, [], 'never'))).toEqual([])
  })

  test('duplicated: each comes once more after it was taken, the very same', async () => {
    const context = openIssuer({ address }, [500], 'duplicated')
    expect(await secondsOf(context)).toEqual([0, 30, 30])
    expect(new Set(context.came.map(({ request }) => request.url)).size).toBe(1)
  })

  test('reordered: the later of two about an order comes first', async () => {
    const context = openIssuer({ address }, [], 'reordered')
    await context.emit('held')
    await context.emit('held', { id: 'another order' })
    expect(context.operations()).toEqual([])
    await context.emit('completed')
    expect(context.operations()).toEqual(['deposited', 'approved'])
    expect(context.came.map(({ fields }) => fields['mdOrder'])).toEqual([order.id, order.id])
  })

  test('reordered: one that nothing overtakes comes after ten seconds, once', async () => {
    const context = openIssuer({ address }, [], 'reordered')
    expect(await secondsOf(context, 60)).toEqual([10])
    await context.emit('refunded')
    await context.emit('refunded')
    await context.clock.pass(60_000)
    expect(context.came).toHaveLength(3)
  })

  test('reordered: closing drops what is held', async () => {
    const context = openIssuer({ address }, [], 'reordered')
    await context.emit('debited')
    context.close()
    await context.clock.pass(60_000)
    expect(context.came).toEqual([])
  })

  test('is read at each callback', async () => {
    const context = openIssuer({ address }, [], 'never')
    await context.emit('held')
    context.switches.set({ callbacks: 'sent' })
    await context.emit('completed')
    expect(context.operations()).toEqual(['deposited'])
  })
})
