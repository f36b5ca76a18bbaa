import type { Difference } from './compare.ts'
import type { KnownDifference } from './known/known.ts'
import type { Mark } from './described.ts'
import type { DocumentName } from './stored.ts'
import { gatewayKnown } from './known/gateway.ts'
import { issuerKnown } from './known/issuer.ts'

/** The known differences between our descriptions and their documents. */
export const differences: Readonly<Record<DocumentName, readonly KnownDifference[]>> = {
  gateway: gatewayKnown,
  issuer: issuerKnown,
}

/** A known difference as one line, such as `2.2 request token: length invented`. */
export const lineOf = (operation: string, side: string, field: string, kind: string): string =>
  `${operation} ${side} ${field}: ${kind}`

/** Every difference of a document that the document itself makes, as a line; of one class, when it is given. */
export const knownLines = (document: DocumentName, only?: KnownDifference['class']): readonly string[] =>
  differences[document]
    .filter((known) => only === undefined || known.class === only)
    .flatMap(({ kind, side, rows }) =>
      rows.flatMap(({ operation, fields }) => fields.split(' ').map((field) => lineOf(operation, side, field, kind))),
    )

/** What the contract marks as an addition of its own to what the document shows; the mark is its reason. */
export const isAddition = ({ kind, mark }: Difference, only: Mark | undefined = mark): boolean =>
  kind === 'not shown' && mark !== undefined && mark === only
