// Runs all checks and all tests; with arguments, only Vitest with these arguments. Vitest's summary is the last line.
import { check, run } from './check.mjs'

const args = process.argv.slice(2)
const failed = args.length ? [] : await check()
process.env.FAILED_CHECKS = String(failed.length)
const isFine = run(['vitest/vitest.mjs', 'run', ...args])
process.exitCode = isFine && !failed.length ? 0 : 1
