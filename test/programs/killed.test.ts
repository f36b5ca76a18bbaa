import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileStore } from '#sandbox/store/file-store.ts'
import { cardLike } from '../unit/sandbox/acs/stand.ts'
import { root, sandboxCommand } from '../unit/sandbox/store/command.ts'
import { folder } from '../unit/sandbox/store/folder.ts'

const path = folder()
const { run, started } = sandboxCommand()

const { pan, expiry, cvc } = cardLike({ threeDs: 'none', outcome: 'paid' })

/** A merchant's server that refuses callbacks until the test has it accept them. */
async function merchant() {
  const came: string[] = []
  let status = 503
  const server = createServer((request, response) => {
    came.push(new URL(request.url!, 'http://merchant').searchParams.get('operation') ?? '')
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { address, came, takes: () => (status = 200), close: () => server.close() }
}

test('killed in the middle of a two-phase order, it goes on where it was, and a signal ends it cleanly', async () => {
  const shop = await merchant()
  const file = path('killed')
  const first = await started('--port', '0', '--data', file)
  const wanted = { ...first.by, orderNumber: 'A-17', amount: 4990, returnUrl: 'http://127.0.0.1/back' }
  const { orderId } = await first.ask.registerPreAuth({ ...wanted, dynamicCallbackUrl: shop.address })
  const card = { $PAN: pan, $EXPIRY: expiry, $CVC: cvc, TEXT: 'JANE DOE', language: 'en' } as const
  expect(await first.ask.paymentorder({ ...first.by, MDORDER: orderId!, ...card })).toMatchObject({ errorCode: '0' })
  await expect.poll(() => shop.came).toEqual(['approved'])
  const keys = await first.ask.sealingKeys({})
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  expect(existsSync(`${file}.lock`)).toBe(true)
  shop.takes()

  const second = await started('--port', '0', '--data', file)
  const { described } = second
  for (const name of ['gateway', 'issuing', 'acs', 'console'] as const)
    expect(described[name]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(described.credentials).toMatchObject({
    gateway: { userName: expect.any(String), password: expect.any(String), token: expect.any(String) },
    issuing: { login: expect.any(String), password: expect.any(String) },
  })
  expect(((await (await fetch(described.testCards)).json()) as unknown[]).length).toBeGreaterThan(10)
  expect(await second.ask.sealingKeys({})).toEqual(keys)
  const asking = { ...second.by, orderId: orderId! }
  expect(await second.ask.getOrderStatusExtended(asking)).toMatchObject({ orderStatus: 1, orderNumber: 'A-17' })
  expect(await second.ask.deposit({ ...asking, amount: 4000 })).toMatchObject({ errorCode: '0' })
  const clock = await fetch(`${described.console}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"forwardMs":30000}',
  })
  expect(await clock.json()).toMatchObject({ aheadMs: 30_000 })
  await expect.poll(() => shop.came.toSorted()).toEqual(['approved', 'approved', 'deposited'])

  const rival = run('--port', '0', '--data', file)
  expect(await rival.ended).toBe(1)
  expect(rival.message.error).toMatch(new RegExp(`in use by process ${second.child.pid}`))
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(existsSync(`${file}.lock`)).toBe(false)

  const store = fileStore(file)
  const orders = store.table<{ readonly state: string; readonly ledger: object }>('gateway-orders')
  expect(orders.get(orderId!)).toMatchObject({ state: 'deposited', ledger: { deposited: 4000 } })
  store.close()
  shop.close()

  expect(second.message.out.trimEnd().split('\n')).toHaveLength(1)
  expect(second.message.error).toBe('')
})

test.each([
  ['a port that is none', ['--port', '70000'], /--port must be a port/],
  ['a file of another kind', ['--data', join(root, 'package.json')], /package\.json is no data file of this sandbox/],
])(
  '%s is refused with a sentence',
  async (_, args, sentence) => {
    const { ended, message } = run(...args)
    expect(await ended).toBe(1)
    expect(message.error).toMatch(sentence)
    expect(message.error).not.toMatch(/\n\s+at /)
  },
  30_000,
)
