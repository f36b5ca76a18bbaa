import type { FastifyInstance } from 'fastify'
import { encodeText, type EncodedFile } from './encoded-file.ts'
import { negotiate, sendable } from './send-encoded.ts'

/** Most texts that are kept, the last used ones; of a shop there is one per language. */
const MAX_TEXTS = 100

/**
 * Compresses the answers of a plugin's routes, once for each text, and lets the browser cache them as long as the
 * script tag. Only for answers that are the same for everyone: compressing a secret together with a page's input would
 * reveal it.
 */
export function compressTexts(app: FastifyInstance): void {
  const encoded = new Map<string, Promise<EncodedFile>>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const file = encoded.get(payload) ?? encodeText(payload)
    encoded.delete(payload)
    encoded.set(payload, file)
    if (encoded.size > MAX_TEXTS) encoded.delete(encoded.keys().next().value!)
    reply.header('cache-control', 'private, max-age=300')
    return negotiate(request, reply, sendable(await file))
  })
}
