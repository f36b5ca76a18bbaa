import type { Kind } from '../compare.ts'
import type { Side } from '../stated.ts'

/** Why a difference may stand. */
export const classes = {
  contradiction: 'the document contradicts itself',
  text: "the document's sentences say so, and its lists of fields do not",
  family: 'an addition of the gateway family, marked so in the contract',
  sandbox: "an addition of the sandbox's, marked so in the contract",
} as const

/** What the document says, word for word, by the number of the line. */
export type Quotes = Readonly<Record<number, string>>

interface Row {
  readonly operation: string
  /** Paths, with spaces between them. */
  readonly fields: string
  /** What the document states of this operation alone. */
  readonly quotes?: Quotes
}

/** Differences of one kind that have one reason, with what the document says. */
export interface KnownDifference {
  readonly class: 'contradiction' | 'text'
  readonly kind: Kind
  readonly side: Side
  readonly reason: string
  readonly quotes?: Quotes
  readonly rows: readonly Row[]
}

/** The quotes of every row. */
export const quotesOf = ({ rows, quotes }: KnownDifference): readonly (readonly [row: Row, quotes: Quotes])[] =>
  rows.map((row) => [row, { ...quotes, ...row.quotes }] as const)
