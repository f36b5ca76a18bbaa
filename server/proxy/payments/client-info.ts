import type { FastifyRequest } from 'fastify'
import { PROOF } from '#contract/proof-of-work/headers.ts'
import type { CardPayment } from '#server-contract/gateway/card-payments.ts'
import { addressIn } from '../config/client-address.ts'
import { acceptedLanguage } from '../static-files/documents.ts'

/** Data about the browser that the proxy reads from its request. */
export interface ClientInfo {
  /** The request's Accept header. */
  readonly accept: string
  /** Address of the shopper, IPv4 or IPv6. */
  readonly ip: string
  /** Proof of work that a refusal required. */
  readonly proof?: string
  /** The locale of the element, which the card frame sends as Accept-Language; an older one leaves that to the browser. */
  readonly locale?: string
}

/** The browser's data for 3-D Secure that only its request contains. */
export const clientInfoOf = ({ headers, ip, socket }: FastifyRequest): ClientInfo => ({
  accept: headers.accept ?? '*/*',
  ip: addressIn(ip) ?? addressIn(socket.remoteAddress) ?? LOCAL,
  ...(typeof headers[PROOF] === 'string' && { proof: headers[PROOF] }),
  ...(headers['accept-language'] && { locale: acceptedLanguage(headers['accept-language']) }),
})

/** The peer of a Unix socket has no address; it is a process of this machine. */
const LOCAL = '127.0.0.1'

/** What a User-Agent says about the device, in the fields of clientBrowserInfo (online gateway 2.4). */
type Device = Pick<
  NonNullable<CardPayment['clientBrowserInfo']>,
  'OS' | 'OSVersion' | 'device' | 'deviceType' | 'isMobile'
>

/** An operating system: what a User-Agent names it by, with its version, where it says one. */
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Windows', /Windows NT ([\d.]+)/],
  ['Android', /Android ([\d.]+)/],
  ['Android', /Android/],
  ['iOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['Chrome OS', /CrOS \S+ ([\d.]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['Linux', /Linux/],
]

/** A device by its name in a User-Agent; Android's stands in front of its build, and newer browsers hide it as `K`. */
const devices: readonly RegExp[] = [
  /\b(iPhone|iPad|iPod|Macintosh)\b/,
  /Linux; Android [\d.]+; (?!K\))([^;)]+?)(?: Build\/[^;)]*)?[;)]/,
]

const isTablet = (userAgent: string): boolean =>
  /iPad|Tablet/.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent))

const isPhone = (userAgent: string): boolean => /Mobile|iPhone|iPod/.test(userAgent)

/** Reads a User-Agent; what it does not say is absent. The specification lists no values. */
export function deviceOf(userAgent: string): Device {
  const found = systems.map(([name, pattern]) => ({ name, match: pattern.exec(userAgent) })).find(({ match }) => match)
  const version = found?.match?.[1]?.replaceAll('_', '.')
  const [device] = devices.flatMap((pattern) => pattern.exec(userAgent)?.[1]?.trim() || [])
  const deviceType = isTablet(userAgent) ? 'tablet' : isPhone(userAgent) ? 'mobile' : 'desktop'
  return {
    ...(found && { OS: found.name }),
    ...(version !== undefined && { OSVersion: version }),
    ...(device !== undefined && { device }),
    ...(found && { deviceType, isMobile: deviceType !== 'desktop' }),
  }
}
