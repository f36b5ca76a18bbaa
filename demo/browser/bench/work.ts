/** What the bench does, and what came in between. */
export interface Work {
  readonly busy: boolean
  /** Why the latest piece of work came to no end, in a sentence. */
  readonly trouble: string | undefined
  /** Does something, and says so where it fails. */
  run<Done>(work: () => Promise<Done>): Promise<Done | undefined>
  /** The same, one at a time: asked for while another one is under way, it is not done. */
  runAlone(work: () => Promise<unknown>): Promise<void>
}

const sentence = (error: unknown): string =>
  `The bench has heard no answer: ${error instanceof Error ? error.message : String(error)}. Try again.`

/** `changed` is called whenever `busy` or `trouble` is another. */
export function buildWork(changed: () => void): Work {
  let [busy, trouble] = [false, undefined as string | undefined]
  async function run<Done>(work: () => Promise<Done>): Promise<Done | undefined> {
    trouble = undefined
    try {
      return await work()
    } catch (error) {
      trouble = sentence(error)
      changed()
      return undefined
    }
  }
  return {
    get busy() {
      return busy
    },
    get trouble() {
      return trouble
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
