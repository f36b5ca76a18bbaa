import type { Random } from '#contract/ports.ts'

/** The browser's own chance, for the entries that hand parts over. */
export const browserRandom: Pick<Random, 'uuid'> = { uuid: () => crypto.randomUUID() }
