import { url as inspectorUrl } from 'node:inspector'

/** Node's reports contain the environment with its secrets, so they are off even if Node's options request them. */
const reports = { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false } as const

/**
 * Closes the ways to read the memory of a running process, and keeps memory off the disk when it crashes. Core dumps
 * are controlled by the system: see SECURITY.md. Called after everything is loaded, since a library may need what is
 * removed here.
 */
export function guardProcess(): void {
  // Without a listener, this signal makes Node open its inspector to the whole machine.
  process.on('SIGUSR1', () => {})
  Object.assign(process.report, reports)
  // As `node --disable-proto=delete` does: no JSON can reach a prototype by this name.
  Reflect.deleteProperty(Object.prototype, '__proto__')
}

/** Whether the inspector is open, so that a client of its port can read the memory. */
export const isInspected = (): boolean => inspectorUrl() !== undefined
