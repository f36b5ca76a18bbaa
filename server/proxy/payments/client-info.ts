import type { FastifyRequest } from 'fastify'
import { PROOF } from '#contract/proof-of-work/headers.ts'
import { addressIn } from '../config/client-address.ts'
import { acceptedLanguage } from '../static-files/documents.ts'
import type { ClientInfo } from './payment-fields.ts'

/** The browser's data for 3-D Secure that only its request contains. */
export const clientInfoOf = ({ headers, ip, socket }: FastifyRequest): ClientInfo => ({
  accept: headers.accept ?? '*/*',
  ip: addressIn(ip) ?? addressIn(socket.remoteAddress) ?? LOCAL,
  ...(typeof headers[PROOF] === 'string' && { proof: headers[PROOF] }),
  ...(headers['accept-language'] && { locale: acceptedLanguage(headers['accept-language']) }),
})

/** The peer of a Unix socket has no address; it is a process of this machine. */
const LOCAL = '127.0.0.1'
