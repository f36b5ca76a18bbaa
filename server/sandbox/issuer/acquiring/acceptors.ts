import { acceptorStatuses } from '#contract/issuing/acquiring.ts'
import { terminalKey, type Tables } from '../tables.ts'
import type { Acceptor, AcceptorStatus } from '../rows.ts'

/** A merchant or a terminal that nobody has told a status of. */
export const newAcceptor = (number: string, merchant: string): AcceptorStatus => ({
  number,
  merchant,
  status: acceptorStatuses.active,
})

/** Makes a merchant and its terminal known, as active; those that are known stay as they are. */
export function meet({ merchants, terminals }: Tables, acceptor: Acceptor): void {
  const { merchantId, terminalId } = acceptor
  if (!merchants.get(merchantId)) merchants.put(merchantId, newAcceptor(merchantId, merchantId))
  const key = terminalKey(acceptor)
  if (!terminals.get(key)) terminals.put(key, newAcceptor(terminalId, merchantId))
}

/** Which of the two that accept a card may not, told by its field; one that nobody knows yet may. */
export function inactiveOf({ merchants, terminals }: Tables, acceptor: Acceptor): string | undefined {
  const request = [
    ['merchantIdentification', merchants.get(acceptor.merchantId)],
    ['terminalIdentification', terminals.get(terminalKey(acceptor))],
  ] as const
  return request.find(([, row]) => row && row.status !== acceptorStatuses.active)?.[0]
}
