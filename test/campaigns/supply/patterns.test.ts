import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './package/lockfile.ts'

/** The folders whose patterns read untrusted text. */
const folders = [
  'src',
  'server/proxy',
  'server/router',
  'server/gateway-client',
  'server/wallet-tokens',
  'server/adapters',
]

/** Patterns that read no untrusted text, with the reason. */
const ownText: Readonly<Record<string, string>> = {
  'src/card-frame/proxy-client/seal.ts': 'reads what it has itself put together, a few dozen characters',
  'server/contract/issuing/transfers.ts':
    "is of the sandbox's issuer, which takes a few kilobytes from its own machine",
}

interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** A slash begins a pattern where a value can begin. */
const literal =
  /(?<=[(,=:?&|![]\s*|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]:]|$)/gm

const patterns: readonly Pattern[] = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, folder, file), 'utf8').matchAll(literal)].map(([, source, flags]) => ({
        file: `${folder}/${file}`,
        source: source!,
        flags: flags!,
      })),
    ),
)

/** Characters: the longest body besides a ticket, of which all is checked by its length first. */
const LONG = 16_384

/** Texts that match almost to their end, where a pattern begins to backtrack. */
const hostile = ['a', '0', ' ', '-', '.', '/', '=', 'a.', 'a-', '0 ', '\\', '"', '[', 'é', 'a@', '\n'].map(
  (piece) => piece.repeat(LONG / piece.length) + '\u0000',
)

/** Milliseconds of CPU time, in which a linear pattern finishes a hundred times; a quadratic one does not finish. */
const MAX_CPU_TIME = 50

function isSlow({ source, flags }: Pattern): boolean {
  const pattern = new RegExp(source, flags)
  return hostile.some((text) => {
    const before = process.cpuUsage()
    text.replace(pattern, '')
    return process.cpuUsage(before).user > MAX_CPU_TIME * 1000
  })
}

test('the patterns are found', () => {
  expect(patterns.length).toBeGreaterThan(60)
})

test('no pattern takes longer than the length of what it reads', () => {
  const slow = patterns.filter((pattern) => !(pattern.file in ownText) && isSlow(pattern))
  expect(slow.map(({ file, source }) => `${file}: ${source}`)).toEqual([])
})

test('a quadratic pattern would be found', () => {
  expect(isSlow({ file: '', source: String.raw`\s+$`, flags: '' })).toBe(true)
})
