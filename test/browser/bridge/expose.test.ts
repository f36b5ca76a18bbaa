import { expose as exposeByComlink, proxy, wrap } from 'comlink'
import { describe, expect, test } from 'vitest'
import { expose } from '#bridge/call.ts'

interface Remote {
  hello(name: unknown): Promise<string>
  refuse(): Promise<void>
}

/** A frame's side of the channel; `called` records the calls that reach it. */
function frame(guarded: boolean) {
  const { port1, port2 } = new MessageChannel()
  const called: unknown[] = []
  const offers = {
    hello(name: unknown) {
      called.push(name)
      return `hello ${String(name)}`
    },
    refuse() {
      throw new TypeError('refused')
    },
    secret: () => called.push('secret'),
  }
  if (guarded) expose(port1, { offers, names: ['hello', 'refuse'] })
  else exposeByComlink(offers, port1)
  return { port: port2, remote: wrap<Remote>(port2), called, offers }
}

/** Posts a raw message and then a valid call, whose answer proves that the first was read. */
async function after(message: object, guarded: boolean) {
  const { port, remote, called, offers } = frame(guarded)
  const answers: unknown[] = []
  port.addEventListener('message', ({ data }: MessageEvent) => answers.push(data.id))
  port.postMessage({ id: 'attack', ...message })
  expect(await remote.hello('friend')).toBe('hello friend')
  return { called, offers, answered: answers.includes('attack') }
}

const raw = (value: unknown) => ({ type: 'RAW', value })

const attacks: readonly (readonly [string, object])[] = [
  ['a name that is not on the list', { type: 'APPLY', path: ['secret'], argumentList: [] }],
  [
    'the constructor',
    { type: 'CONSTRUCT', path: ['hello', 'constructor'], argumentList: [raw('globalThis.owned = true')] },
  ],
  ['a longer path', { type: 'APPLY', path: ['hello', 'call'], argumentList: [raw(null), raw('x')] }],
  ['the prototype', { type: 'SET', path: ['__proto__', 'owned'], value: raw(true) }],
  ['reading', { type: 'GET', path: ['secret'] }],
  ['another endpoint', { type: 'ENDPOINT', path: ['hello'] }],
  ['no path', { type: 'APPLY', path: [], argumentList: [] }],
  ['a path that is text', { type: 'APPLY', path: 'hello', argumentList: [raw('x')] }],
  ['a name that only looks like one', { type: 'APPLY', path: [{ toString: 'hello' }], argumentList: [] }],
  [
    'a handler of its own',
    {
      type: 'APPLY',
      path: ['hello'],
      argumentList: [{ type: 'HANDLER', name: 'throw', value: { isError: false, value: 1 } }],
    },
  ],
]

describe('the end that answers calls', () => {
  test.each(attacks)('lets through no %s', async (_, message) => {
    const { called, answered } = await after(message, true)
    expect(called).toEqual(['friend'])
    expect(answered).toBe(false)
    expect((globalThis as { owned?: unknown }).owned).toBeUndefined()
    expect(({} as { owned?: unknown }).owned).toBeUndefined()
  })

  test('is needed: without it the same messages are obeyed', async () => {
    expect((await after({ type: 'APPLY', path: ['secret'], argumentList: [] }, false)).called).toContain('secret')
    expect(
      (await after({ type: 'APPLY', path: ['hello', 'call'], argumentList: [raw(null), raw('x')] }, false)).called,
    ).toContain('x')
  })

  test('lets no callback through, for it would open a second port', async () => {
    const { port, remote, called } = frame(true)
    void remote.hello(proxy(() => called.push('callback')))
    expect(await remote.hello('friend')).toBe('hello friend')
    expect(called).toEqual(['friend'])
    port.close()
  })

  test('answers with the error of a method, as Comlink does', async () => {
    await expect(frame(true).remote.refuse()).rejects.toMatchObject({ name: 'TypeError', message: 'refused' })
  })
})
