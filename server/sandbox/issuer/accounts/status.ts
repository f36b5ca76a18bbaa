import type { Processed } from '#server-contract/issuing/fields.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed } from '../find.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { accountStatuses, type AccountStatus } from '../requests/choices.ts'
import type { Account, Transaction } from '../records.ts'
import { note } from './note.ts'

/** What an account status permits; the statuses are the sandbox's (card management 3 lists none). */
interface Powers {
  readonly name: string
  /** May be debited. */
  readonly pays: boolean
  /** May be credited. */
  readonly receives: boolean
}

const powers: Readonly<Record<AccountStatus, Powers>> = {
  [accountStatuses.active]: { name: 'active', pays: true, receives: true },
  [accountStatuses.debitsBlocked]: { name: 'no debits', pays: false, receives: true },
  [accountStatuses.blocked]: { name: 'blocked', pays: false, receives: false },
  [accountStatuses.closed]: { name: 'closed', pays: false, receives: false },
}

export const powersOf = ({ status }: Account): Powers => powers[status as AccountStatus]

type AccountStatusRequest = { readonly accountNumber: string; readonly accountStatus: number }

/** changeAccountStatus (card management 4.2). */
export const changeAccountStatus =
  (context: IssuerContext) =>
  (request: AccountStatusRequest): { responseCode: string } => {
    changeStatus(context, request)
    return { responseCode: '00' }
  }

/**
 * changeAccountStatusInFe (card management 4.2). The document does not say how the front end differs from the back
 * office: here both set the only status there is, at once, and this one also returns the ids of its history entry.
 */
export const changeAccountStatusInFe =
  (context: IssuerContext) =>
  (request: AccountStatusRequest): Processed => {
    const { responseCode, processingCode, stan, localDate } = changeStatus(context, request)
    return { responseCode, processingCode, systemTraceAuditNumber: stan, localTransactionDate: localDate }
  }

function changeStatus(context: IssuerContext, { accountNumber, accountStatus }: AccountStatusRequest): Transaction {
  const account = accountNamed(context, accountNumber)
  if (account.status === accountStatuses.closed && accountStatus !== accountStatuses.closed)
    throw new Declined('36', 'accountNumber is that of an account that is closed, which is for good')
  if (accountStatus === accountStatuses.closed) refuseWithMoney(context, account)
  context.tables.accounts.put(accountNumber, { ...account, status: accountStatus })
  const description = `Account status ${account.status} to ${accountStatus}`
  return note(context, 'ACCOUNT_STATUS_CHANGE', { account: accountNumber, currency: account.currency, description })
}

function refuseWithMoney(context: IssuerContext, { number }: Account): void {
  const { posted, held } = balanceOf(context, number)
  if (posted !== 0 || held !== 0)
    throw new Declined(
      '12',
      `accountStatus ${accountStatuses.closed} closes the account, on which there are ${posted}, ${held} of them held`,
    )
}
