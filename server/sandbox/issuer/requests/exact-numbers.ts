import type { FastifyInstance } from 'fastify'
import { withExactNumbers } from '#contract/wire/exact-json.ts'

/** Reads JSON numbers of any length without loss (card management 2.1): those that are not exact as their digits. */
export function readExactNumbers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, withExactNumbers(body as string), done),
  )
}
