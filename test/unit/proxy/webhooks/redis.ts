import { execFileSync, spawn } from 'node:child_process'
import { createConnection } from 'node:net'
import { freePorts } from '#demo/ports.ts'

/** A Redis for a test: one of its own from PATH, or the one at TENDER_TEST_REDIS. */
export interface TestRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Why no test can have a Redis; `undefined` when one can. */
export function whyNoRedis(): string | undefined {
  if (process.env['TENDER_TEST_REDIS']) return undefined
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'no redis-server on PATH and no TENDER_TEST_REDIS'
  }
}

export async function startRedis(): Promise<TestRedis> {
  const given = process.env['TENDER_TEST_REDIS']
  if (given) return { url: given, stop: async () => {} }
  const [port] = await freePorts(1, 0)
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  while (!(await answers(port!))) await new Promise((later) => setTimeout(later, 20))
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () =>
      new Promise((stopped) => {
        server.once('exit', () => stopped())
        server.kill()
      }),
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
