import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'
import { systemClock } from '#ports/system.ts'
import { freePorts } from '#demo/ports.ts'
import { end, ours } from './children.ts'

/** A Redis of our own, which writes each word to a disk before it answers. */
export interface OwnRedis {
  readonly url: string
  /** What redis-cli says to it. */
  command(...words: string[]): Promise<string>
  /** Ends it with what it has written. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /**
   * Kills it and starts it again after `away` milliseconds; keys that match `forgetting` are lost, as by a failover to
   * a replica that lags.
   */
  restart(trouble: { readonly forgetting?: string; readonly away?: number }): Promise<void>
  /** It stays there and says nothing. */
  pause(): void
  resume(): void
}

/** Why there can be none; `undefined` when there can. */
export function whyNoRedis(): string | undefined {
  try {
    for (const program of ['redis-server', 'redis-cli']) execFileSync(program, ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'no redis-server on PATH (npm test installs it as root on Debian)'
  }
}

/** Starts one on a private port; the folder holds what it remembers. */
export async function openRedis(folder: string): Promise<OwnRedis> {
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
      if (forgetting) await forget(admin, folder, forgetting)
      await start()
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
  }
}

const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction']

async function serve(port: number, folder: string): Promise<ChildProcess> {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
  const server = ours(spawn('redis-server', [...place, ...durable], { stdio: 'ignore' }))
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

/** Takes keys out of what the folder holds, where nobody else looks on. */
async function forget(port: number, folder: string, pattern: string): Promise<void> {
  const server = await serve(port, folder)
  const keys = (await command(port, '--scan', '--pattern', pattern)).split('\n').filter(Boolean)
  if (keys.length) await command(port, 'DEL', ...keys)
  await end(server, 'SIGTERM')
}
