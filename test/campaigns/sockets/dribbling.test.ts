import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'vitest'
import { exchange } from '../fuzz/wire/exchange.ts'
import { slowLives } from './slow-sockets.ts'
import { openTestProxy } from '../../unit/proxy/support/test-proxy.ts'

/** All that a server sends to a client that sends no more than this text. */
const answerTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (data) => (received += data))
    socket.on('end', () => resolve(received)).on('error', reject)
  })

/** The port of a proxy of its own. */
async function openProxy(onTestFinished: TestContext['onTestFinished']): Promise<number> {
  const { app } = await openTestProxy({ env: { TENDER_KEEP_ALIVE_MS: '5000' } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

// At the same time, since each waits for the limit of ten seconds.
test.concurrent('a request that dribbles in is cut, in whatever way it does', async ({ expect, onTestFinished }) => {
  const port = await openProxy(onTestFinished)
  const stalled = answerTo(port, 'POST /api/pay HTTP/1.1\r\nHost: pay.shop.example\r\n')
  const { cut, dribblers, longest } = await slowLives(port, 40)
  expect(await stalled).toContain('"code":"too_slow"')
  expect(cut).toBe(dribblers)
  // The limit is ten seconds, and the bytes never end; the rest is for a busy machine.
  expect(longest).toBeLessThan(30_000)
})

test.concurrent('a connection that says nothing is cut, and so is one that is done', async ({
  expect,
  onTestFinished,
}) => {
  const port = await openProxy(onTestFinished)
  const lives = await Promise.all([
    exchange('', { port, isLeftOpen: true }),
    exchange('GET /healthz HTTP/1.1\r\nHost: pay.shop.example\r\n\r\n', { port, isLeftOpen: true }),
  ])
  expect(lives.map(({ isHanging, answers }) => [isHanging, answers.map(({ status }) => status)])).toEqual([
    [false, [408]],
    [false, [200]],
  ])
})
