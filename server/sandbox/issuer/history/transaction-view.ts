import type { Transaction as Report } from '#server-contract/issuing/history.ts'
import { writeOffAt } from '../ledger/settlement.ts'
import type { IssuerContext } from '../context.ts'
import type { Acceptor, Transaction } from '../records.ts'
import { dated, numberOfCode } from '../ledger/wording.ts'

/** Numbers of the back office begin above those of the front end; the document shows no relation between the two. */
const BACK_OFFICE = 9_000_000_000

/** A transaction as its card's history returns it (card management 2.8). */
export const response = ({ clock }: IssuerContext, entry: Transaction): Report => ({
  authorizationDate: entry.localDate,
  transactionType: entry.type,
  operationDirection: entry.direction,
  amount: entry.amount,
  currency: entry.currency,
  amountInAccountCurrency: entry.accountAmount,
  utrnno: entry.utrnno,
  ...(isWrittenOff(entry, clock.now()) && {
    boUtrnno: BACK_OFFICE + entry.utrnno,
    boWriteOffDate: dated(writeOffAt(entry.at)),
    boIssuerFeeAmount: 0,
  }),
  ...reversalOf(entry),
  ...(entry.description !== undefined && { transactionDescription: entry.description }),
  ...feesOf(entry),
  ...(entry.acceptor && placeOf(entry.acceptor)),
  ...(entry.posDataCode !== undefined && { posDataCode: entry.posDataCode }),
  ...(entry.approval !== undefined && { authorizationIdResponse: entry.approval }),
  requestAmount: entry.amount,
  internalResponseCode: numberOfCode(entry.responseCode),
})

/** Only what has moved money is written off, never a hold. */
const isWrittenOff = ({ postings, at }: Transaction, now: number): boolean =>
  postings.length > 0 && now >= writeOffAt(at)

/** Whether an entry is a reversal, and its date; a wholly reversed entry has the date of its last reversal. */
function reversalOf({ type, at, reversedAt }: Transaction): Pick<Report, 'reversal' | 'reversalDate'> {
  const when = type === 'REVERSAL' ? at : reversedAt
  return { reversal: type === 'REVERSAL', ...(when !== undefined && { reversalDate: dated(when) }) }
}

function feesOf({ acquirerFee, issuerFee, direction }: Transaction): Partial<Report> {
  return {
    feeDirection: acquirerFee || issuerFee ? direction : 'NOOP',
    ...(acquirerFee !== undefined && { acquireFeeAmount: acquirerFee }),
    ...(issuerFee !== undefined && { feIssuerFeeAmount: issuerFee }),
  }
}

const placeOf = ({ merchantId, terminalId, mcc, name, city, country }: Acceptor): Partial<Report> => ({
  merchantId,
  terminalId,
  mcc,
  ...(name !== undefined && { merchantName: name }),
  ...(city !== undefined && { merchantCity: city }),
  ...(country !== undefined && { merchantCountry: country }),
  ...(city !== undefined && country !== undefined && { terminalAddress: `${city}, ${country}` }),
})
