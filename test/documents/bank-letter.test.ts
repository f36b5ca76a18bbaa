import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { variables } from '#proxy/config/variables.ts'
import { root } from '../support/root.ts'

const text = readFileSync(join(root, 'docs/integration/ask-your-bank.md'), 'utf8')
const [, letter = '', answers = ''] = /```text\n([^]+?)\n```([^]+)/.exec(text) ?? []

const named = (from: string, pattern: RegExp): readonly string[] => [
  ...new Set([...from.matchAll(pattern)].map(([name]) => name)),
]

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

test('the letter names operations that the gateway has, and every question has a place for its answer', () => {
  const paths = Object.values(gatewayApi).map(({ path }) => nameOf(path))
  const operations = named(letter, /\w+\.do\b/g)
  expect(operations.length).toBeGreaterThan(12)
  expect(operations.filter((name) => !paths.includes(name))).toEqual([])
  const numbers = (from: string): readonly number[] => named(from, /\d+/g).map(Number)
  const rows = [...answers.matchAll(/^\| (\d[\d, to]*) \|/gm)].flatMap(([, cell]) => {
    const [first, last] = numbers(cell!) as [number, number?]
    return Array.from({ length: (last ?? first) - first + 1 }, (_, index) => first + index)
  })
  const questions = [...letter.matchAll(/^ ?(\d+)\. /gm)].map(([, number]) => Number(number))
  expect(rows).toEqual(questions)
  expect(questions).toEqual(questions.map((_, index) => index + 1))
})

test('the letter asks for every operation that the proxy calls', () => {
  const sources = readdirSync(join(root, 'server/proxy'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'server/proxy', file), 'utf8'))
  const called = named(sources.join('\n'), /(?<=\bgateway\.)\w+(?=\()/g)
  expect(called.length).toBeGreaterThan(20)
  const names = called.map((name) => nameOf(gatewayApi[name as keyof typeof gatewayApi].path))
  expect(names.filter((name) => !letter.includes(name))).toEqual([])
})

test('what the answers set are variables of the proxy', () => {
  const known = new Set<string>(variables.map(({ name }) => name))
  expect(named(text, /TENDER_\w+/g).filter((name) => !known.has(name))).toEqual([])
})
