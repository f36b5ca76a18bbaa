import type { Outcome } from '#contract/checkout.ts'
import type { Context, TicketedHandlers } from '../handlers.ts'
import type { Parts } from '../parts.ts'
import type { Challenge } from './challenge.ts'
import { buildGate } from './gate.ts'
import type { Try } from './admission.ts'
import { buildProofOfWork } from './proof-of-work.ts'

/**
 * The handlers behind the gate that keeps out who tests cards. An operator's mail and telephone orders, and what the
 * merchant's own server charges, are not limited: they come with the merchant's own word for who is there.
 */
export function limitedHandlers(
  parts: Parts,
  handlers: TicketedHandlers,
  challenge: Challenge | 'proof-of-work' | undefined,
): TicketedHandlers {
  const gate = buildGate(parts, challenge === 'proof-of-work' ? buildProofOfWork(parts) : challenge)
  type Reads = 'prepare' | 'outcome' | 'withdraw' | 'cancel'
  type Pays = 'pay' | 'authenticate' | 'payByWallet' | 'authenticateWallet'
  const told =
    <A>(read: (asked: A, context: Context) => Promise<Outcome> | Outcome) =>
    async (asked: A, context: Context): Promise<Outcome> =>
      gate.tell(context, await read(asked, context))
  const tried =
    <A>(pay: (asked: A, context: Context) => Promise<Outcome> | Outcome, tryIn: (asked: A) => Try) =>
    (asked: A, context: Context): Promise<Outcome> =>
      gate.pass(context, tryIn(asked), {
        pay: async (noteSent) => pay(asked, { ...context, noteSent }),
        read: () => limited.outcome({}, context),
      })
  const limited: Pick<TicketedHandlers, Reads | Pays> = {
    prepare: told(handlers.prepare),
    outcome: told(handlers.outcome),
    withdraw: told(handlers.withdraw),
    cancel: told(handlers.cancel),
    pay: tried(handlers.pay, (asked) => cardIn(asked, false)),
    authenticate: tried(handlers.authenticate, (asked) => cardIn(asked, true)),
    payByWallet: tried(handlers.payByWallet, (asked) => walletIn(asked, false)),
    authenticateWallet: tried(handlers.authenticateWallet, (asked) => walletIn(asked, true)),
  }
  return {
    ...handlers,
    ...limited,
    async checkout(asked, context) {
      const checkout = await handlers.checkout(asked, context)
      await gate.opened(context)
      return { ...checkout, outcome: await gate.tell(context, checkout.outcome) }
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
