import type { IssuerContext } from '../context.ts'
import { record } from '../ledger/ledger.ts'
import type { Transaction, TransactionType } from '../records.ts'

/** Processing codes of history entries that move no money; they are the sandbox's own. */
const processingCodes = {
  ACCOUNT_STATUS_CHANGE: '960000',
  LIMIT_CHANGE: '961000',
  LIMIT_EXCEPTION: '962000',
  BENEFICIARIES_CHANGE: '963000',
  MCC_LIST_CHANGE: '964000',
} as const satisfies { [Type in TransactionType]?: string }

interface About {
  readonly card?: string
  readonly account?: string
  readonly currency: number
  readonly description: string
}

/** Records a change of an account, or of a limit, in the history. */
export const note = (context: IssuerContext, type: keyof typeof processingCodes, about: About): Transaction =>
  record(context, {
    ...about,
    type,
    direction: 'NOOP',
    amount: 0,
    accountAmount: 0,
    responseCode: '00',
    processingCode: processingCodes[type],
    postings: [],
  })
