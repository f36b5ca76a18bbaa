import type { Outcome } from '#contract/checkout.ts'
import { ticketedApi, type TicketedHandlers } from '../checkout-operations.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { Challenge } from './challenge.ts'
import { buildGate, type PaymentActions } from './gate.ts'
import type { Try } from './admission.ts'
import { buildProofOfWork } from './proof-of-work.ts'

type Handler = (request: never, context: RequestContext) => Promise<Outcome> | Outcome
type CountsAs = (typeof ticketedApi)[keyof typeof ticketedApi]['countsAs']

/**
 * The handlers behind the gate against card testing, by what each operation counts as in its row. An operator's mail
 * and telephone orders and the charges of the merchant's own server are not limited, since the merchant itself
 * identifies who orders.
 */
export function withLimits(
  proxy: ProxyContext,
  challenge: Challenge | 'proof-of-work' | undefined,
  handlers: TicketedHandlers,
): TicketedHandlers {
  const gate = buildGate(proxy, challenge === 'proof-of-work' ? buildProofOfWork(proxy) : challenge)
  const recorded =
    (read: Handler): Handler =>
    async (request, context) =>
      gate.record(context, await read(request, context))
  const actionsOf = (pay: Handler, request: never, context: RequestContext): PaymentActions => ({
    pay: async (noteSent) => pay(request, { ...context, noteSent }),
    read: () => limited.outcome({}, context),
  })
  const tried =
    (isSecond: boolean) =>
    (pay: Handler): Handler =>
    (request, context) =>
      gate.pass(context, tryIn(request, isSecond), actionsOf(pay, request, context))
  const wraps: Readonly<Record<CountsAs, (handler: Handler) => Handler>> = {
    outcome: recorded,
    try: tried(false),
    'continued try': tried(true),
    code: (pay) => (request, context) => gate.code(context, actionsOf(pay, request, context)),
    nothing: (handler) => handler,
  }
  const limited: TicketedHandlers = {
    ...(Object.fromEntries(
      Object.entries(ticketedApi).map(([name, { countsAs }]) => [
        name,
        wraps[countsAs](handlers[name as keyof TicketedHandlers] as unknown as Handler),
      ]),
    ) as unknown as TicketedHandlers),
    async checkout(request, context) {
      const checkout = await handlers.checkout(request, context)
      await gate.opened(context)
      return { ...checkout, outcome: await gate.record(context, checkout.outcome) }
    },
  }
  return limited
}

/** What a request for payment tries: a sealed card, or a wallet's token. */
type Tried = { readonly seToken: string; readonly bindingId?: string | undefined } | { readonly paymentToken: string }

const tryIn = (request: Tried, isSecond: boolean): Try =>
  'seToken' in request
    ? { sealed: request.seToken, isNewCard: request.bindingId === undefined, isSecond }
    : { sealed: request.paymentToken, isNewCard: false, isSecond }
