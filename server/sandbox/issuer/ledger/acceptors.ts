import { acceptorStatuses } from '../requests/choices.ts'
import { terminalKey, type Tables } from '../tables.ts'
import type { Acceptor, AcceptorStatus } from '../records.ts'

/** A merchant or a terminal whose status was never set. */
export const newAcceptor = (number: string, merchant: string): AcceptorStatus => ({
  number,
  merchant,
  status: acceptorStatuses.active,
})

/** Stores a merchant and its terminal as active, unless they are already stored. */
export function storeAcceptor({ merchants, terminals }: Tables, acceptor: Acceptor): void {
  const { merchantId, terminalId } = acceptor
  if (!merchants.get(merchantId)) merchants.put(merchantId, newAcceptor(merchantId, merchantId))
  const key = terminalKey(acceptor)
  if (!terminals.get(key)) terminals.put(key, newAcceptor(terminalId, merchantId))
}

/** The field of a merchant or terminal that is not active; an unknown one counts as active. */
export function inactiveOf({ merchants, terminals }: Tables, acceptor: Acceptor): string | undefined {
  const request = [
    ['merchantIdentification', merchants.get(acceptor.merchantId)],
    ['terminalIdentification', terminals.get(terminalKey(acceptor))],
  ] as const
  return request.find(([, record]) => record && record.status !== acceptorStatuses.active)?.[0]
}
