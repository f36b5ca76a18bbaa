import type { IssuerContext } from '../context.ts'
import { record } from '../authorizations/ledger.ts'
import type { Transaction, TransactionType } from '../rows.ts'

/** What moves no money and is in the history all the same; the processing codes are the sandbox's own. */
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

/** Writes a change of an account, or of a limit, into the history. */
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
