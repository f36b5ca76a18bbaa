import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { end, ours } from './children.ts'
import { root } from './root.ts'

/** What `tender dev --json` prints, as far as tests use it. */
export interface PrintedDev {
  readonly page: string
  readonly proxy: string
  readonly gateway: string
  readonly console: string
  readonly wallets: string
  readonly credentials: { readonly gateway: { readonly userName: string; readonly password: string } }
  readonly ticketSecret: string
  readonly apiKey: string
}

export interface RunningDev {
  readonly dev: PrintedDev
  readonly child: ChildProcess
  /** Ends it; resolves with its exit code, or the signal. */
  close(signal?: NodeJS.Signals): Promise<number | string>
}

/** Starts `tender dev` of a build, in a folder, and reads the addresses that it prints. */
export async function openDev(cli = join(root, 'dist/server/cli.js'), cwd = root): Promise<RunningDev> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const child = ours(
    spawn(process.execPath, [cli, 'dev', '--json'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  let out = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`tender dev ended with ${code}: ${out}`)))
  ended.catch(() => {}) // the loop below reports the error
  while (!out.includes('\n')) await Promise.race([once(child.stdout, 'data'), ended])
  return {
    dev: JSON.parse(out) as PrintedDev,
    child,
    async close(signal = 'SIGTERM') {
      await end(child, signal)
      return child.exitCode ?? child.signalCode!
    },
  }
}
