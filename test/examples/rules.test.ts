import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenLinks } from '../support/links.ts'
import { root } from '../support/root.ts'
import { catalogue, engines } from './catalogue.ts'

const home = join(root, 'examples')
const read = (file: string): string => readFileSync(join(home, file), 'utf8')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The files of an example, but what is installed or built there. */
const filesOf = (name: string): readonly string[] =>
  readdirSync(join(home, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .filter((file) => !/\/(?:node_modules|dist|\.next|\.angular|__pycache__)\//.test(file))

const names = [...Object.keys(catalogue), ...engines]
const spa = ['react', 'vue', 'svelte', 'angular']

test('every folder is an example that a test pays on, and is listed', () => {
  const folders = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const document = readFileSync(join(root, 'docs/integration/examples.md'), 'utf8')
  expect(names.filter((name) => !document.includes(`\`examples/${name}\``))).toEqual([])
  expect(names.filter((name) => !read('README.md').includes(`(${name}/README.md)`))).toEqual([])
})

describe.each(names)('%s', (name) => {
  test('has a README of one screen that says how to run it', () => {
    const text = read(`${name}/README.md`)
    expect(text.split('\n').length).toBeLessThan(40)
    expect(text).toMatch(/^npm run dev$|^npx (?:tender-checkout|.* tender) dev --shop /m)
    expect(brokenLinks(home, `${name}/README.md`)).toEqual([])
  })

  test('is small', () => {
    const most = (file: string): number => (file === 'php/tender.php' ? 300 : engines.includes(name) ? 200 : 160)
    const long = filesOf(name).filter((file) => read(file).split('\n').length > most(file))
    expect(long).toEqual([])
    expect(filesOf(name).length).toBeLessThan(16)
  })

  test('names no secret in what a browser gets', () => {
    const isServers =
      /\/(?:server\.js|app\/(?:shop|webhooks\/route)\.ts|main\.go|next\.config\.ts|tender\.php|src\/(?:index|tender-(?:plugin|payments|service))\.ts|medusa-config\.ts|(?:modules\/tender\/service|hooks\/tender\/route)\.ts|tender\.py|README\.md)$/
    const secrets = /TENDER_(?:TICKET_SECRET|API_KEY|WEBHOOK_SECRET)|tender-checkout\/(?:server|merchant)|signOrder/
    const files = filesOf(name).filter((file) => !isServers.test(file))
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((file) => secrets.test(read(file)))).toEqual([])
  })
})

const packages = names.filter((name) => catalogue[name]?.hasPackage ?? true)
test.each(packages)('%s has exact versions, of the package the present one, and no lockfile', (name) => {
  const { dependencies, devDependencies = {} } = JSON.parse(read(`${name}/package.json`)) as {
    dependencies: Record<string, string>
    devDependencies?: Record<string, string>
  }
  expect(dependencies['tender-checkout']).toBe(version)
  const versions = Object.values({ ...dependencies, ...devDependencies })
  expect(versions.filter((one) => !/^\d+\.\d+\.\d+$/.test(one))).toEqual([])
  expect(existsSync(join(home, name, 'package-lock.json'))).toBe(false)
})

test('pages of frameworks share one server and one client of it', () => {
  for (const file of ['server.js', 'src/orders.ts'])
    expect(new Set(spa.map((name) => read(`${name}/${file}`))).size).toBe(1)
})
