import type { FastifyInstance } from 'fastify'
import { encodeText, type EncodedFile } from './encoded-file.ts'
import { negotiate, sendable } from './send-encoded.ts'

/** No more texts are kept than there are languages. */
const MOST = 50

/**
 * Compresses what the routes of a plugin answer, once for each text, and lets the browser keep it as long as the script
 * tag. Only for answers that are the same for everybody: compressing a secret together with a page's input would tell it.
 */
export function compressTexts(app: FastifyInstance): void {
  const encoded = new Map<string, Promise<EncodedFile>>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string' || encoded.size > MOST) return payload
    const file = encoded.get(payload) ?? encodeText(payload)
    encoded.set(payload, file)
    reply.header('cache-control', 'private, max-age=300')
    return negotiate(request, reply, sendable(await file))
  })
}
