import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { markupCommand } from '#cli/markup-command.ts'
import type { Arguments, Tools } from '#cli/command.ts'
import { checkoutMarkup, signOrder } from '../../server/ticket.ts'
import { root } from '../support/root.ts'

const src = 'http://127.0.0.1:8080'
const claims = { orderNumber: 'A-17', amount: 4990, currency: '978', returnUrl: 'https://shop.example/' }
const folder = mkdtempSync(join(tmpdir(), 'tender-markup-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What `tender markup` prints. */
async function printed(options: Readonly<Record<string, string>> = {}): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const args: Arguments = { text: (name) => options[name], has: () => false, operands: [src], program: [] }
  await markupCommand.run(args, {} as Tools).finally(() => log.mockRestore())
  return lines.join('\n')
}

beforeAll(async () => writeFileSync(join(folder, 'checkout.html'), await printed()))

const block = (language: string): string => {
  const [, code] =
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(readFileSync(join(root, 'docs/start.md'), 'utf8')) ??
    []
  expect(code, `docs/start.md has a block of ${language}`).toBeDefined()
  return code!
}

/** Programs that print what the function of the document returns. */
const programs: Readonly<Record<string, readonly [file: string, of: (code: string) => string, ...command: string[]]>> =
  {
    php: ['shop.php', (code) => `<?php ${code} echo checkout($argv[1]);`, 'php'],
    python: ['shop.py', (code) => `import sys\n${code}\nprint(checkout(sys.argv[1]), end="")`, 'python3'],
    go: [
      'shop.go',
      (code) =>
        `package main\nimport ("fmt"; "os"; "strings")\n${code}\nfunc main() { html, _ := checkout(os.Args[1]); fmt.Print(html) }`,
      'go',
      'run',
    ],
  }

test.for(Object.entries(programs))(
  'what docs/start.md says in %s is what checkoutMarkup makes',
  async ([language, [file, of, program, ...options]], { skip }) => {
    const code = block(language)
    if (spawnSync(program!, [language === 'go' ? 'version' : '--version']).status !== 0)
      skip(`${program} is not installed`)
    const order = await signOrder(claims, 'a-ticket-secret-of-more-than-32-bytes')
    writeFileSync(join(folder, file), of(code))
    const html = execFileSync(program!, [...options, file, order], { cwd: folder, encoding: 'utf8' })
    expect(html.trimEnd()).toBe(checkoutMarkup(order, { src }))
  },
)

test('a place for the methods, and a nonce, are those of the page', async () => {
  const order = await signOrder({ ...claims, methods: ['card'] }, 'a-ticket-secret-of-more-than-32-bytes')
  const html = (await printed({ methods: 'card', theme: 'soft', nonce: 'NONCE' })).replaceAll('ORDER', order)
  expect(html).toBe(checkoutMarkup(order, { src, theme: 'soft', nonce: 'NONCE' }))
})

test('a theme that there is not is an error that names it', async () => {
  await expect(printed({ theme: 'pink' })).rejects.toThrow('theme must be one of')
})
