import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { lineText, type Level, type Line } from '#proxy/http/log.ts'

const written: string[] = []
const logger = pino({ level: 'debug', base: null }, { write: (line: string) => void written.push(line) })

const full = { op: 'pay', order: 'A-17', state: 'paid', code: 'busy', message: 'a sentence', field: 'exp' } as const
const odd = ['', 'a "word"', 'back\\slash', 'line\nbreak', '\u0000', '\u007f', 'ключ', '\u2028', 'é😀']

const lines: readonly Line[] = [
  {},
  { traceId: 'an-id', ms: 0 },
  { traceId: 'an-id', ...full, rule: 'must be', ms: 1.5, error: 'TypeError', at: 'file.ts:1' },
  { op: undefined, order: 'A-17' },
  ...odd.flatMap((text) => [{ order: text }, { order: text.padStart(60, 'x'), message: text }]),
]

test.each<Level>(['debug', 'info', 'warn', 'error'])('a line of the level %s is the one that pino writes', (level) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (const line of lines) {
      logger[level](line)
      expect(lineText(level, line, line.traceId)).toBe(written.at(-1))
    }
  } finally {
    vi.useRealTimers()
  }
  expect(written.length).toBeGreaterThan(0)
})
