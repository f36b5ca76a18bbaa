// Measures what docs/measurements.md promises, all of it or the topics that are named, and writes it down there.
import { register } from 'tsx/esm/api'

register()
const { main, here } = await import('../test/figures/main.ts')
process.exit(await main(process.argv.slice(2), { ...here, print: console.log, report: console.error }))
