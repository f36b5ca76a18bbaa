import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure } from '../../figures/load.ts'

/** How fast it is only a quiet machine can tell: here it is seen that every request was answered, and how. */
test.skipIf(!existsSync('/proc/self/stat'))(
  'load is measured: every answer is good, or a 503 with Retry-After',
  {
    timeout: 90_000,
  },
  async () => {
    const figures = await measure('small', () => {})
    expect(figures).toHaveLength(8)
    for (const { name, target, measured } of figures) {
      expect(name && target).toBeTruthy()
      expect(measured).not.toMatch(/NaN|Infinity|undefined/)
    }
  },
)
