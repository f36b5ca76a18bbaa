// Builds what the browser gets, then runs the demo from its sources, in this same process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

// The demo shuts itself down; before it has begun to listen, and when it does not, being asked to end is no failure.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(0)
  })

build()
register()
const demo = join(import.meta.dirname, '../demo/start.ts')
process.argv[1] = demo
await import(pathToFileURL(demo).href)
