import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compared, hashesIn } from './builds.ts'
import { root } from './lockfile.ts'

const dist = join(root, 'dist')

test('nothing that is shipped contains the folder or the day that it was built in', async () => {
  const files = [...(await hashesIn(dist)).keys()]
  expect(files.length).toBeGreaterThan(40)
  const traces = ['src', 'server', 'demo', 'node_modules'].map((folder) => `${join(root, folder)}/`)
  traces.push(new Date().toISOString().slice(0, 10))
  const revealing = files.filter((file) => {
    const text = readFileSync(join(dist, file), 'utf8')
    return traces.some((trace) => text.includes(trace))
  })
  expect(revealing).toEqual([])
})

test('a file that came out otherwise, or only once, would be found', () => {
  const one = new Map([
    ['same', 'a'],
    ['other', 'a'],
    ['once', 'a'],
  ])
  const other = new Map([
    ['same', 'a'],
    ['other', 'b'],
  ])
  expect(compared(one, other)).toEqual({ files: 3, different: ['other', 'once'] })
})
