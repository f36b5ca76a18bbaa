import { guardProcess } from '../../server/process-guard.ts'

// A process that waits, guarded as the proxy is unless it is told not to be.
if (process.argv[2] !== 'unguarded') guardProcess()
let ticks = 0
setInterval(() => process.stdout.write(`tick ${++ticks}\n`), 100)
process.stdout.write(`waiting, ${'__proto__' in {} ? 'with' : 'without'} __proto__\n`)
