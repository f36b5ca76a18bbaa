import { measureMemory } from './load/memory.ts'
import { measureOverload } from './load/overload.ts'
import { measuredBy } from './load/stack.ts'

/** What a million payments leave in the memory, and how many are made at twice the capacity. */
export const measure = measuredBy({
  full: {
    memory: (stack) => measureMemory(stack, 3600),
    overload: (stack) => measureOverload(stack, 6, 3),
  },
  small: {
    memory: (stack) => measureMemory(stack, 60, 200, 0),
    overload: (stack) => measureOverload(stack, 0.5, 1),
  },
})
