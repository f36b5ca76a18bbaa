/** One exchange with the bank, as it went over the wire. */
export interface Exchange {
  readonly operation: string
  readonly request: unknown
  readonly status: number
  readonly answer: unknown
}

export type Fields = Readonly<Record<string, unknown>>

/** Asks the bank, by way of the page's own server. */
export async function ask(operation: string, request: unknown): Promise<Exchange> {
  const response = await fetch(`/bench/operations/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const text = await response.text()
  return { operation, request, status: response.status, answer: text ? (JSON.parse(text) as unknown) : undefined }
}

/** The answer, or `undefined` where the bank refused. */
export async function read<Answer>(operation: string, request: unknown): Promise<Answer | undefined> {
  const { status, answer } = await ask(operation, request)
  return status === 200 ? (answer as Answer) : undefined
}

/** Done, unless a responseCode says otherwise. */
export const isDone = ({ status, answer }: Exchange): boolean =>
  status === 200 && ((answer as { responseCode?: string } | undefined)?.responseCode ?? '00') === '00'

/** Why not, in the bank's words. */
export const reasonOf = ({ answer, status }: Exchange): string => {
  const { responseCode, message } = (answer ?? {}) as { responseCode?: string; message?: string }
  return [responseCode ?? `HTTP ${status}`, message].filter(Boolean).join(' · ')
}
