import { expect, test } from 'vitest'
import { written } from './facts.ts'
import { documentNames, extracted, hasSource, storedText } from './stored.ts'

test.each(documentNames)('the facts kept of the %s are those of its document', (name) => {
  if (!hasSource(name)) {
    process.stdout.write(`skipped: the document of the ${name} is not beside this checkout\n`)
    return
  }
  expect(written(extracted(name))).toBe(storedText(name))
})
