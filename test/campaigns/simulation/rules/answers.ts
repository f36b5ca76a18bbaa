import type { Outcome } from '#contract/checkout.ts'
import { stateOf } from '#contract/outcome.ts'
import type { Answer } from '../network/serve.ts'
import type { Visit } from '../visits.ts'
import { MERCHANT, type InvariantChecker } from './invariant-checker.ts'
import { payments } from './request-rule.ts'

/** Whether a payment's refusal guarantees that nothing was sent for it. */
const wasUnsent = (body: string): boolean =>
  /^{"error":{"code":"(?:busy|too_early|gateway_(?:unreachable|refused_credentials|misconfigured))"/.test(body)

/** Answers to the withdrawal of a request, after which that request changes nothing. */
const withdrawn: ReadonlySet<string> = new Set(['open', 'declined', 'cancelled'])

const whoAsks = ({ from }: Visit): string => from ?? MERCHANT

/** Checks what an answer of a proxy says; `now` is the time of the answer. */
export function reportAnswer(invariants: InvariantChecker, visit: Visit, { status, body }: Answer, now: number): void {
  if (status === 500) invariants.breaks('I8', `the proxy answered 500 to ${visit.op}: ${body}`)
  if (!body.startsWith('{')) return
  invariants.read('an answer of the proxy', body)
  if (status === 200) return reportOutcome(invariants, visit, body, now)
  if (payments.has(visit.op) && wasUnsent(body)) invariants.reportUnsent(whoAsks(visit), ({ by }) => by === visit)
}

function reportOutcome(invariants: InvariantChecker, visit: Visit, body: string, now: number): void {
  const message = JSON.parse(body) as {
    state?: string
    current?: { orderId: string; state: string }
    outcome?: Outcome
  } & Outcome
  const { state, orderId } = message.outcome ?? message
  if (!state) return
  const { step } = (message.outcome ?? message) as { step?: { payload?: string } }
  if (step?.payload !== undefined) invariants.codes.add(step.payload)
  const result = { state: stateOf(message.outcome ?? message), orderId: message.current?.orderId ?? orderId }
  if (visit.op === 'cancel' && message.current) invariants.changes.reportCancel(message.current.state)
  invariants.report(message.current ? MERCHANT : whoAsks(visit), result, now, visit.requestedAt)
  if (visit.op === 'withdraw' && withdrawn.has(state))
    invariants.reportUnsent(whoAsks(visit), ({ by }) => by?.requestId === visit.requestId)
}
