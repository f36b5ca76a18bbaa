import { expect, onTestFinished, test } from 'vitest'
import { openProxy } from '#adapters/open-proxy.ts'
import { systemClock } from '#ports/system.ts'
import { signOrder } from '#proxy/tickets/sign-order.ts'
import { configOf, documents, frameRequest, order, secret } from '../proxy/support/test-proxy.ts'

/** A proxy whose gateway answers nothing until the test ends, and what it has at work. */
async function openSlow() {
  const now = { atWork: 0 }
  let isOver = false
  const over: (() => void)[] = []
  const fetch = (): Promise<never> => {
    now.atWork += 1
    return new Promise((_, reject) => {
      if (isOver) reject(new Error('over'))
      else over.push(() => reject(new Error('over')))
    })
  }
  const { app, close } = await openProxy(configOf(), { documents, scriptTag: new Map(), logger: false, fetch })
  onTestFinished(() => {
    isOver = true
    for (const end of over) end()
    return close()
  })
  /** The status of a request that is refused; undefined where it waits for the gateway. */
  const ask = async (): Promise<number | undefined> => {
    const before = now.atWork
    const ticket = await signOrder({ ...order, orderNumber: `A-${before}` }, secret, { clock: systemClock })
    const answered: { status?: number } = {}
    void app.inject(frameRequest(ticket, 'outcome')).then(({ statusCode }) => (answered.status = statusCode))
    while (now.atWork === before && answered.status === undefined) await new Promise(setImmediate)
    return answered.status
  }
  return {
    ask,
    async fill(most: number) {
      // A request that a late process refuses is sent again.
      while (now.atWork < most) await ask()
    },
  }
}

test('all proxies of a process count as one: who has the most at work is refused where a thousand are, and no other', async () => {
  const [one, other, quiet] = [await openSlow(), await openSlow(), await openSlow()]
  await one.fill(500)
  await other.fill(500)
  expect([await one.ask(), await other.ask(), await quiet.ask()]).toEqual([503, 503, undefined])
})
