import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Budget, Figure, Measure } from '../../../test/support/figure.ts'
import type { Task } from './generator.ts'
import type { Report } from './sheet.ts'

/** A process of a measurement. */
export interface Child {
  readonly pid: number
  readonly port: number
  readonly process: ChildProcess
}

/** The processes: the measured one has a core of its own, and the others share another, so as not to disturb it. */
export interface Stack {
  readonly proxy: Child
  readonly relay: Child
  readonly passThrough: Child
  readonly gateway: Child
  /** Two proxies with one Redis, where there is one. */
  readonly shared: readonly Child[]
  /** Throws when an answer is neither good nor a 503 with Retry-After. */
  run(task: Task): Promise<Report>
  /** The same beside `run`, whatever is answered. */
  runBeside(task: Task): Promise<Report>
  close(): void
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Inside the repository, so that the libraries are found; each measurement has its own. */
const OUT = `${root}node_modules/.cache/tender-load-${process.pid}`
const options = ['stub-gateway', 'proxy', 'relay', 'pass-through', 'generator'] as const
type Part = (typeof options)[number]

/** Has a process run on that core alone, where the system can. */
export const onCore = (core: number, command: readonly string[]): readonly [string, ...string[]] =>
  (hasTaskset ? ['taskset', '-c', String(core), ...command] : command) as [string, ...string[]]

/** Builds the processes as the package's server is built: without the function names that a development build keeps. */
const built = (): Promise<unknown> =>
  build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: OUT,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(options.map((part) => [part, `${root}scripts/figures/load/${part}.ts`])),
        external: [/^node:/, /^(?![.#/])/],
      },
    },
  })

const hasTaskset = (() => {
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' })
    return availableParallelism() > 1
  } catch {
    return false
  }
})()

async function start(part: Part, core: number, ...args: string[]): Promise<Child> {
  const node = [process.execPath, '--expose-gc', `${OUT}/${part}.js`, ...args]
  const [command, ...rest] = onCore(core, node)
  const child = spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
  })
  const { port } = await text<{ port: number }>(child)
  return { pid: child.pid!, port, process: child }
}

const text = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('A process of the measurement ended'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })

/** A stub of the gateway, and two generators of load that run side by side, on a core of their own. */
export interface Load {
  readonly gateway: Child
  readonly run: Stack['run']
  readonly runBeside: Stack['run']
  close(): void
}

export async function openLoad(): Promise<Load> {
  await built()
  const children = await Promise.all([start('stub-gateway', 1), start('generator', 1), start('generator', 1)])
  const [gateway, generator, beside] = children
  const sending = ({ process: child }: Child, task: Task): Promise<Report> => {
    const report = text<Report>(child)
    child.send(task)
    return report
  }
  return {
    gateway,
    run: async (task) => checked(await sending(generator, task)),
    runBeside: (task) => sending(beside, task),
    close() {
      for (const child of children) child.process.kill()
      rmSync(OUT, { recursive: true, force: true })
    },
  }
}

export async function openStack(redisUrl?: string): Promise<Stack> {
  const load = await openLoad()
  const { gateway } = load
  const [proxy, relay, passThrough] = await Promise.all([
    start('proxy', 0, String(gateway.port)),
    start('relay', 0, String(gateway.port)),
    start('pass-through', 0, String(gateway.port)),
  ])
  const shared = await Promise.all(
    redisUrl ? [0, 1].map((core) => start('proxy', core, String(gateway.port), redisUrl)) : [],
  )
  return {
    proxy,
    relay,
    passThrough,
    gateway,
    shared,
    run: load.run,
    runBeside: load.runBeside,
    close() {
      for (const child of [proxy, relay, passThrough, ...shared]) child.process.kill()
      load.close()
    },
  }
}

/** Measurements of a stack with their seconds and rounds; the small ones prove that they run, their figures mean nothing. */
type Works = Readonly<Record<Budget, Readonly<Record<string, (stack: Stack) => Promise<readonly Figure[]>>>>>

/** Measures the built proxy, a stub of the gateway and the load generator, each a process; the proxy has its own core. */
export const measuredBy =
  (works: Works): Measure =>
  async (budget, report) => {
    const stack = await openStack()
    const figures: Figure[] = []
    try {
      for (const [what, work] of Object.entries(works[budget])) {
        report(what)
        figures.push(...(await work(stack)))
      }
      return figures
    } finally {
      stack.close()
    }
  }

function checked(report: Report): Report {
  for (const [status, { count, reportedAt }] of Object.entries(report.byStatus)) {
    if (status === '503' && reportedAt < count)
      throw new Error(`${count - reportedAt} answers with status 503 had no Retry-After`)
    if (status !== '200' && status !== '503') throw new Error(`${count} requests were answered ${status}`)
  }
  return report
}

/** CPU time that a process has used, its own and the kernel's, microseconds. */
export function cpuOf({ pid }: Pick<Child, 'pid'>): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * TICK
}

/** Linux counts in hundredths of a second; microseconds. */
const TICK = 10_000

/** Megabytes of memory that a process holds. */
export const rssOf = ({ pid }: Pick<Child, 'pid'>): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Megabytes of a process's heap after a garbage collection. */
export function keptBy({ process: child }: Child): Promise<number> {
  const kept = text<{ kept: number }>(child)
  child.send('collect')
  return kept.then(({ kept: bytes }) => bytes / 2 ** 20)
}
