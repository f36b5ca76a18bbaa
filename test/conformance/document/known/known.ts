import type { Kind } from '../compare.ts'
import type { Side } from '../stated.ts'

/** Why a difference may stand: only the first two may in the long run. */
export const classes = {
  contradiction: 'the document contradicts itself',
  family: 'an addition of the gateway family, marked so in the contract',
  open: 'to be settled in the contract',
} as const
export type DifferenceClass = keyof typeof classes

/** Differences of one kind that have one reason. */
export interface KnownDifference {
  readonly class: DifferenceClass
  readonly kind: Kind
  readonly side: Side
  readonly reason: string
  readonly rows: readonly {
    readonly operation: string
    /** Paths, with spaces between them. */
    readonly fields: string
    /** The lines of the document that say so. */
    readonly lines: readonly number[]
  }[]
}
