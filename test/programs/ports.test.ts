import { expect, test } from 'vitest'
import { environment } from '../unit/proxy/support/test-proxy.ts'
import { freePort } from '#demo/ports.ts'
import { built, occupyPort, processes, slow } from '../unit/cli/tender.ts'

const start = processes()

test('a port of the proxy that is in use is an error that names the variable', slow, async () => {
  const held = await occupyPort()
  const env = { ...environment, TENDER_HOST: '127.0.0.1', TENDER_PORT: String(held.port) }
  const { ended, error } = start(process.execPath, [built, 'proxy'], env)
  expect(await ended).toBe(1)
  await held.release()
  expect(error()).toBe(
    `Port ${held.port} on 127.0.0.1 is in use by another process. Set TENDER_PORT to a free port, and TENDER_HOST to an address of this machine.\n`,
  )
})

test('a host that is none of the machine is such an error too', slow, async () => {
  const env = { ...environment, TENDER_HOST: '192.0.2.1', TENDER_PORT: '0' }
  const { ended, error } = start(process.execPath, [built, 'proxy'], env)
  expect(await ended).toBe(1)
  expect(error()).toMatch(/^192\.0\.2\.1 is no address of this machine\. Set TENDER_PORT /)
})

test('a port of the sandbox that is in use is an error that names the option', slow, async () => {
  const held = await occupyPort()
  const { ended, out, error } = start(process.execPath, [built, 'sandbox', '--port', String(held.port - 2)])
  expect([await ended, out()]).toEqual([1, ''])
  await held.release()
  expect(error()).toMatch(
    /^Port \d+ on 127\.0\.0\.1 is in use by another process\. Give --port N, the first of five free ports in a row, or --port 0 for any free ones\.\n$/,
  )
})

test('the proxy says which free port it took', slow, async () => {
  const env = { ...environment, TENDER_HOST: '127.0.0.1', TENDER_PORT: '0' }
  const { printed, error } = start(process.execPath, [built, 'proxy'], env)
  await printed('The proxy listens')
  const [, port] = /listens on 127\.0\.0\.1:(\d+) as /.exec(error())!
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

test('the sandbox prints no address at which nothing listens', slow, async () => {
  const { printed, out } = start(process.execPath, [built, 'sandbox', '--port', '0'])
  await printed('"token"')
  const { addresses } = JSON.parse(out()) as { addresses: Record<string, string> }
  expect(Object.keys(addresses).toSorted()).toEqual(['acs', 'console', 'gateway', 'issuing', 'wallets'])
  for (const address of Object.values(addresses)) expect((await fetch(address)).status).toBeLessThan(500)
})

test('the pages of the shop that is named may read the console, and no others', slow, async () => {
  const shop = `http://localhost:${await freePort()}`
  const { printed, out } = start(process.execPath, [built, 'sandbox', '--port', '0', '--json', '--shop', shop])
  await printed('testCards')
  const opened = JSON.parse(out()) as Record<'console', string>
  const allowed = async (origin: string) =>
    (await fetch(`${opened.console}/orders`, { headers: { origin } })).headers.get('access-control-allow-origin')
  expect(await Promise.all([allowed(shop), allowed('http://localhost:8080')])).toEqual([shop, null])
})
