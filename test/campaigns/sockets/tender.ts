import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#ports/system.ts'
import { isOfProcess } from '#proxy/merchants/merchant-file.ts'
import { end, ours } from '../../support/children.ts'
import { root } from '../../support/root.ts'

type Environment = Readonly<Record<string, string>>

/** Runs the built `tender …` in a process of its own. */
function tender(args: readonly string[], env: Environment): ChildProcess {
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

/** Starts a sandbox, with the merchants of a file beside its own. */
export async function startSandbox(merchants?: string): Promise<Sandbox> {
  const more = merchants === undefined ? [] : ['--merchants', merchants]
  const child = tender(['sandbox', '--port', '0', '--json', ...more], {})
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

/** `tender proxy` for one merchant, or `tender proxy --merchants` for several, each by its whole environment. */
export function proxyProcess(port: number, ...merchants: readonly Environment[]): ProxyProcess {
  const log: string[] = []
  const hosts = merchants.map((env) => new URL(env['TENDER_PUBLIC_URL']!).host)
  let child: ChildProcess | undefined
  let forget = (): void => {}
  return {
    port,
    log,
    async start() {
      const command = merchants.length === 1 ? { args: [], env: merchants[0]!, forget } : hosting(merchants)
      forget = command.forget
      const begun = tender(['proxy', ...command.args], { ...command.env, TENDER_PORT: String(port) })
      child = begun
      createInterface(begun.stdout!).on('line', (line) => void log.push(line))
      for (const host of hosts)
        while (!(await isReady(port, host))) {
          if (begun.exitCode !== null) throw new Error(`The proxy ended with ${begun.exitCode}: ${log.at(-1)}`)
          if (child !== begun || begun.signalCode !== null) return
          await systemClock.sleep(50)
        }
    },
    async stop(signal) {
      if (child) await end(child, signal)
      forget()
    },
  }
}

/** Writes a file for each merchant, without the variables of the process. */
function hosting(merchants: readonly Environment[]) {
  const folder = mkdtempSync(join(tmpdir(), 'merchants-'))
  const rows = merchants.map((env) => Object.entries(env))
  for (const [at, all] of rows.entries()) {
    const own = all.filter(([name]) => !isOfProcess(name))
    writeFileSync(join(folder, `m${at}.env`), own.map(([name, value]) => `${name}=${value}\n`).join(''))
  }
  return {
    args: ['--merchants', folder],
    env: Object.fromEntries(rows[0]!.filter(([name]) => isOfProcess(name))),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const isReady = (port: number, host: string): Promise<boolean> =>
  new Promise((settle) => {
    get({ port, host: '127.0.0.1', path: '/readyz', headers: { host } }, (answer) => {
      answer.resume()
      settle(answer.statusCode === 200)
    }).on('error', () => settle(false))
  })
