import { expect, vi, type ExpectStatic } from 'vitest'

/** Longer than anything takes on a busy machine; milliseconds. */
const deadline = { timeout: 60_000, interval: 50 }

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
    (...expected: readonly unknown[]) =>
      vi.waitFor(() => check(name, expected), deadline)
  return new Proxy({} as Matchers, { get: (_, name) => (name === 'not' ? matchersOf(read, true) : wait(name)) })
}
