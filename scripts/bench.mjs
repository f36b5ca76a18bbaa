// Runs benchmarks, all or only the named ones; each prints ratios to a baseline that is measured in the same run.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('./bench/main.ts')
process.exit(await main(process.argv.slice(2), { print: console.log, report: console.error }))
