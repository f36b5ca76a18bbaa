import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readArguments } from '#cli/arguments.ts'
import { commands } from '#cli/commands.ts'
import { publicDocuments } from '../../support/links.ts'
import { root } from '../../support/root.ts'
import { installTexts, isPublishedIn, LATER } from '../../../scripts/documents/install-texts.ts'
import { commandsIn } from './shell-blocks.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Files in which a person may read a command to type: documents, deployments, and what the programs print. */
const texts = [
  ...publicDocuments,
  ...['examples', 'deploy', 'server', 'src', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !/node_modules|\.next/.test(entry.parentPath) && !entry.name.endsWith('.tgz'),
      )
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  ),
]

/** Commands that fetch the package by its name. */
const byName = /(?:\bnpm (?:i|install|add|pack|exec)\b|\bnpx\b)[^`\n#]*(?<![\w./-])tender-checkout(?![\w./-])[^`\n]*/g

const fetchingByName = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !line.includes(LATER))
    .flatMap((line) => line.match(byName) ?? [])

test('before the first release no text has a command that fetches the package from a registry', ({ skip }) => {
  if (isPublishedIn(root)) return skip('skipped: a release is in a registry')
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap((file) => fetchingByName(read(file)).map((command) => `${file}: ${command}`))).toEqual([])
})

test('such a command would be found', () => {
  const found = ['npm install tender-checkout', 'npx tender-checkout dev', 'npm i -D tender-checkout ioredis@5']
  expect(found.filter((command) => !fetchingByName(command).length)).toEqual([])
  const fine = ['npm install "$(npm pack --silent ../tender-checkout)"', 'npm install ./tender-checkout-0.1.0.tgz']
  expect([...fine, `${LATER}, \`npm install tender-checkout\` works.`].flatMap(fetchingByName)).toEqual([])
})

/** A folder with the switch before a release, or after one. */
function rootWith(isPublished: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'tender-install-'))
  mkdirSync(join(folder, 'docs/data'), { recursive: true })
  writeFileSync(join(folder, 'docs/data/registry.json'), JSON.stringify({ isPublished }))
  return folder
}

describe('one switch decides where the package comes from', () => {
  const [before, since] = [rootWith(false), rootWith(true)]
  afterAll(() => [before, since].forEach((folder) => rmSync(folder, { recursive: true })))

  test.each(Object.entries(installTexts))('in %s', (_, text) => {
    expect(fetchingByName(text(before))).toEqual([])
    expect(text(since)).not.toBe(text(before))
    expect(text(since)).not.toContain(LATER)
    expect(text(since)).not.toContain('$(npm pack')
  })

  test('README begins with the two commands of a clone, and from the first release on with the package', () => {
    expect(commandsIn(installTexts['install-readme']!(before))).toEqual(['npm start', 'npm test'])
    expect(commandsIn(installTexts['install-readme']!(since))[0]).toBe('npm install tender-checkout')
    expect(read('.ci/run')).toMatch(/^npm test\b/m)
  })
})

const typed = [...publicDocuments, ...texts.filter((file) => /^examples\/.*README\.md$/.test(file))].flatMap((file) =>
  commandsIn(read(file)).map((command) => [file, command] as const),
)

test('each command of tender in a document is one that it takes', () => {
  const lines = typed.filter(([, command]) => /(?:^|\s)npx .*\btender\s/.test(command))
  expect(lines.length).toBeGreaterThan(15)
  for (const [file, line] of lines) {
    const [name = '', ...args] = line.replace(/^.*?\btender\s+/, '').split(/\s+/)
    const command = commands.find((one) => one.name === name)
    expect(command, `${file}: ${line}`).toBeDefined()
    expect(() => readArguments(command!, args), `${file}: ${line}`).not.toThrow()
  }
})

test('each script of npm in a document is one of the clone', () => {
  const lines = typed.filter(
    ([file, command]) => !file.startsWith('examples/') && /^npm (?:run|start|test)/.test(command),
  )
  expect(lines.length).toBeGreaterThan(10)
  for (const [file, line] of lines) {
    const [, script = ''] = /^npm (?:run )?([\w:-]+)/.exec(line)!
    expect(scripts, `${file}: ${line}`).toHaveProperty([script])
  }
})
