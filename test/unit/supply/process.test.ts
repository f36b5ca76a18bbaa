import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environment } from '../proxy/world.ts'

const root = join(import.meta.dirname, '../../..')
const cli = join(root, 'server/cli.ts')
const idle = fileURLToPath(new URL('../../supply/waiting.ts', import.meta.url))
const tsx = join(root, 'node_modules/tsx/dist/loader.mjs')
let folder: string
let running: ChildProcess | undefined

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'tender-process-'))))
afterEach(async () => {
  running?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

interface Told {
  readonly out: () => string
  readonly said: (part: string) => Promise<void>
  readonly child: ChildProcess
}

/** A process of ours in an empty folder, with no memory images allowed by the system, as SECURITY.md asks for. */
function started(
  script: string,
  args: readonly string[],
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Told {
  const command = ['ulimit -c 0; exec "$@"', 'sh', process.execPath, ...options, '--import', tsx, script]
  const child = spawn('sh', ['-c', ...command, ...args], { cwd: folder, env: { PATH: process.env['PATH'], ...env } })
  running = child
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const said = async (part: string): Promise<void> => {
    while (!text.includes(part)) await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
  }
  return { out: () => text, said, child }
}

const waiting = async (guard: 'guarded' | 'unguarded') => {
  const options = ['--inspect-port=0', '--report-on-signal', '--report-signal=SIGUSR2', '--report-on-fatalerror']
  const told = started(idle, [guard], options)
  await told.said('waiting')
  return told
}

describe('a guarded process', () => {
  test('opens no inspector when it is asked by a signal, and leaves nothing when it is aborted', async () => {
    const { child, said, out } = await waiting('guarded')
    child.kill('SIGUSR1')
    await said('tick 9')
    child.kill('SIGABRT')
    expect((await once(child, 'close'))[1]).toBe('SIGABRT')
    expect(out()).toMatch(/^waiting, without __proto__\n(?:tick \d+\n)+$/)
    expect(await readdir(folder)).toEqual([])
  })

  test('writes no report when it is asked by a signal', async () => {
    const { child } = await waiting('guarded')
    child.kill('SIGUSR2')
    expect((await once(child, 'close'))[1]).toBe('SIGUSR2')
    expect(await readdir(folder)).toEqual([])
  })

  test('is needed: another opens its inspector, and leaves a report', async () => {
    const { child, said, out } = await waiting('unguarded')
    child.kill('SIGUSR1')
    await said('Debugger listening')
    child.kill('SIGUSR2')
    await said('Node.js report completed')
    expect(out()).toContain('with __proto__')
    expect((await readdir(folder)).join()).toMatch(/^report\..+\.json$/)
  })
})

describe('does not start', () => {
  const ended = async ({ child, out }: Told) => [(await once(child, 'close'))[0], out()]

  test('the proxy under an inspector', async () => {
    const told = started(cli, ['proxy'], ['--inspect=127.0.0.1:0'], environment)
    expect(await ended(told)).toEqual([1, expect.stringContaining('must not be started with --inspect')])
  })

  test('the proxy with the verification of certificates turned off', async () => {
    const told = started(cli, ['proxy'], [], { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(await ended(told)).toEqual([1, expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED must not be 0')])
  })

  test('the sandbox in production', async () => {
    const told = started(cli, ['sandbox', '--port', '0'], [], { NODE_ENV: 'production' })
    expect(await ended(told)).toEqual([1, expect.stringContaining('does not run in production')])
  })
})
