import type { Clock } from '#contract/ports.ts'
import type { MerchantsFolder } from './merchants-folder.ts'

/** Milliseconds between two looks: what has changed is read when two of them see the same, so that no half of a file is. */
const INTERVAL = 3000

interface Reactions {
  readonly changed: () => Promise<void>
  /** Called after each look. */
  readonly checked: () => Promise<void>
}

/**
 * Looks at the files now and then, since notices of changes come from no volume of a container and no network drive. A
 * folder that cannot be read is looked at again.
 */
export function watchFolder(
  clock: Clock,
  folder: MerchantsFolder,
  { changed, checked }: Reactions,
): { close(): Promise<void> } {
  const lifecycle = new AbortController()
  const pause = (): Promise<boolean> =>
    clock.sleep(INTERVAL, lifecycle.signal).then(
      () => true,
      () => false,
    )
  const look = async (): Promise<void> => {
    let read = await folder.signature().catch(() => '')
    let seen = read
    while (await pause()) {
      const now = await folder.signature().catch(() => seen)
      const isSettled = now === seen
      seen = now
      if (isSettled && now !== read) {
        read = now
        await changed()
      }
      await checked().catch(() => {}) // the next look closes what is left
    }
  }
  const running = look()
  return {
    async close() {
      lifecycle.abort()
      await running
    },
  }
}
