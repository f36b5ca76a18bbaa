import type { acceptorOperations } from '#contract/issuing/acquiring.ts'
import { acceptorStatuses } from '#contract/issuing/acquiring.ts'
import type { Done } from '#contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import { terminalKey } from '../books.ts'
import { Declined } from '../declined.ts'
import type { Desk } from '../desk.ts'
import type { AcceptorOwner, AcceptorStatus } from '../rows.ts'
import { newAcceptor } from './acceptors.ts'

type Change = AcceptorOwner & Pick<AcceptorStatus, 'status'>

/**
 * changeMerchantStatus (card management 4.3). A merchant that nobody has told of becomes known by it, as by its first
 * payment. Whose it is, the first call decides; 03 is another owner, or a merchant that was closed, which is for good.
 */
export const changeMerchantStatus =
  ({ books }: Desk) =>
  (asked: Request<typeof acceptorOperations.changeMerchantStatus>): Done => {
    const { merchantNumber: number } = asked
    books.merchants.put(number, changed(books.merchants.get(number) ?? newAcceptor(number, number), asked))
    return { responseCode: '00' }
  }

/** changeTerminalStatus (card management 4.3), in the same manner; 03 is a merchant that was closed, too. */
export const changeTerminalStatus =
  ({ books }: Desk) =>
  (asked: Request<typeof acceptorOperations.changeTerminalStatus>): Done => {
    const { merchantNumber, terminalNumber } = asked
    const merchant = books.merchants.get(merchantNumber) ?? newAcceptor(merchantNumber, merchantNumber)
    stillOpen(merchant, 'merchantNumber')
    const key = terminalKey({ merchantId: merchantNumber, terminalId: terminalNumber })
    const terminal = changed(books.terminals.get(key) ?? newAcceptor(terminalNumber, merchantNumber), asked)
    books.merchants.put(merchantNumber, merchant)
    books.terminals.put(key, terminal)
    return { responseCode: '00' }
  }

function changed(row: AcceptorStatus, { status, ...asked }: Change): AcceptorStatus {
  stillOpen(row, row.number === row.merchant ? 'merchantNumber' : 'terminalNumber')
  const { institutionId, agentId, customerNumber, contractNumber } = asked
  const owner = { institutionId, agentId, customerNumber, contractNumber }
  for (const [field, value] of Object.entries(owner))
    if (row.owner && row.owner[field as keyof AcceptorOwner] !== value)
      throw new Declined('03', `${field} is not the one that was given first`)
  return { ...row, status, owner }
}

function stillOpen({ status }: AcceptorStatus, field: string): void {
  if (status === acceptorStatuses.closed) throw new Declined('03', `${field} is closed, and stays so`)
}
