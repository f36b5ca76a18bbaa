import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { librariesOf, programs } from './libraries.ts'
import { broughtBy, locked, manifest, nameAt, root } from './lockfile.ts'

/** The libraries of each program are listed by name: every further one is third-party code that must be trusted. */
const counted: Readonly<Record<keyof typeof programs, readonly string[]>> = {
  'the card frame': ['@noble/hashes', 'credit-card-type', 'micro-rsa-dsa-dh'],
  'the challenge frame': [],
  'the element': ['lean-qr', 'lit'],
  'the proxy as it runs': ['fastify', 'jose', 'lean-qr', 'pino', 'prom-client', 'standardwebhooks', 'undici', 'zod'],
}

test.each(Object.entries(programs))('%s loads its counted libraries and no others', (name, program) => {
  expect(librariesOf(program)).toEqual(counted[name as keyof typeof programs])
})

const installed = Object.keys(manifest.dependencies)
const bundled = Object.values(programs).flatMap((program) => librariesOf(program))
const shipped = broughtBy([...installed, ...bundled, ...Object.keys(manifest.peerDependencies)])

/** Licences of works that may be used in an MIT-licensed one, and sold. */
const fitting = new Set(['MIT', 'MIT/X11', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'Unlicense'])

test('every licence of what is shipped or brought along fits', () => {
  const licences = [...shipped].map((place) => [place, locked.get(place)!.license ?? 'none'] as const)
  expect(licences.length).toBeGreaterThan(50)
  expect(licences.filter(([, licence]) => !fitting.has(licence))).toEqual([])
})

test('whatever is installed, tools too, runs on the oldest Node that is named, and none of it is deprecated', () => {
  const semver = createRequire(import.meta.url)('semver') as {
    minVersion(range: string): string
    satisfies(version: string, range: string): boolean
  }
  const oldest = semver.minVersion(manifest.engines.node)
  const needs = [...locked].map(([place, { engines }]) => [place, engines?.node ?? '*'] as const)
  expect(needs.filter(([, range]) => range !== '*').length).toBeGreaterThan(100)
  expect(needs.filter(([, range]) => !semver.satisfies(oldest, range))).toEqual([])
  expect([...locked].filter(([, { deprecated }]) => deprecated).map(([place]) => place)).toEqual([])
})

describe('the lockfile', () => {
  test('knows the bytes of every package, those of other platforms too, and no address of any', () => {
    const wrong = [...locked].filter(
      ([, { integrity, resolved }]) => !/^sha512-.{88}$/.test(integrity ?? '') || resolved,
    )
    expect(wrong.map(([place]) => place)).toEqual([])
  })

  test('installs without scripts: what is shipped has none, and those of the tools are refused', () => {
    const withScripts = [...locked].filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place)
    expect(withScripts.map((place) => manifest.allowScripts[nameAt(place)])).toEqual(withScripts.map(() => false))
    const inManifest = [...shipped].filter((place) => scriptsOf(place).length)
    expect(inManifest.map(nameAt)).toEqual(
      inManifest.map(nameAt).filter((name) => manifest.allowScripts[name] === false),
    )
  })
})

/** The scripts that npm would run at an installation, by the package's own manifest. */
function scriptsOf(place: string): string[] {
  const path = join(root, place, 'package.json')
  const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: Record<string, string> }
  return Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))
}

describe('the bill of materials', () => {
  const written = () => spawnSync(process.execPath, [join(root, 'scripts/sbom.mjs')], { encoding: 'utf8' }).stdout
  const text = written()
  const bill = JSON.parse(text) as Bill

  interface Bill {
    readonly bomFormat: string
    readonly metadata: { readonly component: { readonly name: string; readonly purl: string } }
    readonly components: readonly {
      readonly name: string
      readonly version: string
      readonly hashes: readonly unknown[]
    }[]
  }

  test('is the same each time, and has no data of the machine', () => {
    expect(written()).toBe(text)
    expect(text).not.toMatch(/timestamp|serialNumber|"tools"/)
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'tender-checkout' } } })
  })

  test('names all that is installed with the package or lies in its bundles, by its bytes, and nothing else', () => {
    const due = [...broughtBy([...installed, ...bundled])]
    const named = bill.components.map(({ name, version, hashes }) => `${name}@${version} ${hashes.length}`)
    expect(named.toSorted()).toEqual(due.map((place) => `${nameAt(place)}@${locked.get(place)!.version} 1`).toSorted())
  })
})
