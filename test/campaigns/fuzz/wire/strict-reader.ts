/** What a parser reads from bytes that follows RFC 9112 without any tolerance. */
export interface Seen {
  /** The complete requests, in order. */
  readonly requests: readonly Requested[]
  /**
   * What follows them: nothing, the beginning of another request, something that is no request, or ignored bytes after
   * a request that ended the connection.
   */
  readonly end: 'clean' | 'incomplete' | 'broken' | 'closed'
  /** The request with a complete head and an incomplete or broken body: it may be answered early. */
  readonly begun?: Requested
}

interface Requested {
  readonly method: string
  readonly target: string
}

interface Head extends Requested {
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly version: string
  readonly length: number
}

/** More than one space is harmless: every parser reads it in the same way. */
const line = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) +([^\s\0-\x20\x7f]+) +HTTP\/(1\.[01])$/
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*((?:[\t\x20-\x7e\x80-\xff])*?)[ \t]*$/

/** Parses `bytes`, given as latin1. */
export function readStrictly(bytes: string): Seen {
  const requests: Requested[] = []
  let rest = withoutEmptyLines(bytes)
  while (rest) {
    const head = headOf(rest)
    if (typeof head === 'string') return { requests, end: head }
    const length = bodyLength(head, rest.slice(head.length))
    if (typeof length === 'string') return { requests, end: length, begun: head }
    requests.push(head)
    rest = withoutEmptyLines(rest.slice(head.length + length))
    if (isLast(head)) return { requests, end: 'closed' }
  }
  return { requests, end: 'clean' }
}

/** Empty lines before a request are ignored (RFC 9112, 2.2). */
const withoutEmptyLines = (text: string): string => text.replace(/^[\r\n]+/, '')

function headOf(text: string): Head | 'incomplete' | 'broken' {
  const end = text.indexOf('\r\n\r\n')
  const whole = end < 0 ? text : text.slice(0, end)
  const [first = '', ...lines] = whole.split('\r\n')
  if (end < 0) return 'incomplete'
  const [, method, target, version] = line.exec(first) ?? []
  if (!method || !target || !version) return 'broken'
  const headers = new Map<string, string[]>()
  for (const one of lines) {
    const [, name, value] = field.exec(one) ?? []
    if (name === undefined) return 'broken'
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), value!])
  }
  return { method, target, version, headers, length: end + 4 }
}

/** The length of the body in bytes; both length headers at once, or an unusual form of either, is broken. */
function bodyLength({ headers, version }: Head, text: string): number | 'incomplete' | 'broken' {
  const [lengths, codings] = [headers.get('content-length'), headers.get('transfer-encoding')]
  if (codings)
    return lengths || version === '1.0' || codings.length > 1 || codings[0]!.toLowerCase() !== 'chunked'
      ? 'broken'
      : chunksLength(text)
  if (!lengths) return 0
  if (lengths.length > 1 || !/^\d{1,15}$/.test(lengths[0]!)) return 'broken'
  return text.length < Number(lengths[0]) ? 'incomplete' : Number(lengths[0])
}

function chunksLength(text: string): number | 'incomplete' | 'broken' {
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n', at)
    if (end < 0) return 'incomplete'
    const [, hex] = /^([0-9A-Fa-f]{1,8})(?:;[\t\x20-\x7e]*)?$/.exec(text.slice(at, end)) ?? []
    if (hex === undefined) return 'broken'
    const size = Number.parseInt(hex, 16)
    if (size === 0) return trailersEnd(text, end)
    at = end + 2 + size
    if (text.length < at + 2) return 'incomplete'
    if (text.slice(at, at + 2) !== '\r\n') return 'broken'
    at += 2
  }
}

function trailersEnd(text: string, from: number): number | 'incomplete' | 'broken' {
  const end = text.indexOf('\r\n\r\n', from)
  if (end < 0) return 'incomplete'
  const trailers = text.slice(from, end).split('\r\n').filter(Boolean)
  return trailers.every((one) => field.test(one)) ? end + 4 : 'broken'
}

function isLast({ headers, version, method }: Head): boolean {
  const options = (headers.get('connection') ?? [])
    .join(',')
    .toLowerCase()
    .split(/[\s,]+/)
  return options.includes('close') || method === 'CONNECT' || (version === '1.0' && !options.includes('keep-alive'))
}
