// Writes the bill of materials of the published package (CycloneDX), to the named file or to stdout. The output is
// reproducible: it comes from the lockfile alone, without a time, a serial number or the tools of this machine.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Development dependencies that are bundled into the shipped files. */
const bundled = ['credit-card-type', 'micro-rsa-dsa-dh']

/** npm's bill of materials of the lockfile, reduced to what is installed with the package or bundled into it. */
export function sbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return shipped(JSON.parse(stdout))
}

function shipped({ $schema, bomFormat, specVersion, version, metadata, components, dependencies }) {
  const ways = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const top = metadata.component['bom-ref']
  const refs = reachable(ways.get(top).filter(isShipped), ways)
  return {
    $schema,
    bomFormat,
    specVersion,
    version,
    metadata: {
      lifecycles: metadata.lifecycles,
      component: { ...metadata.component, name: manifest.name },
    },
    components: components
      .filter((component) => refs.has(component['bom-ref']))
      .map(({ properties: _, ...component }) => component)
      .toSorted(byRef),
    dependencies: [
      { ref: top, dependsOn: ways.get(top).filter(isShipped).toSorted() },
      ...[...refs].toSorted().map((ref) => ({ ref, dependsOn: ways.get(ref).toSorted() })),
    ],
  }
}

const byRef = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

const isShipped = (ref) => nameOf(ref) in manifest.dependencies || bundled.includes(nameOf(ref))

function reachable(from, ways) {
  const found = new Set()
  const visit = (ref) => {
    if (found.has(ref)) return
    found.add(ref)
    for (const next of ways.get(ref) ?? []) visit(next)
  }
  for (const ref of from) visit(ref)
  return found
}

if (process.argv[1] === import.meta.filename) {
  const text = `${JSON.stringify(sbom(), null, 2)}\n`
  if (process.argv[2]) writeFileSync(process.argv[2], text)
  else process.stdout.write(text)
}
