import { connect, type AddressInfo } from 'node:net'
import { onTestFinished, test, expect } from 'vitest'
import { slowLives } from '../../support/slow-sockets.ts'
import { openTestProxy } from '../../unit/proxy/support/test-proxy.ts'

/** All that a server sends to a client that sends no more than this text. */
const answerTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (data) => (received += data))
    socket.on('end', () => resolve(received)).on('error', reject)
  })

test('a request that dribbles in is cut, in whatever way it does', async () => {
  const { app } = await openTestProxy()
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const stalled = answerTo(port, 'POST /api/pay HTTP/1.1\r\nHost: pay.shop.example\r\n')
  const { cut, dribblers, longest } = await slowLives(port, 40)
  expect(await stalled).toContain('"code":"too_slow"')
  expect(cut).toBe(dribblers)
  // The limit is ten seconds, and the bytes never end; the rest is for a busy machine.
  expect(longest).toBeLessThan(30_000)
})
