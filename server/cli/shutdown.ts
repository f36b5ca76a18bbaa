import type { Clock } from '#contract/ports.ts'

/** The part of `process` that the shutdown uses. */
export interface Host {
  readonly pid: number
  readonly ppid: number
  on(signal: NodeJS.Signals, listener: () => void): unknown
  removeAllListeners(signal: NodeJS.Signals): unknown
  kill(pid: number, signal: NodeJS.Signals): unknown
}

interface ShutdownOptions {
  readonly env: NodeJS.ProcessEnv
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly host: Host
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Milliseconds in which npm repeats a Ctrl+C that the terminal has already sent. */
const REPEATED = 500

/**
 * Calls `stop` once, on a signal or when npm's shell has exited; a later signal ends the process at once. npm forwards
 * SIGTERM to the shell that it runs a command in, and the shell exits without forwarding it.
 */
export function onShutdown(stop: () => Promise<unknown>, { env, clock, host }: ShutdownOptions): void {
  const begun = new AbortController()
  let begunAt = 0
  const begin = (): void => {
    if (begun.signal.aborted) return
    begunAt = clock.now()
    begun.abort()
    void stop()
  }
  for (const signal of signals)
    host.on(signal, () => {
      if (begun.signal.aborted && clock.now() - begunAt > REPEATED) return endBy(signal, host)
      begin()
    })
  if (isRunByNpm(env)) parentGone(host, clock, begun.signal).then(begin, () => {})
}

function endBy(signal: NodeJS.Signals, host: Host): void {
  host.removeAllListeners(signal)
  host.kill(host.pid, signal)
}

/** Milliseconds between two checks of the parent process. */
const CHECK_INTERVAL = 200

/** The parent process when the command was loaded: npm's shell may exit before the servers listen. */
const firstParent = process.ppid

/** Resolves when the first parent has exited, which the system then replaces by another. */
async function parentGone(host: Pick<Host, 'ppid'>, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
  while (host.ppid === firstParent) await clock.sleep(CHECK_INTERVAL, signal)
}

const tender = /(?:^|[\s'"/;&|(])tender['"]?(?:\s|$)/
const background = /(?<![&>])&(?![&>])|\b(?:nohup|setsid|disown|daemonize)\b/

/**
 * Whether npm or npx runs this command and waits for it: a process that is meant to outlive its shell, such as `nohup
 * tender proxy &` in a script, must not end with it.
 */
export function isRunByNpm(env: NodeJS.ProcessEnv): boolean {
  const script = env['npm_lifecycle_script'] ?? ''
  return tender.test(script) && !background.test(script)
}
