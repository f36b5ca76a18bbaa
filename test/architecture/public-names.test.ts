import { expect, test } from 'vitest'
import { publicNames } from './bundles.ts'
import { readReport } from '../support/report.ts'

const chunks = readReport('dist/npm/npm.report.json')

for (const [file, names] of Object.entries(publicNames)) {
  test(`${file} exports what is promised, and nothing else`, () => {
    const found = chunks.find((chunk) => chunk.file === file)
    expect(found?.exports.toSorted()).toEqual(names.toSorted())
  })
}
