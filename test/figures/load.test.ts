import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure as measureCost } from '../../scripts/figures/cost.ts'
import { measure as measureLoad } from '../../scripts/figures/load.ts'
import { figuresOf as memoryOf } from '../../scripts/figures/load/memory.ts'
import { figuresOf as overheadOf } from '../../scripts/figures/load/overhead.ts'

const why = existsSync('/proc/self/stat') ? undefined : 'no /proc/self/stat'
if (why) process.stdout.write(`skipped: the load, since there is ${why}\n`)

/** Only a quiet machine can measure the speed; this checks that every request was answered, and how. */
test.skipIf(why)('cost and load are measured: every answer is good, or a 503 with Retry-After', async () => {
  const figures = [...(await measureCost('small', () => {})), ...(await measureLoad('small', () => {}))]
  expect(figures).toHaveLength(8)
  expect(figures.find(({ target }) => target === '1,000,000')!.measured).toMatch(/^200 in \d+ s$/)
  for (const { name, target, measured } of figures) {
    expect(name && target).toBeTruthy()
    expect(measured).not.toMatch(/NaN|Infinity|undefined/)
  }
})

test('the memory of fewer payments than are promised proves nothing', () => {
  const seen = { ms: 600_000, leaked: 1, held: [100, 100, 100, 100] }
  expect(memoryOf({ ...seen, made: 1_000_000 }).map(({ isMet }) => isMet)).toEqual([true, true, true, true])
  const few = memoryOf({ ...seen, made: 159_804 })
  expect(few.map(({ isMet }) => isMet)).toEqual([false, false, false, false])
  expect(few.slice(1).map(({ measured }) => measured)).toEqual(
    ['1.0', '0.0', '100.0'].map((size) => `${size} MB after 159,804`),
  )
})

test('a request may cost no more than is promised', () => {
  const isMet = (relay: number, proxy: number): boolean => overheadOf([{ relay, passThrough: 95, proxy }])[0]!.isMet
  expect([isMet(50, 175), isMet(50, 176)]).toEqual([true, false])
})
