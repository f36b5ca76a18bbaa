import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'
import { systemClock } from '#ports/system.ts'
import { freePorts } from '#demo/ports.ts'
import { end, ours } from './children.ts'

/** A Redis of the test's own. */
export interface OwnRedis {
  readonly url: string
  /** Runs a command by redis-cli. */
  command(...words: string[]): Promise<string>
  /** Stops it; its data stays on the disk. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /**
   * Kills it and starts it again after `away` milliseconds; keys that match `forgetting` are lost, as in a failover to
   * a replica that lags.
   */
  restart(outage: { readonly forgetting?: string; readonly away?: number }): Promise<void>
  /** It stays connected and answers nothing. */
  pause(): void
  resume(): void
}

/** Why a Redis cannot be started; `undefined` when it can. */
export function whyNoRedis(): string | undefined {
  try {
    for (const program of ['redis-server', 'redis-cli']) execFileSync(program, ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'no redis-server on PATH (npm test installs it as root on Debian)'
  }
}

/** Starts a Redis on a private port: with its data in the folder, before it answers, or in its memory only. */
export async function openRedis(folder?: string): Promise<OwnRedis> {
  const [port, admin] = (await freePorts(2, 0)) as [number, number]
  let server = await serve(port, folder)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => end(server, signal)
  const start = async (): Promise<void> => {
    server = await serve(port, folder)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    command: (...words) => command(port, ...words),
    stop,
    start,
    async restart({ forgetting, away = 0 }) {
      await stop('SIGKILL')
      await systemClock.sleep(away)
      if (forgetting && folder !== undefined) await forget(admin, folder, forgetting)
      await start()
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
  }
}

const durably = (folder: string): readonly string[] => [
  '--dir',
  folder,
  '--appendonly',
  'yes',
  '--appendfsync',
  'always',
]

async function serve(port: number, folder: string | undefined): Promise<ChildProcess> {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction']
  const server = ours(
    spawn('redis-server', [...place, ...(folder === undefined ? [] : durably(folder))], { stdio: 'ignore' }),
  )
  while ((await command(port, 'PING').catch(() => '')) !== 'PONG') {
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`)
    await systemClock.sleep(20)
  }
  return server
}

const run = promisify(execFile)

async function command(port: number, ...words: string[]): Promise<string> {
  return (await run('redis-cli', ['-p', String(port), ...words])).stdout.trim()
}

/** Deletes keys from the data in the folder, by a Redis on another port that no one else uses. */
async function forget(port: number, folder: string, pattern: string): Promise<void> {
  const server = await serve(port, folder)
  const keys = (await command(port, '--scan', '--pattern', pattern)).split('\n').filter(Boolean)
  if (keys.length) await command(port, 'DEL', ...keys)
  await end(server, 'SIGTERM')
}
