import { Webhook } from 'standardwebhooks'
import type { WebhookDelivery } from '#server-contract/merchant/merchant.ts'
import type { Clock } from '#contract/ports.ts'
import type { Fetch } from '#contract/wire/client.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import type { WebhookEvent } from './event.ts'
import type { WebhookSettings } from '../config/webhook-settings.ts'

/** Sends an event once and resolves with the result; never rejects. */
export type Send = (event: WebhookEvent) => Promise<WebhookDelivery>

/** Milliseconds that the merchant's server has to answer in. */
const WEBHOOK_TIMEOUT = 10_000

/**
 * Posts events to the merchant's address, signed by the Standard Webhooks convention with every secret, so that one can
 * be replaced while both are valid. Any 2xx accepts an event; no redirection is followed.
 */
export function webhookSender({ url, secrets }: WebhookSettings, fetch: Fetch, clock: Clock): Send {
  const signers = secrets.map((secret) => new Webhook(secret.reveal()))
  return (event) => {
    const { id, ...message } = event
    const body = JSON.stringify(message)
    const at = new Date(clock.now())
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
    }
    const posted = (signal: AbortSignal): Promise<WebhookDelivery> =>
      exchanged(clock, () => fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal }))
    return withTimeout(clock, WEBHOOK_TIMEOUT, posted, silence)
  }
}

const silence = (): WebhookDelivery => ({
  delivered: false,
  reason: `It did not answer within ${WEBHOOK_TIMEOUT / 1000} seconds.`,
})

/** Milliseconds for which the rest of an answer is read, so that its connection can be used again. */
const BODY_TIMEOUT = 1000

/** The status decides: nothing that follows it, or fails to follow, makes an accepted event a lost one. */
async function exchanged(clock: Clock, send: () => ReturnType<Fetch>): Promise<WebhookDelivery> {
  try {
    const answer = await send()
    const { ok, status } = answer
    await withTimeout(
      clock,
      BODY_TIMEOUT,
      () => answer.text(),
      () => '',
    ).catch(() => '')
    return ok
      ? { delivered: true, status }
      : { delivered: false, status, reason: `It answered HTTP ${status}, not 2xx.` }
  } catch (error) {
    return { delivered: false, reason: `It could not be reached${codeIn(error)}.` }
  }
}

/** The system's error code, such as ` (ECONNREFUSED)`. */
function codeIn(error: unknown): string {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return ` (${code})`
  return cause === undefined ? '' : codeIn(cause)
}
