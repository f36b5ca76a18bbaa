import type { Random } from '#contract/ports.ts'

/** The browser's randomness, which the entry files inject. */
export const browserRandom: Pick<Random, 'uuid'> = { uuid: () => crypto.randomUUID() }
