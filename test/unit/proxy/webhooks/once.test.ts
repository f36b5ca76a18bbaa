import { expect, test } from 'vitest'
import { oneAtATimeByKey } from '#proxy/store/one-at-a-time.ts'
import { LimitedMap } from '#proxy/store/limited-map.ts'
import { quiet } from './stand.ts'

/** A oneAtATimeByKey function whose calls end when the test ends them. */
function setup() {
  const begun: string[] = []
  const endings: ((fails?: boolean) => void)[] = []
  const act = oneAtATimeByKey(
    (key) =>
      new Promise<number>((done, fail) => {
        const at = begun.push(key)
        endings.push((fails) => (fails ? fail(new Error('failed')) : done(at)))
      }),
  )
  return { begun, endings, act }
}

test('one at a time per key; all who wait share the next one', async () => {
  const { begun, endings, act } = setup()
  const answers = [act('a'), act('a'), act('a'), act('b')]
  expect(begun).toEqual(['a', 'b'])
  endings[0]!()
  await quiet()
  expect(begun).toEqual(['a', 'b', 'a'])
  answers.push(act('a'))
  endings[1]!()
  endings[2]!()
  await quiet()
  endings[3]!()
  expect(await Promise.all(answers)).toEqual([1, 3, 3, 2, 4])
})

test('one that fails lets the next begin', async () => {
  const { endings, act } = setup()
  const [first, second] = [act('a'), act('a')]
  endings[0]!(true)
  await expect(first).rejects.toThrow('failed')
  await quiet()
  endings[1]!()
  expect(await second).toBe(2)
})

test('a limited map forgets what was set longest ago', () => {
  const map = new LimitedMap<string, number>(2)
  for (const [at, text] of ['a', 'b', 'a', 'c'].entries()) map.set(text, at)
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ])
})
