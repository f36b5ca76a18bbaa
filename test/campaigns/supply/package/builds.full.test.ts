import { expect, test } from 'vitest'
import { buildTwiceHere } from './builds.ts'

test('two builds in different folders give the same files, byte for byte', async () => {
  const { files, different } = await buildTwiceHere()
  expect(different).toEqual([])
  expect(files).toBeGreaterThan(40)
})
