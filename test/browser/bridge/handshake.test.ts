import { afterEach, describe, expect, test } from 'vitest'
import type * as handshake from '#bridge/handshake.ts'
import { callFrame } from '#bridge/handshake.ts'
import type { Endpoint } from '#bridge/call.ts'

const frames: HTMLIFrameElement[] = []
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

/** A same-origin frame; the journeys test other origins. */
function frame(): HTMLIFrameElement {
  const element = document.createElement('iframe')
  document.body.append(element)
  frames.push(element)
  return element
}

/** Answers from inside the frame, so that the frame's own window sends the messages. */
async function answerIn(
  child: HTMLIFrameElement,
  parents: readonly string[],
  nonce: string,
  side: Endpoint,
): Promise<{ answered: Promise<unknown> }> {
  const inside = child.contentWindow as Window & { eval(code: string): Promise<typeof handshake> }
  const { answerPage } = await inside.eval(`import('${new URL('/src/bridge/handshake.ts', location.href).href}')`)
  return { answered: answerPage(parents, nonce, side, inside) }
}

interface Greeter {
  greet(name: string): Promise<string>
}

const greeter = { offers: { greet: (name: string) => `hello ${name}` }, names: ['greet'] }
const nobody = { offers: {}, names: [] }

const settled = <T>(promise: Promise<T>): Promise<'waiting' | 'settled'> =>
  Promise.race([
    promise.then(() => 'settled' as const),
    new Promise<'waiting'>((resolve) => setTimeout(resolve, 60, 'waiting')),
  ])

describe('the handshake', () => {
  test('gives each side the other’s calls', async () => {
    const child = frame()
    const line = callFrame<Greeter>(child, location.origin, nobody)
    await answerIn(child, [location.origin], 'nonce', greeter)
    expect(await (await line.remote).greet('page')).toBe('hello page')
  })

  test('accepts no message of a frame but its own', async () => {
    const [own, other] = [frame(), frame()]
    const line = callFrame<Greeter>(own, location.origin, nobody)
    await answerIn(other, [location.origin], 'nonce', greeter)
    expect(await settled(line.remote)).toBe('waiting')
    line.disconnect()
  })

  test('accepts no message of another origin', async () => {
    const child = frame()
    const line = callFrame<Greeter>(child, 'https://pay.example', nobody)
    await answerIn(child, [location.origin], 'nonce', greeter)
    expect(await settled(line.remote)).toBe('waiting')
    line.disconnect()
  })

  test('takes no port from a page that is not on the list, nor with another nonce', async () => {
    const child = frame()
    const { answered: stranger } = await answerIn(child, ['https://shop.example'], 'nonce', greeter)
    child.contentWindow!.postMessage({ tender: 'tender:port', nonce: 'nonce' }, location.origin, [
      new MessageChannel().port2,
    ])
    expect(await settled(stranger)).toBe('waiting')
    const { answered: confused } = await answerIn(child, [location.origin], 'nonce', greeter)
    child.contentWindow!.postMessage({ tender: 'tender:port', nonce: 'another' }, location.origin, [
      new MessageChannel().port2,
    ])
    expect(await settled(confused)).toBe('waiting')
  })
})
