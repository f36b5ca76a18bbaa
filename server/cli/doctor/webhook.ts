import { connect } from 'node:net'
import { once } from 'node:events'
import { fail, ok, type Result } from '../probe/finding.ts'
import { causeOf, TIMEOUT } from '../probe/request.ts'
import { checkCertificate } from './public-address.ts'
import type { Subject } from './subject.ts'

/** Whether the merchant's server takes connections; nothing is sent that could count as an event. */
export async function checkWebhook(subject: Subject): Promise<readonly Result[]> {
  const address = subject.config?.webhook?.url
  if (address === undefined) return []
  return [address.startsWith('https:') ? await checkCertificate(address, subject) : await checkConnection(address)]
}

async function checkConnection(address: string): Promise<Result> {
  const { host, hostname, port } = new URL(address)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT) })
    return ok(`${host} takes connections`)
  } catch (error) {
    return fail(causeOf(error, address), 'Start the server that receives webhooks, or correct TENDER_WEBHOOK_URL')
  } finally {
    socket.destroy()
  }
}
