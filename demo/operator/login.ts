import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * A hook that requires a password (HTTP Basic, any user name), and accepts a change only from the shop's own pages,
 * since a browser adds the password to the requests of any page (CSRF).
 */
export const loginWith =
  (password: string, shop: () => string) =>
  async ({ headers, method }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const [, sent = ''] = /^Basic ([\w+/]+=*)$/.exec(headers.authorization ?? '') ?? []
    const given = Buffer.from(sent, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
    if (!timingSafeEqual(digest(given), digest(password)))
      return reply
        .code(401)
        .header('www-authenticate', 'Basic realm="Operator", charset="UTF-8"')
        .type('text/plain')
        .send('The password is the API key that is printed at the start.')
    if (method !== 'GET' && method !== 'HEAD' && headers.origin !== shop())
      return reply.code(403).send('Only from the shop’s own pages.')
    return undefined
  }
