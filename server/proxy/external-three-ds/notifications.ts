import type { Outcome } from '#contract/checkout.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import { hasFailed } from '#contract/outcome.ts'
import type { TicketedHandlers } from '../checkout-operations.ts'
import { lineOf } from '../http/log.ts'
import { factsOf, refusal } from '../orders/outcome.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { ExternalThreeDs } from './external-three-ds.ts'
import type { Waiting } from './records.ts'

/** The end of a challenge, for the page that the browser has returned to. */
export interface Returned {
  readonly nonce: string
  readonly orderId: string
  readonly returnUrl?: string
  readonly failUrl?: string | undefined
  readonly locale?: string | undefined
  readonly hasFailed: boolean
}

/** What the notification pages of the merchant's own 3-D Secure server do; `undefined` for an address of others. */
export interface Notifications {
  /** Notes that the method page has run; returns the nonce that the page's parent waits for. */
  method(signed: string): Promise<string | undefined>
  /** Goes on with the payment after a challenge, whether a page waits for that or not. */
  challenge(signed: string, cres: string | undefined): Promise<Returned | undefined>
}

/** Milliseconds between attempts while another request holds the order's lock, and their number. */
const [PAUSE, ATTEMPTS] = [500, 20]

/** `handlers` are those behind the limits against card testing. */
export function buildNotifications(
  { log, clock, random }: Pick<ProxyContext, 'log' | 'clock' | 'random'>,
  { records, authenticationKeyIn }: ExternalThreeDs,
  handlers: Pick<TicketedHandlers, 'authenticate'>,
): Notifications {
  /** `undefined` while the lock is held by another request, and the challenge still waits. */
  async function goOn(waiting: Waiting, signed: string, cres: string | undefined): Promise<Outcome | undefined> {
    const { ticket, card, clientInfo } = waiting
    try {
      const request = { ...card, requestId: random.uuid(), continuation: signed }
      const outcome = await handlers.authenticate(request, {
        ticket,
        clientInfo,
        challenge: cres === undefined ? {} : { cres },
      })
      return outcome.state === 'pending' && (await isWaiting(waiting)) ? undefined : outcome
    } catch (error) {
      if (error instanceof ProxyError && error.code === 'busy') return undefined
      log.error({ op: 'authenticate', order: ticket.orderNumber, ...lineOf(error) })
      return refusal(factsOf(ticket, waiting.orderId), undefined, true)
    }
  }

  const isWaiting = async ({ ticket, nonce }: Waiting): Promise<boolean> => {
    const record = await records.read(ticket.orderNumber)
    return record?.kind === 'challenge' && record.nonce === nonce
  }

  /** An outcome that the order's status does not show is kept for the page. */
  async function end({ ticket, clientInfo: { locale }, nonce, orderId }: Waiting, outcome: Outcome): Promise<void> {
    const { orderNumber, returnUrl, failUrl } = ticket
    const record = await records.read(orderNumber)
    if (record === undefined || record.nonce === nonce)
      await records.write(orderNumber, { kind: 'ended', nonce, orderId, outcome, returnUrl, failUrl, locale })
  }

  return {
    async method(signed) {
      const key = authenticationKeyIn(signed)
      if (key) await records.noteMethod(key.orderNumber, key.nonce)
      return key?.nonce
    },
    async challenge(signed, cres) {
      const key = authenticationKeyIn(signed)
      if (!key) return undefined
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const record = await records.read(key.orderNumber)
        if (record?.nonce !== key.nonce || record.kind === 'method')
          return { nonce: key.nonce, orderId: '', hasFailed: false }
        if (record.kind === 'ended') return returned(record, record.outcome)
        const outcome = await goOn(record, signed, cres)
        if (outcome) {
          await end(record, outcome)
          return returned({ ...record, ...record.ticket, ...record.clientInfo }, outcome)
        }
        await clock.sleep(PAUSE)
      }
      return { nonce: key.nonce, orderId: '', hasFailed: false }
    },
  }
}

const returned = (
  { nonce, orderId, returnUrl, failUrl, locale }: Required<Pick<Returned, 'returnUrl'>> & Omit<Returned, 'hasFailed'>,
  { state }: Outcome,
): Returned => ({ nonce, orderId, returnUrl, failUrl, locale, hasFailed: hasFailed(state) })
