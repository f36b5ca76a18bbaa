// Simulates many payments with faults, on a virtual clock, and counts how many of them broke a rule.
// From one file with all libraries, since calls between modules take a fifth of a payment's time.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** The folder with the file, for the processes that play a share. */
const GIVEN = 'TENDER_SIMULATION_BUNDLE'

async function bundled() {
  // As deep in the tree as the modules of the simulation, which find this script by a path that is relative to theirs.
  const outDir = join(root, `node_modules/.cache/tender-simulation-${process.pid}`)
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir,
      rolldownOptions: {
        input: join(root, 'test/campaigns/simulation/main.ts'),
        external: /^node:/,
        output: { entryFileNames: 'main.js' },
      },
    },
  })
  return outDir
}

process.env[GIVEN] ??= await bundled()
const { main } = await import(join(process.env[GIVEN], 'main.js'))
process.exitCode = await main(process.argv.slice(2), console.log)
