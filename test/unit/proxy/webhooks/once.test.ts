import { expect, test } from 'vitest'
import { inTurn } from '#proxy/locks/serialize-by-key.ts'
import { memoryOf } from '#proxy/webhooks/memory.ts'
import { quiet } from './stand.ts'

/** Acts that end when they are told to. */
function rig() {
  const begun: string[] = []
  const ends: ((fails?: boolean) => void)[] = []
  const act = inTurn(
    (key) =>
      new Promise<number>((done, fail) => {
        const at = begun.push(key)
        ends.push((fails) => (fails ? fail(new Error('failed')) : done(at)))
      }),
  )
  return { begun, ends, act }
}

test('one at a time per key; all who wait share the next one', async () => {
  const { begun, ends, act } = rig()
  const answers = [act('a'), act('a'), act('a'), act('b')]
  expect(begun).toEqual(['a', 'b'])
  ends[0]!()
  await quiet()
  expect(begun).toEqual(['a', 'b', 'a'])
  answers.push(act('a'))
  ends[1]!()
  ends[2]!()
  await quiet()
  ends[3]!()
  expect(await Promise.all(answers)).toEqual([1, 3, 3, 2, 4])
})

test('one that fails lets the next begin', async () => {
  const { ends, act } = rig()
  const [first, second] = [act('a'), act('a')]
  ends[0]!(true)
  await expect(first).rejects.toThrow('failed')
  await quiet()
  ends[1]!()
  expect(await second).toBe(2)
})

test('a memory forgets the oldest', () => {
  const memory = memoryOf(2)
  for (const text of ['a', 'b', 'a', 'c']) memory.add(text)
  expect(['a', 'b', 'c'].filter((text) => memory.has(text))).toEqual(['b', 'c'])
})
