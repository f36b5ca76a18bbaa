import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environment } from '../../unit/proxy/support/test-proxy.ts'
import { root } from '../../support/root.ts'

const cli = join(root, 'server/cli.ts')
const waiting = fileURLToPath(new URL('./waiting.ts', import.meta.url))
const tsx = join(root, 'node_modules/tsx/dist/loader.mjs')
let folder: string
let ours: ChildProcess | undefined

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'tender-process-'))))
afterEach(async () => {
  ours?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

interface Report {
  readonly out: () => string
  readonly output: (part: string) => Promise<void>
  readonly child: ChildProcess
}

/** A process of ours in an empty folder, with core dumps disabled by the system, as SECURITY.md requires. */
function started(
  script: string,
  args: readonly string[],
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Report {
  const command = ['ulimit -c 0; exec "$@"', 'sh', process.execPath, '--import', tsx, ...options, script]
  const child = spawn('sh', ['-c', ...command, ...args], { cwd: folder, env: { PATH: process.env['PATH'], ...env } })
  ours = child
  const received = new EventEmitter()
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      received.emit('more')
    })
  const output = async (part: string): Promise<void> => {
    while (!text.includes(part)) await once(received, 'more')
  }
  return { out: () => text, output, child }
}

/** Options of Node that all make it write an image or a report of the process. */
const images = ['--inspect-port=0', '--report-on-signal', '--report-signal=SIGUSR2', '--report-on-fatalerror']

describe('a running proxy', () => {
  /** A process that prints ticks, with a wait until it has had time to do what it was asked. */
  async function listening(): Promise<Report & { nineTicks: () => Promise<void> }> {
    const anyPort = { ...environment, TENDER_HOST: '127.0.0.1', TENDER_PORT: '0' }
    const result = started(cli, ['proxy'], [...images, '--import', waiting], anyPort)
    await result.output('The proxy listens')
    const ticks = (): number => result.out().split('tick ').length - 1
    return { ...result, nineTicks: () => result.output(`tick ${ticks() + 9} `) }
  }

  test('opens no inspector when it is asked by a signal, and leaves nothing when it is aborted', async () => {
    const { child, nineTicks, out } = await listening()
    child.kill('SIGUSR1')
    await nineTicks()
    child.kill('SIGABRT')
    expect((await once(child, 'close'))[1]).toBe('SIGABRT')
    expect(out()).not.toContain('Debugger listening')
    expect(await readdir(folder)).toEqual([])
  })

  test('reaches no prototype by its name, and writes no report when it is asked by a signal', async () => {
    const { child, nineTicks, out } = await listening()
    await nineTicks()
    expect(out()).toMatch(/tick \d+ without __proto__\n$/)
    child.kill('SIGUSR2')
    expect((await once(child, 'close'))[1]).toBe('SIGUSR2')
    expect(await readdir(folder)).toEqual([])
  })

  test('is guarded, as it must be: another opens its inspector, and leaves a report', async () => {
    const { child, output, out } = started(waiting, [], images)
    await output('tick 1 with __proto__')
    child.kill('SIGUSR1')
    await output('Debugger listening')
    child.kill('SIGUSR2')
    await output('Node.js report completed')
    expect(out()).toContain('with __proto__')
    expect((await readdir(folder)).join()).toMatch(/^report\..+\.json$/)
  })
})

test('the sandbox says what it is', async () => {
  const { output, out } = started(cli, ['sandbox', '--port', '0'], [])
  await output('known to everybody.')
  expect(out()).toContain('A sandbox: nobody pays here')
})

describe('does not start', () => {
  const ended = async ({ child, out }: Report) => [(await once(child, 'close'))[0], out()]

  test('the proxy under an inspector', async () => {
    const result = started(cli, ['proxy'], ['--inspect=127.0.0.1:0'], environment)
    expect(await ended(result)).toEqual([1, expect.stringContaining('must not be started with --inspect')])
  })

  test('the proxy with the verification of certificates turned off', async () => {
    const result = started(cli, ['proxy'], [], { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(await ended(result)).toEqual([1, expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED must not be 0')])
  })

  test('the sandbox in production', async () => {
    const result = started(cli, ['sandbox', '--port', '0'], [], { NODE_ENV: 'production' })
    expect(await ended(result)).toEqual([1, expect.stringContaining('does not run in production')])
  })
})
