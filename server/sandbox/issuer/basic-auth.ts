import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Requires the login and the password; other requests get 401 with a challenge, and `onRefused` is called. */
export function askBasicAuth(
  app: FastifyInstance,
  { login, password }: { readonly login: string; readonly password: string },
  onRefused: () => void,
): void {
  const expected = digest(`Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`)
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (timingSafeEqual(digest(withScheme(headers.authorization ?? '')), expected)) return undefined
    onRefused()
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="card management", charset="UTF-8"')
      .send({ errorCode: '401', errorDesc: 'Basic credentials are required' })
  })
}

/** The scheme is the same in any case (RFC 9110, 11.1), and any number of spaces may follow it. */
const withScheme = (authorization: string): string => authorization.replace(/^basic +/i, 'Basic ')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
