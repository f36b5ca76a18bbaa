// Writes what the specification's documents show of every field, as data for test/conformance/document.
import { register } from 'tsx/esm/api'

register()
const { report, writeFacts } = await import('../test/conformance/document/stored.ts')
writeFacts()
for (const line of report()) console.log(line)
