// Makes a release: checks what docs/development/releasing.md promises, then writes the version and the files of the release.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { sbom } from './sbom.mjs'

register()
const { publicApi, releasedApi, removedSilently } = await import('./documents/public-api.ts')
const { writeDocuments } = await import('./documents/readme.ts')
const { buildTwice } = await import('../test/campaigns/supply/package/builds.ts')

const root = join(import.meta.dirname, '..')
const path = (...names) => join(root, ...names)
const read = (file) => readFileSync(path(file), 'utf8')
const json = (value) => `${JSON.stringify(value, null, 2)}\n`

function stop(message) {
  console.error(message)
  process.exit(1)
}

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) stop(`${command} ${args.join(' ')} failed: ${stderr || stdout}`)
  return stdout
}

const numbersOf = (version) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)

/** Whether a version is greater than another one. */
function isGreater(version, other) {
  const [one, two] = [numbersOf(version), numbersOf(other)]
  const at = one.findIndex((number, place) => number !== two[place])
  return at >= 0 && one[at] > two[at]
}

const unreleased = (changelog) => /^## Unreleased$([^]*?)(?=^## \d|$(?![^]))/m.exec(changelog)?.[1].trim() ?? ''

/** Sentences about what a release still lacks. */
function missing(version) {
  const current = JSON.parse(read('package.json')).version
  const removed = removedSilently(releasedApi(), publicApi(), read('CHANGELOG.md'))
  return [
    version !== undefined && !numbersOf(version) && `${version} is not a version such as 0.2.0.`,
    version !== undefined &&
      numbersOf(version) &&
      !isGreater(version, current) &&
      `${version} is not greater than ${current}.`,
    run('git', 'status', '--porcelain').trim() && 'The working tree is not clean: commit first.',
    !unreleased(read('CHANGELOG.md')) && 'CHANGELOG.md has nothing under Unreleased.',
    ...removed.map((name) => `${name} is no longer public, and CHANGELOG.md does not name it.`),
  ].filter(Boolean)
}

/** Every script that a browser gets, with what PCI DSS 6.4.3 asks about it. */
function scriptsIn(dist) {
  return ['cdn', 'frames'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .toSorted()
      .map((file) => {
        const text = readFileSync(join(dist, folder, file))
        const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`
        return {
          file: `${folder}/${file}`,
          bytes: text.length,
          integrity,
          licences: `${folder}/${licencesOf(join(dist, folder), file)}`,
        }
      }),
  )
}

/** The file beside a script that has the licences of what is in it. */
function licencesOf(folder, file) {
  const names = readdirSync(folder).filter((name) => name.endsWith('licenses.md'))
  return names.find((name) => name === `${file.split('-')[0]}.licenses.md`) ?? names[0]
}

async function writeVersion(version) {
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version')
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(
    path('CHANGELOG.md'),
    read('CHANGELOG.md').replace('## Unreleased', `## Unreleased\n\n## ${version} (${date})`),
  )
  writeFileSync(path('docs/data/public-api.json'), json(publicApi()))
  // From now on the documents install the package from the registry.
  writeFileSync(path('docs/data/registry.json'), json({ isPublished: true }))
  await writeDocuments()
}

function writeFiles() {
  const folder = path('dist', 'release')
  const [{ filename }] = JSON.parse(run('npm', 'pack', '--json'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(path(filename), join(folder, filename))
  rmSync(path(filename))
  writeFileSync(join(folder, 'sbom.cdx.json'), json(sbom()))
  writeFileSync(join(folder, 'scripts.json'), json(scriptsIn(path('dist'))))
  return folder
}

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const [version] = args.filter((arg) => !arg.startsWith('--'))
if (!isCheck && version === undefined) stop('npm run release -- VERSION, or npm run release -- --check')

const problems = missing(version)
for (const problem of problems) console.error(problem)
if (problems.length) process.exit(1)
const { different, files } = await buildTwice((line) => console.error(line))
if (different.length) stop(`Two builds differ in ${different.join(', ')}.`)
console.error(`Two builds gave the same ${files} files.`)
if (!isCheck) {
  await writeVersion(version)
  console.error(`Written: package.json, CHANGELOG.md, docs/ and ${writeFiles()}`)
}
