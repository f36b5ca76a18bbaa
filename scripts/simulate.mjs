// Simulates many payments with faults, on a virtual clock, and counts how many of them broke a rule.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../test/campaigns/simulation/main.ts')
process.exitCode = await main(process.argv.slice(2), console.log)
