import { expect, test } from 'vitest'
import { traceByPromises } from '#proxy/http/trace-context.ts'
import { withLightWeb } from './light-web.ts'

test('trace IDs whose tracing begins during a simulation are followed after it, and not during the next', async () => {
  const end = withLightWeb()
  const context = traceByPromises()
  const seen = (): Promise<string | undefined> =>
    new Promise((resolve) => context.run('a', () => void Promise.resolve().then(() => resolve(context.current()))))
  expect(await seen()).toBeUndefined()
  end()
  expect(await seen()).toBe('a')
  const endNext = withLightWeb()
  expect(await seen()).toBeUndefined()
  endNext()
  expect(await seen()).toBe('a')
})
