import type { Progress } from '#bridge/protocol.ts'

/** Progress of a card form into which nothing was typed. */
export const nothingTyped: Progress = { complete: false, brand: 'unknown', invalid: [] }

/** Progress of a wallet, whose sheet asks for everything. */
export const nothingMissing: Progress = { complete: true, brand: 'unknown', invalid: [] }
