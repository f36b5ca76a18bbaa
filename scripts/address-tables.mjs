// Writes the tables of addresses and telephone numbers again. The address data are fetched, at the version named beside
// the tables; the telephone data are those of the installed libphonenumber-js.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'

register()
const { addressData, addressTables, isCountryFile, phoneTables } = await import('./plugins/address-tables.ts')

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

/** The countries of the fetched package. */
function countriesIn(folder) {
  const { name, version, integrity } = addressData
  const packed = JSON.parse(run('npm', ['pack', '--json', `${name}@${version}`], folder))
  const [archive] = Array.isArray(packed) ? packed : Object.values(packed)
  if (archive.integrity !== integrity) throw new Error(`${name} ${version} is another archive: ${archive.integrity}`)
  run('tar', ['-xzf', archive.filename], folder)
  const countries = join(folder, 'package/countries')
  return readdirSync(countries)
    .filter(isCountryFile)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(countries, file), 'utf8')))
}

const folder = mkdtempSync(join(tmpdir(), 'address-data-'))
try {
  const files = { ...(await addressTables(countriesIn(folder))), ...(await phoneTables()) }
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text)
} finally {
  rmSync(folder, { recursive: true })
}
