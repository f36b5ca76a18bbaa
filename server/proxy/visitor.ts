import type { FastifyRequest } from 'fastify'
import type { Visitor } from './payment-fields.ts'

/** What 3-D Secure wants to know of the browser and only its request shows. */
export const visitorOf = ({ headers, ip }: FastifyRequest): Visitor => ({
  accept: headers.accept ?? '*/*',
  ip: plainIp(ip),
})

/** An IPv4 address that came through an IPv6 socket as itself; an IPv6 address without its zone. */
export const plainIp = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
