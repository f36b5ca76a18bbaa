import type { Accounts, AccountReference, AccountsQuestion } from '#server-contract/methods/sbp/fields.ts'
import type { Verdict } from '#server-contract/gateway/orders.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { GatewayContext } from '../../context.ts'
import { refusal } from '../../errors/refusal.ts'
import { success } from '../../errors/words/success.ts'
import type { Merchant } from '../../merchants/merchants.ts'

/** An account that a client of a merchant has stored: a subscription. */
export interface Account {
  readonly id: string
  /** Login of the merchant. */
  readonly merchant: string
  readonly clientId: string
  /** The order whose payment stores it; until that is paid there is no such account. */
  readonly orderId: string
  readonly bankName: string
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly active: boolean
}

export interface AccountTable {
  byId(merchant: string, id: string): Account | undefined
  of(merchant: string, clientId: string): readonly Account[]
  keep(account: Account): Account
}

export function accountTable({ store, orders }: GatewayContext): AccountTable {
  const accounts = accountRows(store)
  const clients = indexBy(accounts, ({ merchant, clientId }) => clientKey(merchant, clientId))
  const isStored = ({ id, orderId }: Account): boolean => orders.byId(orderId)?.binding === id
  return {
    byId(merchant, id) {
      const account = accounts.get(id)
      return account?.merchant === merchant && isStored(account) ? account : undefined
    },
    of: (merchant, clientId) => clients.of(clientKey(merchant, clientId)).filter(isStored),
    keep(account) {
      accounts.put(account.id, account)
      return account
    },
  }
}

const accountRows = (store: Store) => store.table<Account>('gateway-sbp-accounts')

const clientKey = (merchant: string, clientId: string): string => JSON.stringify([merchant, clientId])

/** getBindings.do of accounts. */
export const listAccounts =
  (accounts: AccountTable) =>
  ({ clientId, showDisabled, language }: AccountsQuestion, { login }: Merchant): Accounts => {
    const found = accounts.of(login, clientId).filter(({ active }) => active || showDisabled)
    if (!found.length) throw refusal('no bindings', language)
    const bindings = found.map(({ id, bankName, createdAt }) => ({ bindingId: id, bankName, createdDate: createdAt }))
    return { ...success(language), bindings }
  }

/** unBind.do: an account that is removed already is refused. */
export const removeAccount =
  (accounts: AccountTable) =>
  ({ bindingId, language }: AccountReference, { login }: Merchant): Verdict => {
    const account = accounts.byId(login, bindingId)
    if (!account?.active) throw refusal('no binding', language)
    accounts.keep({ ...account, active: false })
    return success(language)
  }
