import { expect, onTestFinished, test } from 'vitest'
import { openProxy } from '#adapters/open-proxy.ts'
import { systemClock } from '#ports/system.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { configOf, documents, frameRequest, order, secret } from '../proxy/support/test-proxy.ts'

/** A proxy whose gateway answers nothing until the test ends. */
async function openSlow() {
  let end!: () => void
  const over = new Promise<never>((_, reject) => (end = () => reject(new Error('over'))))
  over.catch(() => {}) // where no request waits for it
  let asked: (() => void) | undefined
  const fetch = (): Promise<never> => {
    asked?.()
    return over
  }
  const { app, close } = await openProxy(configOf(), { documents, scriptTag: new Map(), logger: false, fetch })
  onTestFinished(() => {
    end()
    return close()
  })
  /** The status of a request that is refused; undefined where it waits for the gateway. */
  const ask = async (orderNumber: string): Promise<number | undefined> => {
    const ticket = await signOrder({ ...order, orderNumber }, secret, { clock: systemClock })
    const waits = new Promise<undefined>((resolve) => (asked = () => resolve(undefined)))
    return Promise.race([waits, app.inject(frameRequest(ticket, 'outcome')).then(({ statusCode }) => statusCode)])
  }
  return {
    ask,
    async fill(count: number) {
      for (let at = 0; at < count; at += 1)
        // One that a late process refuses is sent again.
        while ((await ask(`A-${at}`)) !== undefined);
    },
  }
}

test('all proxies of a process count as one: who has the most at work is refused where a thousand are, and no other', async () => {
  const [one, other, quiet] = [await openSlow(), await openSlow(), await openSlow()]
  await one.fill(500)
  await other.fill(500)
  expect([await one.ask('B'), await other.ask('B'), await quiet.ask('B')]).toEqual([503, 503, undefined])
})
