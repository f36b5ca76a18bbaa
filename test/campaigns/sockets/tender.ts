import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#ports/system.ts'
import { end, ours } from '../../support/children.ts'
import { root } from '../../support/root.ts'

/** Runs the built `tender …` in a process of its own. */
function tender(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = ours(
    spawn(process.execPath, [join(root, 'dist/server/cli.js'), ...args], {
      // The sandbox refuses to run with NODE_ENV=production, and a proxy needs no variables but its own.
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  child.stderr!.resume()
  return child
}

export interface Sandbox {
  readonly gateway: string
  readonly console: string
  readonly credentials: { readonly gateway: { readonly userName: string; readonly password: string } }
  stop(): Promise<void>
}

export async function startSandbox(): Promise<Sandbox> {
  const child = tender(['sandbox', '--port', '0', '--json'], {})
  const lines = createInterface(child.stdout!)
  const [line] = (await once(lines, 'line')) as [string]
  return { ...(JSON.parse(line) as Sandbox), stop: () => end(child, 'SIGTERM') }
}

/** A proxy that can be ended by any signal and started again. */
export interface ProxyProcess {
  readonly port: number
  /** Resolves when it is ready to take payments. */
  start(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
  /** All that it has written. */
  readonly log: readonly string[]
}

export function proxyProcess(port: number, env: Readonly<Record<string, string>>): ProxyProcess {
  const log: string[] = []
  let child: ChildProcess | undefined
  return {
    port,
    log,
    async start() {
      const begun = tender(['proxy'], { ...env, TENDER_PORT: String(port) })
      child = begun
      createInterface(begun.stdout!).on('line', (line) => void log.push(line))
      while (!(await isReady(port))) {
        if (begun.exitCode !== null) throw new Error(`The proxy ended with ${begun.exitCode}: ${log.at(-1)}`)
        if (child !== begun || begun.signalCode !== null) return
        await systemClock.sleep(50)
      }
    },
    stop: async (signal) => (child ? end(child, signal) : undefined),
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async ({ ok, body }) => (await body?.cancel(), ok),
    () => false,
  )
