// Measures how fast the sandbox's issuer responds, with few transactions and with many.
import { register } from 'tsx/esm/api'

register()
const { run } = await import('../test/bench/issuing.ts')
await run((line) => console.log(line))
