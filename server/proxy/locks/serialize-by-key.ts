/** Runs one call at a time per key; the calls made during a run share the next run. */
export function serialized<T>(act: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin = (key: string): Promise<T> => {
    next.delete(key)
    const run = act(key)
    const over = (): void => void running.delete(key)
    running.set(key, run)
    run.then(over, over)
    return run
  }
  const after = (key: string, run: Promise<T>): Promise<T> => {
    const settled = run.catch(() => {}) // its own caller gets its failure
    const later = settled.then(() => begin(key))
    next.set(key, later)
    return later
  }
  return (key) => {
    const run = running.get(key)
    return next.get(key) ?? (run ? after(key, run) : begin(key))
  }
}
