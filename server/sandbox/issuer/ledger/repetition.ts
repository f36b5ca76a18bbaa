import { Declined } from './declined.ts'
import type { IssuerContext } from '../context.ts'
import type { Transaction, TransactionType } from '../records.ts'

interface ReferencedRequest {
  readonly uniqueReferenceNumber?: string | undefined
  readonly amount: number
  readonly currency: number
}

/** The entry of the same request sent before. Declines with 94 if another request has its uniqueReferenceNumber. */
export function madeBefore(
  { tables }: IssuerContext,
  request: ReferencedRequest,
  card: string,
  type: TransactionType,
): Transaction | undefined {
  const { uniqueReferenceNumber: reference, amount, currency } = request
  const before = reference === undefined ? undefined : tables.byReference.of(reference)[0]
  if (!before) return undefined
  const isSame =
    before.type === type && before.card === card && before.amount === amount && before.currency === currency
  if (isSame) return before
  throw anotherRequest()
}

export const anotherRequest = (): Declined => new Declined('94', 'uniqueReferenceNumber is that of another request')
