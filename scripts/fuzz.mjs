// Fuzzes the proxy with malformed requests and malformed answers, as many as requested, and counts broken rules.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../test/campaigns/fuzz/main.ts')
process.exitCode = await main(process.argv.slice(2), console.log)
