import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../support/real-proxy.ts'
import { openTestProxy } from '../support/test-proxy.ts'

/** Opens a proxy and a connection to it; `ask` sends a request on that connection, and returns its answer's head. */
async function connected(env: Readonly<Record<string, string>> = {}) {
  const { app } = await openTestProxy({ env })
  await app.ready()
  const socket = connect(await listening(app.server), '127.0.0.1').setEncoding('utf8')
  onTestFinished(async () => {
    socket.destroy()
    await app.close()
  })
  const ask = async (): Promise<string> => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: pay.shop.example\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [string]
    return answer
  }
  return { app, socket, ask }
}

test('an idle connection outlives the 60 seconds of common balancers, and the answer says for how long', async () => {
  const { app, ask } = await connected()
  expect(app.server.keepAliveTimeout).toBeGreaterThan(60_000)
  expect(await ask()).toContain('\r\nKeep-Alive: timeout=75\r\n')
})

test('TENDER_KEEP_ALIVE_MS ends it, and a request that comes before is answered on it', async () => {
  const { app, socket, ask } = await connected({ TENDER_KEEP_ALIVE_MS: '1000' })
  expect(app.server.keepAliveTimeout).toBe(1000)
  const begun = performance.now()
  for (let times = 0; times < 3; times++) expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
  await once(socket, 'close')
  expect(performance.now() - begun).toBeGreaterThan(950)
})
