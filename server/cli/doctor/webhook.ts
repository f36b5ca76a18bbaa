import type { TLSSocket } from 'node:tls'
import { failureCause } from '#gateway-client/failure-cause.ts'
import { connectTo } from '#gateway-client/undici-fetch.ts'
import { limitsOf } from '#proxy/transports.ts'
import { certificateIn, noConnection } from '../probe/certificate.ts'
import { ok, type Result } from '../probe/finding.ts'
import { certificateFound } from './public-address.ts'
import type { Subject } from './subject.ts'

/** Whether the merchant's server takes connections as webhooks are sent; nothing is sent that could count as an event. */
export async function checkWebhook({ config, ca, clock }: Subject): Promise<readonly Result[]> {
  const url = config?.webhook?.url
  if (url === undefined) return []
  const limits = limitsOf('shop', config!, ca)
  try {
    const socket = await connectTo(url, limits)
    const { host, protocol } = new URL(url)
    const found =
      protocol === 'https:' ? certificateFound(host, certificateIn(socket as TLSSocket), clock.now()) : undefined
    socket.destroy()
    return [found ?? ok(`${host} takes connections`)]
  } catch (error) {
    return [noConnection('', failureCause(error, { url, timeoutMs: limits.timeoutMs }), START)]
  }
}

const START = 'Start the server that receives webhooks, or correct TENDER_WEBHOOK_URL'
