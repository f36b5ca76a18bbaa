// Writes the tables of the README and of the reference from the tables that the code reads.
import { register } from 'tsx/esm/api'

register()
const { writeDocuments } = await import('../test/setup/readme.ts')
await writeDocuments()
