import type { FastifyInstance } from 'fastify'
import { LimitedMap } from '../store/limited-map.ts'
import { encodeText, type EncodedFile } from './encoded-file.ts'
import { negotiate, sendable } from './send-encoded.ts'

/** Most texts that are kept, the last used ones; of a shop there is one per language. */
const MAX_TEXTS = 100

/** A best form takes as long as the quick forms of so many texts. */
const COST = 50

/** Best forms that may be made at first, before texts were sent. */
const AT_FIRST = 20

type Kept = { readonly isBest: boolean; readonly file: Promise<EncodedFile> }

/**
 * Compresses the answers of a plugin's routes, once for each text, and lets the browser cache them as long as the
 * script tag. Only for answers that are the same for everyone: compressing a secret together with a page's input would
 * reveal it. A request may choose among endlessly many texts, so that the best form of a text is made only where enough
 * others were sent since: otherwise it is compressed quickly, and nobody causes more work than the requests are.
 */
export function compressTexts(app: FastifyInstance): void {
  const texts = new LimitedMap<string, Kept>(MAX_TEXTS)
  let credit = AT_FIRST * COST
  const compressed = (payload: string): Kept => {
    const known = texts.get(payload)
    const isBest = credit >= COST
    if (known && (known.isBest || !isBest)) return known
    if (isBest) credit -= COST
    return { isBest, file: encodeText(payload, isBest ? 'best' : 'quick') }
  }
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const text = compressed(payload)
    credit = Math.min(AT_FIRST * COST, credit + 1)
    texts.set(payload, text)
    reply.header('cache-control', 'private, max-age=300')
    return negotiate(request, reply, sendable(await text.file))
  })
}
