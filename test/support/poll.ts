import { expect, type ExpectStatic } from 'vitest'

/** Longer than anything takes on a busy machine; milliseconds. */
const TIMEOUT = 60_000

/** Repeats a check until it passes. Vitest's own needs its runner, which a state that is shown by `npm run state` has not. */
export async function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + TIMEOUT
  for (;;)
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
}

type Matchers = ReturnType<ExpectStatic['poll']>

/** `expect.poll` for tests that run beside one another: it does not ask Vitest which test is running. */
export const poll = (read: () => unknown): Matchers => matchersOf(read, false)

function matchersOf(read: () => unknown, isNegated: boolean): Matchers {
  const check = async (name: string | symbol, expected: readonly unknown[]): Promise<void> => {
    const seen = expect(await read())
    const subject = isNegated ? seen.not : seen
    const matcher = Reflect.get(subject, name) as (...given: readonly unknown[]) => void
    matcher.apply(subject, [...expected])
  }
  const wait =
    (name: string | symbol) =>
    async (...expected: readonly unknown[]): Promise<void> => {
      const { stack } = new Error('polled here')
      await waitFor(() => check(name, expected)).catch((error: Error) => {
        // The check runs in a timer, whose stack does not name the test's line.
        error.stack = `${error.name}: ${error.message}\n${stack}`
        throw error
      })
    }
  return new Proxy({} as Matchers, { get: (_, name) => (name === 'not' ? matchersOf(read, true) : wait(name)) })
}
