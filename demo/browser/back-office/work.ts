/** Runs the page's tasks, and keeps the last error. */
export interface Work {
  readonly busy: boolean
  /** Why the last task failed, as a sentence. */
  readonly failure: string | undefined
  /** Runs a task; when it fails, sets `failure` and resolves to `undefined`. */
  run<Done>(work: () => Promise<Done>): Promise<Done | undefined>
  /** Like {@link run}, but does nothing while another such task is running. */
  runAlone(work: () => Promise<unknown>): Promise<void>
}

const sentence = (error: unknown): string =>
  `The back office has received no answer: ${error instanceof Error ? error.message : String(error)}. Try again.`

/** Calls `changed` when `busy` changes and when a task fails. */
export function buildWork(changed: () => void): Work {
  let [busy, failure] = [false, undefined as string | undefined]
  async function run<Done>(work: () => Promise<Done>): Promise<Done | undefined> {
    failure = undefined
    try {
      return await work()
    } catch (error) {
      failure = sentence(error)
      changed()
      return undefined
    }
  }
  return {
    get busy() {
      return busy
    },
    get failure() {
      return failure
    },
    run,
    async runAlone(work) {
      if (busy) return
      busy = true
      changed()
      try {
        await run(work)
      } finally {
        busy = false
        changed()
      }
    },
  }
}
