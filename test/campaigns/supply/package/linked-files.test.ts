import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path/posix'
import { describe, expect, onTestFinished, test } from 'vitest'
import { linksIn, proseOf, publicDocuments } from '../../../support/links.ts'
import { root } from '../../../support/root.ts'

interface Packed {
  readonly files: readonly { readonly path: string }[]
}

/** The files that npm would pack, without building them. */
function packed(cwd = root): ReadonlySet<string> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const answer = JSON.parse(stdout) as readonly Packed[] | Readonly<Record<string, Packed>>
  return new Set(Object.values(answer).flatMap(({ files }) => files.map(({ path }) => path)))
}

const files = packed()
const isPacked = (path: string): boolean =>
  files.has(path) || [...files].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`))

test('every document is in the package, and so is every file that one of them links to', () => {
  expect(publicDocuments.filter((document) => !files.has(document))).toEqual([])
  const links = publicDocuments.flatMap((document) =>
    linksIn(proseOf(root, document))
      .map((link) => link.split('#')[0]!)
      .filter((link) => link !== '')
      .map((link) => [document, join(dirname(document), link)] as const),
  )
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter(([, file]) => !isPacked(file)).map(([document, file]) => `${document} → ${file}`)).toEqual([])
})

test('every file that a document names is in the package, or in a folder of which the README says that it is not', () => {
  const [, listed = ''] = /every path under ((?:`\w+\/`(?:, | and )?)+)/.exec(proseOf(root, 'README.md')) ?? []
  const absent = [...listed.matchAll(/`(\w+\/)`/g)].map(([, folder]) => folder!)
  expect(absent.filter(isPacked)).toEqual([])
  const named = publicDocuments.flatMap((document) =>
    [...proseOf(root, document).matchAll(/`((?!node_modules)\w+\/[\w./-]+)`/g)].map(
      ([, path]) => [document, path!] as const,
    ),
  )
  const missing = named
    .filter(([, path]) => existsSync(join(root, path)) && !absent.some((folder) => path.startsWith(folder)))
    .filter(([, path]) => !isPacked(path))
  expect(named.length).toBeGreaterThan(100)
  expect(missing.map(([document, path]) => `${document} names ${path}`)).toEqual([])
})

describe('the folder deploy', () => {
  test('is packed as it is in the repository', () => {
    const tracked = execFileSync('git', ['ls-files', '-z', 'deploy'], { cwd: root, encoding: 'utf8' }).split('\0')
    expect([...files].filter((file) => file.startsWith('deploy/')).toSorted()).toEqual(
      tracked.filter(Boolean).toSorted(),
    )
  })

  test('and docs are packed without what an operator puts beside the examples', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tender-packed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(join(root, 'package.json'), join(folder, 'package.json'))
    const shipped = [...files].filter((file) => /^(?:deploy|docs)\//.test(file))
    for (const file of shipped) cpSync(join(root, file), join(folder, file))
    const before = packed(folder)
    expect(shipped.filter((file) => !before.has(file))).toEqual([])
    const places = [...new Set(shipped.map((file) => dirname(file)))]
    const own = [
      'secret.yaml',
      '.env',
      'proxy.env',
      'merchants.yaml',
      'merchants/shop-one.env',
      'shop-one.env',
      'tls.key',
      'tls.pem',
      'tls.crt',
      '.htpasswd',
      'compose.override.yaml',
    ]
    const filled = places.flatMap((place) => [...own, 'prod/secret.yaml', 'keys.txt'].map((file) => join(place, file)))
    for (const file of filled) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), 'a secret')
    }
    const after = packed(folder)
    expect(filled.filter((file) => after.has(file))).toEqual([])
  })
})
