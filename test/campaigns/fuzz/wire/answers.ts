/** One answer, as received on the socket. */
export interface WireAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Reads the complete answers from the received text; `methods` are those of the requests, since HEAD has no body. */
export function answersIn(received: string, methods: readonly string[]): { answers: WireAnswer[]; rest: string } {
  const answers: WireAnswer[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(rest) ?? []
    if (end < 0 || status === undefined) return { answers, rest }
    const head = rest.slice(0, end)
    const length = lengthOf(head, Number(status), rest.slice(end + 4), methods[answers.length])
    if (length === undefined || rest.length < end + 4 + length) return { answers, rest }
    const body = rest.slice(end + 4, end + 4 + length)
    rest = rest.slice(end + 4 + length)
    // An interim answer (1xx) does not count.
    if (Number(status) >= 200) answers.push({ status: Number(status), head, body })
  }
}

function lengthOf(head: string, status: number, text: string, method: string | undefined): number | undefined {
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return 0
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  if (length !== undefined) return Number(length)
  const end = /^transfer-encoding: chunked$/im.test(head) ? text.indexOf('0\r\n\r\n') : -1
  return end < 0 ? undefined : end + 5
}
