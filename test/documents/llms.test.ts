import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Ticket } from '#server-contract/ticket.ts'
import { attributes, events, states } from '#element/description.ts'
import { llmsFile, llmsText } from '../../scripts/documents/llms.ts'
import { brokenLinks } from '../support/links.ts'
import { root } from '../support/root.ts'

const text = readFileSync(join(root, llmsFile), 'utf8')

test('the summary for coding assistants says what the code says (npm run readme writes it)', () => {
  expect(text).toBe(llmsText())
})

test.each([
  ['attributes', Object.keys(attributes)],
  ['events', Object.keys(events)],
  ['claims', Object.keys(Ticket.shape)],
  ['states', states],
])('it names all %s', (_, names) => {
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('it fits a prompt, has three snippets, and leads to documents that are there', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(200)
  expect(text.match(/^```\w+$/gm)).toHaveLength(3)
  expect(brokenLinks(root, llmsFile)).toEqual([])
})
