import type { AccountData } from '#server-contract/issuing/card-data.ts'
import type { accountTypes } from '#server-contract/issuing/cards.ts'
import type { IssuerContext } from '../context.ts'
import { availableOn } from '../ledger/ledger.ts'
import { alphaOf } from '../ledger/money.ts'
import type { Account } from '../records.ts'

type AccountType = (typeof accountTypes)[number]

/** accountType as a number; the document lists no values: the first are those of ISO 8583, the rest the sandbox's. */
const typeCodes: ReadonlyMap<string, number> = new Map<AccountType, number>([
  ['ACCOUNT_TYPE_DEFAULT', 0],
  ['ACCOUNT_TYPE_SAVING', 10],
  ['ACCOUNT_TYPE_CHECKING', 20],
  ['ACCOUNT_TYPE_CREDIT', 30],
  ['ACCOUNT_TYPE_FIRST_OTHERS', 91],
  ['ACCOUNT_TYPE_LOANS', 92],
  ['ACCOUNT_TYPE_ENVELOPE', 93],
  ['ACCOUNT_TYPE_ESCROW', 94],
  ['ACCOUNT_TYPE_MONEY_MARKET', 95],
  ['ACCOUNT_TYPE_LOYALTY', 96],
])

/** An account without its cards (card management 2.6); under strict rules every account is a default one (2.7). */
export function accountFacts(context: IssuerContext, account: Account, isDefault: boolean): Omit<AccountData, 'cards'> {
  const { number, currency, creditLimit, customer, type } = account
  const alpha = alphaOf(currency)
  const typeCode = typeCodes.get(type)
  return {
    number,
    currency,
    ...(alpha !== undefined && { currencyAlphaCode: alpha }),
    balance: availableOn(context, account),
    creditLimit,
    customerId: customer,
    defaultAccount: isDefault || context.rules() === 'strict',
    ...(typeCode !== undefined && { accountType: typeCode }),
  }
}
