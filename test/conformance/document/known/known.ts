import type { Kind } from '../compare.ts'
import type { Side } from '../stated.ts'

/** Why a difference may stand. */
export const classes = {
  contradiction: 'the document contradicts itself',
  text: "the document's sentences say so, and its lists of fields do not",
  family: 'an addition of the gateway family, marked so in the contract',
  sandbox: "an addition of the sandbox's, marked so in the contract",
} as const
export type DifferenceClass = keyof typeof classes

/** What the document says, word for word, by the number of the line. */
export type Quotes = Readonly<Record<number, string>>

interface Row {
  readonly operation: string
  /** Paths, with spaces between them. */
  readonly fields: string
  /** What the document states of this operation alone. */
  readonly quotes?: Quotes
}

/** Differences of one kind that have one reason. */
interface Differences {
  readonly kind: Kind
  readonly side: Side
  readonly reason: string
  readonly rows: readonly Row[]
}

/** Differences that the document itself makes, with what it says. */
interface Quoted extends Differences {
  readonly class: 'contradiction' | 'text'
  readonly quotes?: Quotes
}

/** Differences that the marks of the contract make; the document says nothing. */
interface Marked extends Differences {
  readonly class: 'family' | 'sandbox'
}

export type KnownDifference = Quoted | Marked

/** The quotes of every row, where there are any. */
export const quotesOf = (known: KnownDifference): readonly (readonly [row: Row, quotes: Quotes])[] =>
  'quotes' in known || known.class === 'contradiction' || known.class === 'text'
    ? known.rows.map((row) => [row, { ...(known as Quoted).quotes, ...row.quotes }] as const)
    : []
