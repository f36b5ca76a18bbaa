// Draws the sequence diagrams of docs/development/sequences.md: the messages of real payments in the demo.
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

build()
register()
const { recordSequences } = await import('./documents/sequences/record.ts')
await recordSequences()
process.exit()
