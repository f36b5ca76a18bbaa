import { url as inspectorUrl } from 'node:inspector'

/** Reports hold the environment with its secrets, whoever asked Node for them by its options. */
const reports = { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false } as const

/**
 * Leaves no way into the memory of a running process, and nothing of it on the disk when it dies. Core dumps are the
 * system's: see SECURITY.md. Comes after everything was loaded, since a library may still need what is taken away.
 */
export function guardProcess(): void {
  // Without a listener, Node opens its inspector to the whole machine.
  process.on('SIGUSR1', () => {})
  Object.assign(process.report, reports)
  // As `node --disable-proto=delete` does: no JSON can reach a prototype by this name.
  Reflect.deleteProperty(Object.prototype, '__proto__')
}

/** Whether somebody at the inspector's port may read the memory. */
export const isInspected = (): boolean => inspectorUrl() !== undefined
