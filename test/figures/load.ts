import { measureLatency } from '../campaigns/load/latency.ts'
import { measureMemory } from '../campaigns/load/memory.ts'
import { measureOverhead } from '../campaigns/load/overhead.ts'
import { measureOverload } from '../campaigns/load/overload.ts'
import { openTown, type Town } from '../campaigns/load/town.ts'
import type { Budget, Figure, Measure } from './figure.ts'

type Work = (town: Town) => Promise<readonly Figure[]>

/** What is measured, for so many seconds and in so many rounds; the small budget shows that it can be, and not how it is. */
const budgets: Readonly<Record<Budget, Readonly<Record<string, Work>>>> = {
  full: {
    CPU: (town) => measureOverhead(town, 3, 5),
    latency: (town) => measureLatency(town, 1000, 5, 3),
    memory: (town) => measureMemory(town, 3600),
    overload: (town) => measureOverload(town, 6, 3),
  },
  small: {
    CPU: (town) => measureOverhead(town, 0.2, 1),
    latency: (town) => measureLatency(town, 100, 0.3, 1),
    memory: (town) => measureMemory(town, 60, 200, 0),
    overload: (town) => measureOverload(town, 0.5, 1),
  },
}

/** The built proxy, a stub of the gateway and whoever asks, each a process; the proxy has a core of its own. */
export const measure: Measure = async (budget, tell) => {
  const town = await openTown()
  const figures: Figure[] = []
  try {
    for (const [what, work] of Object.entries(budgets[budget])) {
      tell(`load: ${what}`)
      figures.push(...(await work(town)))
    }
    return figures
  } finally {
    town.close()
  }
}
