// Measures the figures of docs/development/measurements.md, all or only the named topics, and writes them there.
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

build() // some topics measure the published files
register()
const { main, here } = await import('./figures/main.ts')
process.exit(await main(process.argv.slice(2), { ...here, print: console.log, report: console.error }))
