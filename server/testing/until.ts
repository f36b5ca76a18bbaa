import { systemClock } from '#ports/system.ts'

/** Milliseconds: longer than anything takes on a busy machine. */
export const TIMEOUT = 60_000
const INTERVAL = 50

/** Reads until there is a value; afterwards it throws the sentence. A frame that is being replaced reads as nothing. */
export async function until<Value>(
  read: () => Promise<Value | undefined | false>,
  sentence: () => string,
  timeout: number = TIMEOUT,
): Promise<Value> {
  const end = systemClock.now() + timeout
  for (;;) {
    const value = await read().catch(() => undefined)
    if (value !== undefined && value !== false) return value
    if (systemClock.now() >= end) throw new Error(sentence())
    await systemClock.sleep(INTERVAL)
  }
}
