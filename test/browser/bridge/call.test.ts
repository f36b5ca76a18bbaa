import { expose as exposeByComlink } from 'comlink'
import { describe, expect, test } from 'vitest'
import { callsOver, expose } from '#bridge/call.ts'

interface Greeter {
  greet(name: unknown, more?: unknown): Promise<string>
  refuse(): Promise<void>
  throwText(): Promise<void>
}

const greeter = {
  greet: (name: unknown, more?: unknown) => `hello ${String(name)}${more === undefined ? '' : String(more)}`,
  async refuse() {
    throw Object.assign(new TypeError('refused'), { name: 'order_paid' })
  },
  throwText() {
    // oxlint-disable-next-line no-throw-literal -- what a page's own code may throw
    throw 'a text'
  },
}
const names = Object.keys(greeter)

/** How the other end answers: as ours does, and as Comlink does in a frame of another release. */
const answering: Readonly<Record<string, (port: MessagePort) => void>> = {
  ours: (port) => expose(port, { offers: greeter, names }),
  Comlink: (port) => exposeByComlink(greeter, port),
}

/** The ends of a channel: calls of the greeter, and the port that answers them. */
function connected(answer = answering['ours']!) {
  const { port1, port2 } = new MessageChannel()
  answer(port2)
  const calls = callsOver<Greeter>(port1)
  port1.start()
  return { calls, port1, port2 }
}

describe.each(Object.entries(answering))('calls that are answered by %s', (_, answer) => {
  test('resolve, each with its own answer', async () => {
    const { calls } = connected(answer)
    expect(await Promise.all([calls.greet('a'), calls.greet('b', '!'), calls.greet(undefined)])).toEqual([
      'hello a',
      'hello b!',
      'hello undefined',
    ])
  })

  test('reject with the error of the method, by its name', async () => {
    const error = await connected(answer)
      .calls.refuse()
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'order_paid', message: 'refused' })
    await expect(connected(answer).calls.throwText()).rejects.toBe('a text')
  })
})

test('both ends call each other over one channel, and count their calls alike', async () => {
  const { port1, port2 } = new MessageChannel()
  const said = (word: string) => ({ offers: { greet: (name: unknown) => `${word} ${String(name)}` }, names: ['greet'] })
  expose(port1, said('page'))
  expose(port2, said('frame'))
  const [frame, page] = [callsOver<Greeter>(port1), callsOver<Greeter>(port2)]
  expect(await Promise.all([frame.greet('x'), page.greet('x'), page.greet('y'), frame.greet('y')])).toEqual([
    'frame x',
    'page x',
    'page y',
    'frame y',
  ])
})

test('a promise of the other end does not wait for it', async () => {
  const { port1 } = new MessageChannel()
  const calls = callsOver<Greeter>(port1)
  expect(await Promise.resolve(calls)).toBe(calls)
})

test('what cannot be cloned rejects at once, and the next call is answered', async () => {
  const { calls } = connected()
  await expect(calls.greet(() => 'callback')).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await calls.greet('friend')).toBe('hello friend')
})

test('an answer to no call, and one that comes twice, change nothing', async () => {
  const { calls, port2 } = connected()
  for (const message of [null, 'text', { id: '7', type: 'RAW', value: 'forged' }]) port2.postMessage(message)
  const answer = calls.greet('friend')
  port2.postMessage({ id: '2', type: 'RAW', value: 'early' })
  expect(await answer).toBe('hello friend')
  expect(await calls.greet('again')).toBe('hello again')
})
