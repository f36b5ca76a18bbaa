import type { Reporter, TestModule } from 'vitest/node'

type Counts = { passed: number; failed: number; skipped: number }

/** A file that cannot be loaded has no tests to count, but counts as a failure. */
function count(modules: readonly TestModule[], strayErrors: number): Counts {
  const counts = { passed: 0, failed: strayErrors, skipped: 0 }
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    counts.passed += states.filter((state) => state === 'passed').length
    counts.failed += states.filter((state) => state === 'failed').length
    counts.skipped += states.filter((state) => state === 'skipped').length
    if (module.state() === 'failed' && !states.includes('failed')) counts.failed += 1
  }
  return counts
}

/** Ends the output with one line that a machine can read: `N passed, N failed`. */
export class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    // scripts/test.mjs runs the compiler and the linters first; a fault there is a failure too.
    const checks = Number(process.env.FAILED_CHECKS ?? 0)
    const { passed, failed, skipped } = count(modules, errors.length + checks)
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    process.once('exit', () => console.log(line))
  }
}
