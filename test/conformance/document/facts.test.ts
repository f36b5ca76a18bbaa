import { expect, test } from 'vitest'
import { written } from './facts.ts'
import { documentNames, extracted, hasSource, missingSource, storedText } from './stored.ts'

test.for(documentNames)('the facts kept of the %s are those of its document', (name, { skip }) => {
  if (!hasSource(name)) return skip(missingSource(name))
  expect(written(extracted(name))).toBe(storedText(name))
})
