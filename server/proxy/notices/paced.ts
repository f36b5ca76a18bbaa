import type { Clock } from '#contract/ports.ts'

/** Lets one act per key begin in each interval of `ms`: resolves at once, or when the interval of the last is over. */
export function paced({ now, sleep }: Clock, ms: number): (key: string) => Promise<void> {
  const begun = new Map<string, number>()
  const forget = (): void => {
    for (const [key, at] of begun) {
      if (at + ms > now()) return
      begun.delete(key)
    }
  }
  return async (key) => {
    const wait = (begun.get(key) ?? -Infinity) + ms - now()
    if (wait > 0) await sleep(wait)
    begun.delete(key)
    begun.set(key, now())
    forget()
  }
}
