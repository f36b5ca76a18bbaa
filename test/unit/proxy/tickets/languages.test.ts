import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '#ports/system.ts'
import { buildTicketReader } from '#proxy/tickets/ticket.ts'
import { root } from '../../../support/root.ts'
import { configOf, secret } from '../support/test-proxy.ts'

interface Language {
  readonly file: string
  /** The commands that run the file; the first word of each must be installed. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[]
}

/** Languages by the name of their blocks of code. */
const languages: Readonly<Record<string, Language>> = {
  js: { file: 'sign.mjs', commands: [[process.execPath, 'sign.mjs']] },
  php: { file: 'sign.php', commands: [['php', 'sign.php']] },
  python: { file: 'sign.py', commands: [['python3', 'sign.py']] },
  ruby: { file: 'sign.rb', commands: [['ruby', 'sign.rb']] },
  go: { file: 'sign.go', commands: [['go', 'run', 'sign.go']] },
  java: { file: 'Sign.java', commands: [['java', 'Sign.java']] },
  csharp: {
    file: 'Sign.cs',
    commands: [
      ['mcs', 'Sign.cs'],
      ['mono', 'Sign.exe'],
    ],
  },
}

const section = readFileSync(join(root, 'docs/tickets.md'), 'utf8').split('\n## Without the package\n')[1]!
const programs = new Map([...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, name, code]) => [name!, code!]))

const folder = mkdtempSync(join(tmpdir(), 'tender-sign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0

test('every program of the document is run', () => {
  expect([...programs.keys()].toSorted()).toEqual(Object.keys(languages).toSorted())
})

describe('a ticket is read by the proxy when it is signed in', () => {
  const read = buildTicketReader(configOf(), systemClock)

  test.for(Object.entries(languages))('%s', { timeout: 120_000 }, async ([name, { file, commands }], { skip }) => {
    const missing = commands.map(([program]) => program).find((program) => !isInstalled(program))
    if (missing !== undefined) return skip(`skipped: ${missing} is not installed`)
    writeFileSync(join(folder, file), programs.get(name)!)
    const outputs = commands.map(([program, ...args]) => {
      const env = { ...process.env, TENDER_TICKET_SECRET: secret }
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env })
      expect(status, stderr).toBe(0)
      return stdout
    })
    expect(await read(`Bearer ${outputs.at(-1)!.trim()}`)).toMatchObject({
      orderNumber: 'A-17',
      amount: 4990,
      currency: '978',
      returnUrl: 'https://shop.example/orders/A-17',
    })
  })
})
