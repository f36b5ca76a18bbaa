import { expect, test } from 'vitest'
import { processes, root, slow } from './tender.ts'

const start = processes()

/** Most megabytes of the heap of a process that keeps thirty, and replaces them all the time by others. */
async function peakOf(before: string): Promise<number> {
  const program = `
    import { keepHeapSmall } from '${root}/server/cli/proxy/heap.ts'
    ${before}
    const kept = Array.from({ length: 300_000 }, (_, at) => ({ at, text: [at] }))
    let peak = 0
    for (let at = 0; at < 6_000_000; at++) {
      kept[at % kept.length] = { at, text: [at] }
      if (at % 50_000 === 0) peak = Math.max(peak, process.memoryUsage().heapTotal)
    }
    console.log('peak ' + peak)`
  const run = start(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program])
  expect(await run.ended).toBe(0)
  return Number(/peak (\d+)/.exec(run.out())![1]) / 2 ** 20
}

test('a heap that is kept small holds less garbage', slow, async () => {
  expect(await peakOf('keepHeapSmall()')).toBeLessThan(0.8 * (await peakOf('')))
})
