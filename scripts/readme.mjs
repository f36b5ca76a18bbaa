// Writes the tables of SECURITY.md and docs/ and the list of the languages from what the code reads, and formats these
// documents. With --built, writes only the documents that are not committed.
import { register } from 'tsx/esm/api'

register()
const { writeBuiltDocuments, writeDocuments } = await import('./documents/readme.ts')
await (process.argv.includes('--built') ? writeBuiltDocuments() : writeDocuments())
