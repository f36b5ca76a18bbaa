import { measureLatency } from './load/latency.ts'
import { measureMemory } from './load/memory.ts'
import { measureOverhead } from './load/overhead.ts'
import { measureOverload } from './load/overload.ts'
import { openStack, type Stack } from './load/stack.ts'
import type { Budget, Figure, Measure } from '../../test/support/figure.ts'

type Work = (stack: Stack) => Promise<readonly Figure[]>

/** The measurements, with their seconds and rounds; the small budget proves that they run, its figures mean nothing. */
const budgets: Readonly<Record<Budget, Readonly<Record<string, Work>>>> = {
  full: {
    CPU: (stack) => measureOverhead(stack, 3, 5),
    latency: (stack) => measureLatency(stack, 1000, 5, 3),
    memory: (stack) => measureMemory(stack, 3600),
    overload: (stack) => measureOverload(stack, 6, 3),
  },
  small: {
    CPU: (stack) => measureOverhead(stack, 0.2, 1),
    latency: (stack) => measureLatency(stack, 100, 0.3, 1),
    memory: (stack) => measureMemory(stack, 60, 200, 0),
    overload: (stack) => measureOverload(stack, 0.5, 1),
  },
}

/** The built proxy, a stub of the gateway and the load generator, each a process; the proxy has a core of its own. */
export const measure: Measure = async (budget, report) => {
  const stack = await openStack()
  const figures: Figure[] = []
  try {
    for (const [what, work] of Object.entries(budgets[budget])) {
      report(`load: ${what}`)
      figures.push(...(await work(stack)))
    }
    return figures
  } finally {
    stack.close()
  }
}
