import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLine } from '../../scripts/figures/load/line.ts'
import { Sheet } from '../../scripts/figures/load/sheet.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A server that calls `act` at each chunk of data, and a line to it. */
async function facing(act: (socket: Socket) => void) {
  const server = createServer((socket) => void socket.on('error', () => {}).on('data', () => act(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line = await openLine((server.address() as AddressInfo).port)
  closing.push(
    () => line.close(),
    () => server.close(),
  )
  return line
}

const request = Buffer.from('GET / HTTP/1.1\r\n\r\n')

test('an answer is returned once all of it is there, however it is cut', async () => {
  const line = await facing(async (socket) => {
    for (const part of ['HTTP/1.1 503 Servi', 'ce\r\nRetry-After: 1\r\nContent-Length: 4\r\n\r', '\n{', '"a"']) {
      socket.write(part)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  expect(await line.ask(request)).toEqual({ status: 503, reportsTime: true })
})

test('a line that the server closed is opened again, and one that ends before its answer says so', async () => {
  let requested = 0
  const line = await facing((socket) =>
    ++requested === 3 ? socket.destroy() : socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  )
  const wait = () => new Promise((resolve) => setTimeout(resolve, 20))
  expect(await line.ask(request)).toEqual({ status: 200, reportsTime: false })
  await wait()
  expect(await line.ask(request)).toEqual({ status: 200, reportsTime: false })
  await wait()
  await expect(line.ask(request)).rejects.toThrow('ended before its answer')
})

test('the sheet counts by status, from when a request was due', async () => {
  const sheet = new Sheet()
  const now = performance.now()
  for (let late = 1; late <= 100; late++)
    await sheet.follow(Promise.resolve({ status: 200, reportsTime: false }), now - late * 1000)
  await sheet.follow(Promise.resolve({ status: 503, reportsTime: true }), now)
  await sheet.follow(Promise.reject(new Error('ended')), now)
  const { request: requested, byStatus } = sheet.report(1, 0)
  expect(requested).toBe(102)
  expect(byStatus['503']).toMatchObject({ count: 1, reportedAt: 1 })
  expect(byStatus['0']).toMatchObject({ count: 1 })
  const { p50, p99, slowest } = byStatus['200']!
  expect([p50, p99, slowest].map((ms) => Math.floor(ms / 1000))).toEqual([51, 100, 100])
})
