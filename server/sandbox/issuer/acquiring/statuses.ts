import type { acceptorOperations } from '#server-contract/issuing/acquiring.ts'
import type { Done } from '#server-contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import { terminalKey } from '../tables.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { record } from '../ledger/ledger.ts'
import { acceptorStatuses } from '../requests/choices.ts'
import type { AcceptorOwner, AcceptorStatus, Place } from '../records.ts'
import { newAcceptor } from '../ledger/acceptors.ts'

type StatusChange = AcceptorOwner & Pick<AcceptorStatus, 'status'>

/**
 * changeMerchantStatus (card management 4.3). Stores an unknown merchant, as its first payment does. The first call
 * sets the owner; 03 is another owner, or a closed merchant, which stays closed.
 */
export const changeMerchantStatus =
  (context: IssuerContext) =>
  (request: Request<typeof acceptorOperations.changeMerchantStatus>): Done => {
    const { tables } = context
    const { merchantNumber: number } = request
    const before = tables.merchants.get(number) ?? newAcceptor(number, number)
    const after = changed(before, request)
    tables.merchants.put(number, after)
    note(context, 'MERCHANT_STATUS_CHANGE', { merchantId: number }, [before, after])
    return { responseCode: '00' }
  }

/** changeTerminalStatus (card management 4.3), by the same rules; 03 is also a terminal of a closed merchant. */
export const changeTerminalStatus =
  (context: IssuerContext) =>
  (request: Request<typeof acceptorOperations.changeTerminalStatus>): Done => {
    const { tables } = context
    const { merchantNumber, terminalNumber } = request
    const merchant = tables.merchants.get(merchantNumber) ?? newAcceptor(merchantNumber, merchantNumber)
    stillOpen(merchant, 'merchantNumber')
    const place = { merchantId: merchantNumber, terminalId: terminalNumber }
    const before = tables.terminals.get(terminalKey(place)) ?? newAcceptor(terminalNumber, merchantNumber)
    const after = changed(before, request)
    tables.merchants.put(merchantNumber, merchant)
    tables.terminals.put(terminalKey(place), after)
    note(context, 'TERMINAL_STATUS_CHANGE', place, [before, after])
    return { responseCode: '00' }
  }

/** The sandbox's own processing codes: the document shows none. */
const processingCodes = { MERCHANT_STATUS_CHANGE: '970000', TERMINAL_STATUS_CHANGE: '971000' } as const
const EURO = 978

function note(
  context: IssuerContext,
  type: keyof typeof processingCodes,
  about: Place,
  [before, after]: readonly [AcceptorStatus, AcceptorStatus],
): void {
  record(context, {
    type,
    direction: 'NOOP',
    about,
    amount: 0,
    currency: EURO,
    accountAmount: 0,
    responseCode: '00',
    processingCode: processingCodes[type],
    description: `Status ${before.status} to ${after.status}`,
    postings: [],
  })
}

function changed(acceptor: AcceptorStatus, { status, ...request }: StatusChange): AcceptorStatus {
  stillOpen(acceptor, acceptor.number === acceptor.merchant ? 'merchantNumber' : 'terminalNumber')
  const { institutionId, agentId, customerNumber, contractNumber } = request
  const owner = { institutionId, agentId, customerNumber, contractNumber }
  for (const [field, value] of Object.entries(owner))
    if (acceptor.owner && acceptor.owner[field as keyof AcceptorOwner] !== value)
      throw new Declined('03', `${field} is not the one that was given first`)
  return { ...acceptor, status, owner }
}

function stillOpen({ status }: AcceptorStatus, field: string): void {
  if (status === acceptorStatuses.closed) throw new Declined('03', `${field} is closed, and stays so`)
}
