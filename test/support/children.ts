import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const running = new Set<ChildProcess>()

// A run that fails leaves no processes behind.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Has a process killed when this one exits, at the latest. */
export function ours<Child extends ChildProcess>(child: Child): Child {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Ends a process; resolves when it has exited. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
