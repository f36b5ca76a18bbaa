// Writes the tables of SECURITY.md and docs/ and the list of the languages from what the code reads, and formats these documents.
import { register } from 'tsx/esm/api'

register()
const { writeDocuments } = await import('./documents/readme.ts')
await writeDocuments()
