import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { encodeText } from '#proxy/static-files/encoded-file.ts'
import { negotiate, sendable } from '#proxy/static-files/send-encoded.ts'

/** The parts of the style sheet; a later one goes before an earlier one. */
const parts = ['page', 'forms', 'lists', 'pages', 'back-office', 'narrow'] as const

const read = (part: string): Promise<string> => readFile(join(import.meta.dirname, `${part}.css`), 'utf8')

/** Serves the one style sheet of all pages at `/demo.css`, and that of a page of the documentation at `/themes.css`. */
export async function serveStyle(app: FastifyInstance): Promise<void> {
  for (const [address, names] of Object.entries({ '/demo.css': parts, '/themes.css': ['themes'] })) {
    const style = sendable(await encodeText((await Promise.all(names.map(read))).join('')))
    app.get(address, async (request, reply) => {
      reply.type('text/css; charset=utf-8')
      return reply.send(negotiate(request, reply, style))
    })
  }
}
