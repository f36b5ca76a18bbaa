import { expect, test } from 'vitest'
import { processes, root, slow } from '../unit/cli/tender.ts'

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

/** Most megabytes for new objects in a process that keeps some of them, and replaces them in many turns. */
async function youngIn(before: string): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { keepHeapSmall } from '${root}/server/cli/proxy/heap.ts'
    ${before}
    const kept = Array.from({ length: 100_000 }, (_, at) => ({ at, text: [at] }))
    let most = 0
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
    for (let turn = 0; turn < 200; turn++) {
      for (let at = 0; at < 10_000; at++) kept[(turn * 10_000 + at) % kept.length] = { at, text: [at] }
      most = Math.max(most, young())
      await new Promise(setImmediate)
    }
    console.log('young ' + most)`
  const run = start(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program])
  expect(await run.ended).toBe(0)
  return Number(/young (\d+)/.exec(run.out())![1]) / 2 ** 20
}

test('new objects get half of the room that V8 would give them', slow, async () => {
  expect(await youngIn('keepHeapSmall()')).toBeLessThanOrEqual(0.5 * (await youngIn('')))
})
