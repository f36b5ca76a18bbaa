import { expect, test } from 'vitest'
import { bundleTwice } from './builds.ts'

test('two builds in different folders give the same files, byte for byte', async () => {
  const { files, different } = await bundleTwice()
  expect(different).toEqual([])
  expect(files).toBeGreaterThan(40)
})
