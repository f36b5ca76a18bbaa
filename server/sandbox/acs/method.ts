import type { FastifyInstance, FastifyReply } from 'fastify'
import { MethodData, pack, unpack } from '#server-contract/three-ds/messages.ts'
import { sendRedirect } from '#router/redirect-page.ts'
import { keepRecent } from '#sandbox/store/recent.ts'
import type { Store } from '#sandbox/store/store.ts'
import { fieldOf, isWebAddress, sendGone } from './browser-form.ts'
import type { AcsContext } from './context.ts'

/** Returns whether the method page of a transaction (threeDSServerTransID) was opened. */
export type MethodRan = (threeDSServerTransID: string) => boolean

/**
 * The 3-D Secure method page: opened in a hidden frame with `threeDSMethodData`, it makes the browser post
 * `threeDSMethodData` with only the transaction id to the notification address, so the 3DS server knows that it ran.
 */
export function mountMethod(app: FastifyInstance, { journal, switches }: AcsContext, store: Store): MethodRan {
  const ran = keepRecent(store.table<true>('acs-methods'))
  app.post('/3ds/method', (request, reply) => {
    const data = unpack(MethodData, fieldOf(request, 'threeDSMethodData') ?? '')
    const action = data?.threeDSMethodNotificationURL
    if (!data || !action || !isWebAddress(action)) return sendGone(request, reply, switches.read().framing)
    const { threeDSServerTransID } = data
    const silent = switches.read(threeDSServerTransID).methodPage === 'silent'
    journal.note({ from: 'browser', to: 'ACS', what: 'method', detail: silent ? 'stays silent' : 'opened' })
    if (silent) return sendBlank(reply)
    ran.put(threeDSServerTransID, true)
    return sendRedirect(reply, { action, fields: { threeDSMethodData: pack({ threeDSServerTransID }) } })
  })
  return (id) => ran.get(id) ?? false
}

const sendBlank = (reply: FastifyReply): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'")
    .header('cache-control', 'no-store')
    .send('<!doctype html><meta charset="utf-8"><title>…</title>')
