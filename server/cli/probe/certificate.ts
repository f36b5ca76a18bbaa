import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { DAY } from '#contract/time/periods.ts'
import { fail, type Result } from './finding.ts'
import { causeOf, NoAnswer, TIMEOUT } from './request.ts'

/** A server's certificate whose chain and name were verified. */
export interface Certificate {
  /** Milliseconds since the epoch. */
  readonly validTo: number
  readonly issuer: string
  /** Such as `TLSv1.3`. */
  readonly protocol: string
}

/** Days before its end in which a certificate should have been replaced. */
const SOON = 14

/** Connects to an https address and sends nothing; rejects with {@link NoAnswer}, also for a certificate that is wrong. */
export const readCertificate = (address: string, ca?: string): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const host = hostname.replace(/^\[|\]$/g, '')
    const name = isIP(host) ? {} : { servername: host }
    const socket = connect({
      host,
      port: Number(port || 443),
      ...name,
      ...(ca !== undefined && { ca }),
      timeout: TIMEOUT,
    })
    const failed = (error: unknown): void => {
      socket.destroy()
      reject(new NoAnswer(causeOf(error, address), { cause: error }))
    }
    socket.once('timeout', () => failed(Object.assign(new Error(), { name: 'TimeoutError' })))
    socket.once('error', failed)
    socket.once('secureConnect', () => {
      const certificate = certificateIn(socket)
      socket.destroy()
      resolve(certificate)
    })
  })

/** The verified certificate of a connection that is made. */
export function certificateIn(socket: TLSSocket): Certificate {
  const { valid_to: validTo, issuer } = socket.getPeerCertificate()
  const protocol = socket.getProtocol() ?? 'TLS'
  return { validTo: Date.parse(validTo), issuer: [issuer.O ?? issuer.CN].flat().join(' '), protocol }
}

/** What to do about a certificate, by the code of the error that it causes. */
const remedies: readonly (readonly [code: RegExp, todo: string])[] = [
  [/CERT_HAS_EXPIRED/, 'The certificate has expired: renew it'],
  [/CERT_NOT_YET_VALID/, 'The certificate is not valid yet: check the clock of this machine'],
  [/SELF_SIGNED/, 'The certificate is not issued by an authority that browsers know: get one that is'],
  [/UNABLE_TO_(?:VERIFY|GET_ISSUER)/, 'Serve the whole chain, with the intermediate certificate'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'The certificate is for another name: get one for this name'],
  [/EPROTO|SSL|TLS/, 'Serve TLS 1.2 or 1.3 at this address'],
]

/** What to do where a connection failed for this reason. */
export const remedyOf = (cause: string, otherwise: string): string =>
  remedies.find(([code]) => code.test(cause))?.[1] ?? otherwise

/** A connection that failed, with what to do about the certificate where that is the cause, and else what the caller says. */
export const noConnection = (place: string, cause: string, otherwise: string): Result =>
  fail(place ? `${place}: ${cause}` : cause, remedyOf(cause, otherwise))

/** How long a certificate is still valid, as a clause, and whether it ends soon. */
export function validityOf(validTo: number, now: number): { readonly found: string; readonly isSoon: boolean } {
  const days = Math.floor((validTo - now) / DAY)
  const day = new Date(validTo).toISOString().slice(0, 10)
  return { found: `valid until ${day}, for ${days} more ${days === 1 ? 'day' : 'days'}`, isSoon: days < SOON }
}
