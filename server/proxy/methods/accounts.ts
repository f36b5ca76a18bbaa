import { ProxyError } from '#contract/proxy-errors.ts'
import { codeMethodNames, type CodeMethodName } from '#contract/methods/methods.ts'
import type { Cards, StoredAccount } from '#server-contract/merchant/merchant.ts'
import type { Charge } from '#server-contract/merchant/charges.ts'
import { failureOf, refusedByGateway, unusable } from '../gateway/gateway-failure.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { codeMethods } from './codes.ts'
import { cards, clientCard, removeCard } from './stored-card/cards.ts'

type Context = Pick<ProxyContext, 'gateway' | 'config'>

interface Reference {
  readonly clientId: string
  readonly bindingId: string
}

/** The methods that are switched on, and whose accounts the gateway lists. */
const storing = ({ config: { codeMethods: on, gateway } }: Context): readonly CodeMethodName[] =>
  codeMethodNames.filter(
    (name) =>
      on.includes(name) && !codeMethods[name].accounts.needs.some((needed) => gateway.profile.absent.includes(needed)),
  )

/** The accounts that a client has paid from by a code. */
async function accountsOf(proxy: Context, clientId: string): Promise<StoredAccount[]> {
  const listed = await Promise.all(
    storing(proxy).map(async (method) => {
      const result = await codeMethods[method].accounts.list(proxy.gateway, clientId)
      if (result.kind === 'refused') throw refusedByGateway(result.errorCode, result.message)
      if (result.kind !== 'answered') throw unusable(result)
      return result.answer.map((account): StoredAccount => ({ ...account, method }))
    }),
  )
  return listed.flat()
}

/** All that a client has stored: cards, and accounts where a method stores them. */
export async function cardsAndAccounts(proxy: Context, { clientId }: Pick<Reference, 'clientId'>): Promise<Cards> {
  if (!storing(proxy).length) return cards(proxy, { clientId })
  const [{ cards: known }, accounts] = await Promise.all([cards(proxy, { clientId }), accountsOf(proxy, clientId)])
  return { cards: known, accounts }
}

const accountNamed = async (proxy: Context, { clientId, bindingId }: Reference): Promise<StoredAccount | undefined> =>
  (await accountsOf(proxy, clientId)).find((account) => account.bindingId === bindingId)

/** Deactivates a stored card or account of this client. */
export async function removeStored(
  proxy: Context & Pick<ProxyContext, 'log' | 'webhooks' | 'clock'>,
  request: Reference,
): Promise<Cards> {
  const account = await accountNamed(proxy, request)
  if (!account) {
    await removeCard(proxy, request)
    return cardsAndAccounts(proxy, request)
  }
  const { removal, remove } = codeMethods[account.method].accounts
  const failure = failureOf(proxy, removal, '', await remove(proxy.gateway, account.bindingId))
  const left = await cardsAndAccounts(proxy, request)
  if (failure && left.accounts?.some(({ bindingId }) => bindingId === account.bindingId)) throw failure
  return left
}

/** Throws a refusal unless this is a common stored card, or an account, of the client. */
export async function requireChargeable(
  proxy: Context,
  request: Pick<Charge, 'clientId' | 'bindingId'>,
): Promise<void> {
  try {
    await clientCard(proxy, request, 'COMMON')
  } catch (error) {
    const isUnknown = error instanceof ProxyError && error.code === 'not_found'
    if (!isUnknown || !(await accountNamed(proxy, request))) throw error
  }
}
