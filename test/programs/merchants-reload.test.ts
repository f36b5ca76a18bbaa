import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { poll } from '../support/poll.ts'
import { built, processes, rawSocket, slow } from '../unit/cli/tender.ts'
import { fileOf, secretOf } from '../unit/proxy/merchants/merchant-files.ts'

const start = processes()
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tender-merchants-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const keyOf = (text: string): string => secretOf(`key ${text}`)
const keyed = (key: string): string => `TENDER_API_KEYS=${keyOf(key)}`
const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.env`), text)
const remove = (name: string): void => rmSync(join(folder, `${name}.env`))

/** Starts `tender proxy --merchants` for m1 and m2. */
async function openProxy() {
  for (const name of ['m1', 'm2']) write(name, fileOf(name, keyed(name)))
  const env = { TENDER_HOST: '127.0.0.1', TENDER_PORT: '0' }
  const { child, printed, out, error } = start(process.execPath, [built, 'proxy', '--merchants', folder], env)
  await printed('for 2 merchants of')
  const port = Number(/listens on 127\.0\.0\.1:(\d+)/.exec(error())![1])
  const status = (name: string, path = '/healthz', key = ''): Promise<number> =>
    new Promise((settle, fail) => {
      const headers = { host: `pay.${name}.shop`, authorization: `Bearer ${key}` }
      get({ port, host: '127.0.0.1', path, headers }, (answer) => {
        answer.resume()
        settle(answer.statusCode!)
      }).on('error', fail)
    })
  const statuses = (...names: readonly string[]) => Promise.all(names.map((name) => status(name)))
  const reload = (): boolean => child.kill('SIGHUP')
  return { port, status, statuses, reload, said: () => out() + error() }
}

test('SIGHUP has merchants added, changed and removed, and none that runs is touched', slow, async () => {
  const { status, statuses, reload, said } = await openProxy()
  expect(await statuses('m1', 'm2', 'm3')).toEqual([200, 200, 421])
  write('m3', fileOf('m3'))
  write('m1', fileOf('m1', keyed('rotated')))
  remove('m2')
  reload()
  await poll(() => statuses('m1', 'm2', 'm3')).toEqual([200, 421, 200])
  // A card that is not in the form of one is refused before anybody asks the gateway, and after the key.
  const orders = (key: string) => status('m1', '/merchant/orders?from=x', keyOf(key))
  expect([await orders('m1'), await orders('rotated')]).toEqual([401, 400])
  const seen = (name: string, code: string): boolean =>
    said().includes(`"merchant":"${name}","op":"merchant","code":"${code}"`)
  expect([seen('m1', 'changed'), seen('m2', 'removed'), seen('m3', 'added')]).toEqual([true, true, true])
})

test(
  'what is wrong is said by file and line; its merchant keeps its last state, and no other notices',
  slow,
  async () => {
    const { status, statuses, reload, said } = await openProxy()
    write('m2', fileOf('m2').replace(/^TENDER_SHOP_ORIGINS.*$/m, 'TENDER_SHOP_ORIGINS=canary'))
    write('m3', fileOf('m3', '', 'pay.m1.shop'))
    write('m4', fileOf('m4'))
    reload()
    await poll(() => statuses('m1', 'm2', 'm4')).toEqual([200, 200, 200])
    expect(said()).toMatch(/"m2\.env:2: TENDER_SHOP_ORIGINS /)
    expect(said()).toContain('m3.env:1: TENDER_PUBLIC_URL is also that of m1.env: each merchant has a host of its own.')
    expect(said()).not.toContain('canary')
    expect(await status('m2', '/merchant/orders?from=x', keyOf('m2'))).toBe(400)
  },
)

test('a merchant that is removed ends what it has begun, and gets nothing new', slow, async () => {
  const { port, statuses, reload } = await openProxy()
  const { socket, received, hasPrinted } = await rawSocket(port)
  const body = `threeDSMethodData=${'x'.repeat(100)}`
  const head = ['POST /3ds/method?n=abc HTTP/1.1', 'Host: pay.m2.shop', 'Expect: 100-continue']
  const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`, '', '']
  socket.write([...head, ...form].join('\r\n'))
  await hasPrinted('100 Continue')
  socket.write(body.slice(0, 50))
  remove('m2')
  reload()
  await poll(() => statuses('m1', 'm2')).toEqual([200, 421])
  socket.write(body.slice(50))
  await hasPrinted('</html>')
  expect(received()).toContain('HTTP/1.1 200 OK')
})

test('the folder is watched: a merchant is added without a signal', slow, async () => {
  const { statuses } = await openProxy()
  write('m3', fileOf('m3'))
  await poll(() => statuses('m3', 'm1')).toEqual([200, 200])
})
