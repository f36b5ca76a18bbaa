import { Webhook } from 'standardwebhooks'
import type { WebhookDelivery } from '#contract/merchant.ts'
import type { Clock } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import type { Notice } from './notice.ts'
import type { WebhookSettings } from './notice-settings.ts'

/** Sends a notice once and says what came of it; never rejects. */
export type Send = (notice: Notice) => Promise<WebhookDelivery>

/** Milliseconds that the merchant's server has to answer in. */
const PATIENCE = 10_000

/**
 * Posts notices to the merchant's address, signed by the Standard Webhooks convention with every secret, so that one can
 * be replaced while both are live. Any 2xx takes a notice; no redirection is followed.
 */
export function webhookSender({ url, secrets }: WebhookSettings, carry: Carry, clock: Clock): Send {
  const signers = secrets.map((secret) => new Webhook(secret.reveal()))
  return (notice) => {
    const { id, ...said } = notice
    const body = JSON.stringify(said)
    const at = new Date(clock.now())
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
    }
    return inTime(clock, (signal) =>
      exchanged(carry, new Request(url, { method: 'POST', body, headers, redirect: 'manual', signal })),
    )
  }
}

async function inTime(clock: Clock, act: (signal: AbortSignal) => Promise<WebhookDelivery>): Promise<WebhookDelivery> {
  const over = new AbortController()
  const answered = new AbortController()
  const late = clock.sleep(PATIENCE, answered.signal).then(() => {
    over.abort()
    return { delivered: false, reason: `It did not answer within ${PATIENCE / 1000} seconds.` }
  })
  late.catch(() => {}) // the wait that an answer has ended
  return Promise.race([act(over.signal), late]).finally(() => answered.abort())
}

async function exchanged(carry: Carry, request: Request): Promise<WebhookDelivery> {
  try {
    const { ok, status, body } = await carry(request)
    await body?.cancel()
    return ok
      ? { delivered: true, status }
      : { delivered: false, status, reason: `It answered HTTP ${status}, not 2xx.` }
  } catch (error) {
    return { delivered: false, reason: `It could not be reached${codeIn(error)}.` }
  }
}

/** The system's name of the trouble, such as ` (ECONNREFUSED)`. */
function codeIn(error: unknown): string {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return ` (${code})`
  return cause === undefined ? '' : codeIn(cause)
}
