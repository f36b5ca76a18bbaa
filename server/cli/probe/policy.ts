import { headerOf, type Answer } from './request.ts'

/** The directives of a content security policy, by their names in lower case; the first of two counts (CSP 3, 2.2.1). */
export type Policy = ReadonlyMap<string, readonly string[]>

/** The policies in a header's value, or in a `<meta>`; all of them apply. */
export const policiesIn = (text: string): readonly Policy[] =>
  text
    .split(',')
    .map(policyIn)
    .filter(({ size }) => size > 0)

function policyIn(text: string): Policy {
  const directives = new Map<string, readonly string[]>()
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

/** The policies in an answer's headers. */
export const policiesOf = (answer: Answer): readonly Policy[] =>
  policiesIn(headerOf(answer, 'content-security-policy') ?? '')

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Whether a source expression of a page's policy matches an address (CSP 3, 6.7.2.8). */
export function allows(source: string, address: URL, page: URL): boolean {
  const text = source.toLowerCase()
  if (text === "'self'") return address.origin === page.origin
  if (text === '*') return /^https?:$/.test(address.protocol) || address.protocol === page.protocol
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, address)
  const [, scheme, host, port, path] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i.exec(
      source,
    ) ?? []
  if (host === undefined) return false
  return (
    isScheme(scheme?.toLowerCase() ?? page.protocol, address) &&
    isHost(host.toLowerCase(), address.hostname) &&
    isPort(port, address) &&
    isPath(path, address.pathname)
  )
}

/** A source of http also allows https. */
const isScheme = (scheme: string, { protocol }: URL): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:')

const isHost = (host: string, hostname: string): boolean =>
  host === '*' || host === hostname || (host.startsWith('*.') && hostname.endsWith(host.slice(1)))

const isPort = (port: string | undefined, { port: actual, protocol }: URL): boolean =>
  port === '*' || (port ?? ports[protocol]) === (actual || ports[protocol])

const isPath = (path: string | undefined, pathname: string): boolean =>
  path === undefined || path === '/' || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path)
