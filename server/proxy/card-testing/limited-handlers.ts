import type { Outcome } from '#contract/checkout.ts'
import type { Context, TicketedHandlers } from '../handlers.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Challenge } from './challenge.ts'
import { buildGate } from './gate.ts'
import type { Try } from './admission.ts'
import { buildProofOfWork } from './proof-of-work.ts'

/**
 * The handlers behind the gate against card testing. An operator's mail and telephone orders and the charges of the
 * merchant's own server are not limited, since the merchant itself identifies who orders.
 */
export function limitedHandlers(
  proxy: ProxyContext,
  handlers: TicketedHandlers,
  challenge: Challenge | 'proof-of-work' | undefined,
): TicketedHandlers {
  const gate = buildGate(proxy, challenge === 'proof-of-work' ? buildProofOfWork(proxy) : challenge)
  type Reads = 'prepare' | 'outcome' | 'withdraw' | 'cancel'
  type Pays = 'pay' | 'authenticate' | 'payByWallet' | 'authenticateWallet'
  const outcomes =
    <A>(read: (request: A, context: Context) => Promise<Outcome> | Outcome) =>
    async (request: A, context: Context): Promise<Outcome> =>
      gate.record(context, await read(request, context))
  const tried =
    <A>(pay: (request: A, context: Context) => Promise<Outcome> | Outcome, tryIn: (request: A) => Try) =>
    (request: A, context: Context): Promise<Outcome> =>
      gate.pass(context, tryIn(request), {
        pay: async (noteSent) => pay(request, { ...context, noteSent }),
        read: () => limited.outcome({}, context),
      })
  const limited: Pick<TicketedHandlers, Reads | Pays> = {
    prepare: outcomes(handlers.prepare),
    outcome: outcomes(handlers.outcome),
    withdraw: outcomes(handlers.withdraw),
    cancel: outcomes(handlers.cancel),
    pay: tried(handlers.pay, (request) => cardIn(request, false)),
    authenticate: tried(handlers.authenticate, (request) => cardIn(request, true)),
    payByWallet: tried(handlers.payByWallet, (request) => walletIn(request, false)),
    authenticateWallet: tried(handlers.authenticateWallet, (request) => walletIn(request, true)),
  }
  return {
    ...handlers,
    ...limited,
    async checkout(request, context) {
      const checkout = await handlers.checkout(request, context)
      await gate.opened(context)
      return { ...checkout, outcome: await gate.record(context, checkout.outcome) }
    },
  }
}

interface Card {
  readonly seToken: string
  readonly bindingId?: string | undefined
}

const cardIn = ({ seToken, bindingId }: Card, isSecond: boolean): Try => ({
  sealed: seToken,
  isNewCard: bindingId === undefined,
  isSecond,
})

const walletIn = ({ paymentToken }: { readonly paymentToken: string }, isSecond: boolean): Try => ({
  sealed: paymentToken,
  isNewCard: false,
  isSecond,
})
