import { spawnSync } from 'node:child_process'
import { buildTwice } from '../../test/campaigns/supply/package/builds.ts'
import { canaries } from '../../test/campaigns/supply/every-secret.ts'
import { config, leaked, paths } from '../../test/campaigns/supply/leaks.ts'
import { librariesOf, programs, type Program } from '../../test/campaigns/supply/package/libraries.ts'
import { manifest, root } from '../../test/campaigns/supply/package/lockfile.ts'
import { answers, shown } from '../../test/campaigns/supply/policies.ts'
import { findingsIn, withHashes } from '../../test/campaigns/supply/policy-rules.ts'
import { rotations } from '../../test/campaigns/supply/rotation/rotations.ts'
import { runRotation } from '../../test/campaigns/supply/rotation/run-rotation.ts'
import { ours, theirs } from '../../test/support/signing-keys.ts'
import type { Budget, Figure, Measure } from '../../test/support/figure.ts'

/** Measures the contents of the published package, and its secrets. */
export const measure: Measure = async (budget, report) => {
  const quick = [...libraries(), await policies(), secrets(), await replaced(budget, report)]
  return budget === 'small' ? quick : [...quick, audit(), await builds(report)]
}

const libraries = (): Figure[] => [
  loaded('libraries in the card frame', programs['the card frame'], 1),
  loaded('libraries in the element', programs['the element'], 1),
  loaded(
    `libraries that the proxy loads (of ${Object.keys(manifest.dependencies).length} dependencies, the browser's among them)`,
    programs['the proxy as it runs'],
    8,
  ),
]

function loaded(name: string, program: Program, most: number): Figure {
  const found = librariesOf(program)
  const target = most === 1 ? '1' : `at most ${most}`
  return { name, target, measured: `${found.length} (${found.join(', ')})`, isMet: found.length <= most }
}

async function policies(): Promise<Figure> {
  const seen = (await answers()).map(({ headers }) => String(headers['content-security-policy']))
  const all = [...Object.values(shown).map(withHashes), ...seen]
  const findings = all.flatMap(findingsIn)
  return {
    name: 'Content Security Policies with a finding, by csp_evaluator and by rules of our own',
    target: '0, no unsafe-*, Trusted Types on',
    measured: `${findings.length} in ${all.length}`,
    isMet: findings.length === 0,
  }
}

function secrets(): Figure {
  const found = Object.values(paths).flatMap((write) => leaked(write(config)))
  return {
    name: 'secrets of the configuration found in what is printed of it',
    target: '0',
    measured: `${found.length} (${Object.keys(canaries).length} secrets, ${Object.keys(paths).length} ways of printing)`,
    isMet: found.length === 0,
  }
}

/** `each`: payments started between two requests of the earlier ones; `kinds`: how many kinds of secret change. */
const load: Readonly<Record<Budget, { readonly each: number; readonly kinds: number }>> = {
  full: { each: 25, kinds: Infinity },
  small: { each: 1, kinds: 1 },
}

async function replaced(budget: Budget, report: (line: string) => void): Promise<Figure> {
  const { each, kinds } = load[budget]
  const all = rotations(ours, theirs).slice(0, kinds)
  let payments = 0
  const failures: string[] = []
  for (const rotation of all) {
    report(`replaces ${rotation.what}`)
    const run = await runRotation(rotation, rotation.steps, each)
    payments += run.payments
    failures.push(...run.failures)
  }
  return {
    name: `payments that fail while each of ${all.length} kinds of secrets is replaced, on two proxies in turn`,
    target: '0',
    measured: `${failures.length} of ${payments}`,
    isMet: failures.length === 0 && payments > 0,
  }
}

interface Audited {
  readonly metadata?: { readonly vulnerabilities?: { readonly high: number; readonly critical: number } }
}

function audit(): Figure {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
  const found = (JSON.parse(stdout || '{}') as Audited).metadata?.vulnerabilities
  return {
    name: 'advisories, high or critical, about what is installed (npm audit)',
    target: '0',
    measured: found ? String(found.high + found.critical) : 'not known: the registry did not answer the question here',
    isMet: found !== undefined && found.high + found.critical === 0,
  }
}

async function builds(report: (line: string) => void): Promise<Figure> {
  const name = 'files that two builds in different folders, installed without scripts, have otherwise'
  try {
    const { files, different } = await buildTwice(report)
    return { name, target: '0', measured: `${different.length} of ${files}`, isMet: !different.length && files > 0 }
  } catch (error) {
    report((error as Error).message)
    return { name, target: '0', measured: 'not known: it was not built', isMet: false }
  }
}
