import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunByNpm } from '#cli/shutdown.ts'
import { environment } from '../unit/proxy/support/test-proxy.ts'
import { freePort } from '#demo/ports.ts'
import { built, occupyPort, processes, rawSocket, type Running, slow } from '../unit/cli/tender.ts'

const start = processes()

/** A shell command that ends once a file of this name exists. */
const waits = 'while [ ! -e "$UP" ]; do sleep 0.1; done'

/** The folder of a shop with the package installed, and with scripts that run it. */
let shop: string
beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), 'tender-shop-'))
  await mkdir(join(shop, 'node_modules/.bin'), { recursive: true })
  const shim = `#!/usr/bin/env node\nimport(${JSON.stringify(pathToFileURL(built).href)})\n`
  await writeFile(join(shop, 'node_modules/.bin/tender'), shim, { mode: 0o755 })
  const scripts = {
    proxy: 'tender proxy',
    daemon: `nohup tender proxy > daemon.log 2>&1 & ${waits}`,
  }
  await writeFile(
    join(shop, 'package.json'),
    JSON.stringify({ name: 'shop', version: '1.0.0', private: true, scripts }),
  )
})
afterAll(() => rm(shop, { recursive: true }))

const npx = ['exec', '--no', '--', 'tender']

const settingsFor = (port: number) => ({
  ...environment,
  TENDER_HOST: '127.0.0.1',
  TENDER_PORT: String(port),
  TENDER_PUBLIC_URL: 'http://localhost:8080',
})

async function openProxy(command: string, args: readonly string[]): Promise<Running & { readonly port: number }> {
  const port = await freePort()
  const running = start(command, args, settingsFor(port), shop)
  await running.printed('The proxy listens')
  return { ...running, port }
}

/** A form that the proxy has accepted, and half of which has been sent. */
async function halfOfForm(port: number) {
  const body = `threeDSMethodData=${'x'.repeat(100)}`
  const raw = await rawSocket(port)
  const head = ['POST /3ds/method?n=abc HTTP/1.1', 'Host: localhost:8080', 'Expect: 100-continue']
  const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`, '', '']
  raw.socket.write([...head, ...form].join('\r\n'))
  await raw.hasPrinted('100 Continue')
  raw.socket.write(body.slice(0, 50))
  return { ...raw, sendRest: () => raw.socket.write(body.slice(50)) }
}

const readiness = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/readyz`)).text()

/** Resolves when the proxy reports that it is stopping, or accepts no connections any more. */
async function stopping(port: number): Promise<void> {
  while (!(await readiness(port).catch(() => 'stopping')).includes('stopping')) continue
}

/** Resolves when the port is free; otherwise the test ends by its time limit. */
async function isFree(port: number): Promise<void> {
  const held = await occupyPort(port).catch(() => undefined)
  if (held) return held.release()
  await setTimeout(20)
  return isFree(port)
}

const isUp = async (port: number): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok

describe.each([
  ['npx', 'npm', npx],
  ['npm run', 'npm', ['run', 'proxy']],
  ['nobody', process.execPath, [built]],
] as const)('run by %s the proxy', (runner, command, args) => {
  const signals = runner === 'nobody' ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)
  test.each(signals)('finishes what it has begun on %s, and leaves the port', slow, async (signal) => {
    const { child, port, ended } = await openProxy(command, runner === 'npm run' ? args : [...args, 'proxy'])
    const form = await halfOfForm(port)
    child.kill(signal)
    await stopping(port)
    form.sendRest()
    await form.hasPrinted('</html>')
    expect(form.received()).toContain('HTTP/1.1 200 OK')
    expect(form.received().toLowerCase()).toContain('connection: close')
    await ended
    await isFree(port)
    await expect(isUp(port)).rejects.toThrow('fetch failed')
  })
})

test('npx tender sandbox leaves all its ports', slow, async () => {
  const { child, printed, out } = start('npm', [...npx, 'sandbox', '--port', '0', '--json'], {}, shop)
  await printed('testCards')
  child.kill('SIGTERM')
  const opened = JSON.parse(out()) as Record<string, string>
  const ports = ['gateway', 'issuing', 'acs', 'console', 'wallets'].map((name) => Number(new URL(opened[name]!).port))
  await Promise.all(ports.map(isFree))
  expect(new Set(ports).size).toBe(5)
})

test('npm start leaves the port of its shop', slow, async () => {
  const { child, printed, out } = start('npm', ['start', '--silent', '--', '--port', '0', '--json', '--quiet'])
  await printed('testCards')
  const port = Number(new URL((JSON.parse(out()) as { shop: string }).shop).port)
  child.kill('SIGTERM')
  await isFree(port)
  await expect(isUp(port)).rejects.toThrow('fetch failed')
})

describe('a proxy that is meant to outlive whoever started it', () => {
  const longer = `trap "" HUP; node "$TENDER" proxy & ${waits}`

  test.each([
    ['npm, in the background', 'npm', ['run', 'daemon']],
    ['a shell that ends', 'sh', ['-c', longer]],
  ] as const)('goes on after %s', slow, async (_, command, args) => {
    const port = await freePort()
    const file = join(shop, `up-${port}`)
    const { ended } = start(command, args, { ...settingsFor(port), TENDER: built, UP: file }, shop)
    await up(port)
    await writeFile(file, '')
    expect(await ended).toBe(0)
    // Longer than three checks of the parent; a stopping proxy reports it for a second.
    await setTimeout(700)
    expect(await readiness(port)).not.toContain('stopping')
  })
})

const up = async (port: number): Promise<void> => {
  while (!(await isUp(port).catch(() => false))) await setTimeout(20)
}

describe('a second signal', () => {
  test('that npm repeats of a Ctrl+C cuts nothing off', slow, async () => {
    const { child, port, ended } = await openProxy(process.execPath, [built, 'proxy'])
    const form = await halfOfForm(port)
    child.kill('SIGINT')
    child.kill('SIGINT')
    await stopping(port)
    form.sendRest()
    await form.hasPrinted('</html>')
    expect(await ended).toBe(0)
  })

  test('of somebody who does not want to wait ends it at once', slow, async () => {
    const { child, port, ended } = await openProxy(process.execPath, [built, 'proxy'])
    await halfOfForm(port)
    child.kill('SIGTERM')
    while (child.signalCode === null && child.exitCode === null) {
      await setTimeout(50)
      child.kill('SIGTERM')
    }
    expect(await ended).toBe('SIGTERM')
  })
})

test.each<[script: string | undefined, isWatched: boolean]>([
  [undefined, false],
  ['', false],
  ["'tender'", true],
  ['tender', true],
  ['tender proxy', true],
  ['NODE_ENV=test tender proxy 2>&1', true],
  ['node_modules/.bin/tender proxy', true],
  ['npm run build && tender proxy', true],
  ['tender proxy &', false],
  ['tender proxy & vite', false],
  ['nohup tender proxy', false],
  ['setsid tender proxy', false],
  ['./deploy.sh', false],
  ['node server.js', false],
  ['bartender proxy', false],
])('the script %j is watched: %s', (script, isWatched) => {
  expect(isRunByNpm(script === undefined ? {} : { npm_lifecycle_script: script })).toBe(isWatched)
})
