import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import type { AcceptorStatus } from '../records.ts'

/** The merchant of that number at that institution. Declines with 03 where there is none. */
export function merchantNamed(
  { tables }: IssuerContext,
  number: string,
  institutionId: string,
  field: string,
): AcceptorStatus {
  const merchant = tables.merchants.get(number)
  if (!merchant) throw new Declined('03', `${field} is not a merchant that is known here`)
  if (merchant.owner && merchant.owner.institutionId !== institutionId)
    throw new Declined('03', `institutionId is not that of the merchant`)
  return merchant
}
