import { measureLatency } from './load/latency.ts'
import { measureOverhead } from './load/overhead.ts'
import { measuredBy } from './load/stack.ts'

/** The CPU time of a request and the time that it takes, each beside a baseline of the same run; two minutes. */
export const measure = measuredBy({
  full: {
    CPU: (stack) => measureOverhead(stack, 1, 15),
    latency: (stack) => measureLatency(stack, 500, 5, 3),
  },
  small: {
    CPU: (stack) => measureOverhead(stack, 0.2, 1),
    latency: (stack) => measureLatency(stack, 100, 0.3, 1),
  },
})
