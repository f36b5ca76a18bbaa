// Builds the browser's files, then runs the demo from its sources, in this same process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

// The demo handles these signals once it runs. While it does not, a signal ends the process without an error.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(0)
  })

build()
register()
const demo = join(import.meta.dirname, '../demo/start.ts')
process.argv[1] = demo
await import(pathToFileURL(demo).href)
