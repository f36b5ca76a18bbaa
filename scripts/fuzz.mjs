// Sends wicked requests to the proxy and gives it wicked answers, as many as it is told, and counts what must not be.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('../test/campaigns/fuzz/main.ts')
process.exitCode = await main(process.argv.slice(2), console.log)
