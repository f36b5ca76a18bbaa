import type { FastifyInstance, FastifyReply } from 'fastify'
import { MethodData, pack, unpack } from '#contract/three-ds/messages.ts'
import { sendHop } from '#router/hop.ts'
import { fieldOf, isWebAddress, sendGone } from './browser-form.ts'
import type { AcsParts } from './parts.ts'
import { Recent } from './recent.ts'

/** Says whether the method page of a transaction (threeDSServerTransID) was opened. */
export type MethodRan = (threeDSServerTransID: string) => boolean

/**
 * The 3-D Secure method page: opened in a hidden frame with `threeDSMethodData`, it makes the browser post
 * `threeDSMethodData` with the transaction alone to the notification address, which is how the 3DS server learns that it ran.
 */
export function mountMethod(app: FastifyInstance, { journal, switches }: AcsParts): MethodRan {
  const ran = new Recent<true>()
  app.post('/3ds/method', (request, reply) => {
    const data = unpack(MethodData, fieldOf(request, 'threeDSMethodData') ?? '')
    const action = data?.threeDSMethodNotificationURL
    if (!data || !action || !isWebAddress(action)) return sendGone(request, reply, switches.read().framing)
    const silent = switches.read().methodPage === 'silent'
    journal.note({ from: 'browser', to: 'ACS', what: 'method', detail: silent ? 'stays silent' : 'opened' })
    if (silent) return sendBlank(reply)
    const { threeDSServerTransID } = data
    ran.set(threeDSServerTransID, true)
    return sendHop(reply, { action, fields: { threeDSMethodData: pack({ threeDSServerTransID }) } })
  })
  return (id) => ran.has(id)
}

const sendBlank = (reply: FastifyReply): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'")
    .header('cache-control', 'no-store')
    .send('<!doctype html><meta charset="utf-8"><title>…</title>')
