import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { Answer, Request } from '#contract/operation.ts'

/** One exchange with the bank, as it went over the wire. */
export interface Exchange {
  readonly operation: string
  readonly request: unknown
  readonly status: number
  readonly answer: unknown
}

/** Sends one request to the bank. */
export type SendRequest = (operation: string, request: unknown) => Promise<Exchange>

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Sends a request through the page's own server. */
export const askBank: SendRequest = async (operation, request) => {
  const response = await fetch(`/back-office/operations/${operation}`, posted(request))
  const text = await response.text()
  return { operation, request, status: response.status, answer: text ? (JSON.parse(text) as unknown) : undefined }
}

type Api = typeof issuingApi

/** The response to a read request, or `undefined` when the bank rejects it. */
export async function readIfFound<Name extends keyof Api>(
  ask: SendRequest,
  operation: Name,
  request: Request<Api[Name]>,
): Promise<Answer<Api[Name]> | undefined> {
  const { status, answer } = await ask(operation, request)
  return status === 200 ? (answer as Answer<Api[Name]>) : undefined
}

/** Whether the operation succeeded: HTTP 200, with responseCode `00` or without one. */
export const isDone = ({ status, answer }: Exchange): boolean =>
  status === 200 && ((answer as { responseCode?: string } | undefined)?.responseCode ?? '00') === '00'

/** Why the operation failed: the responseCode or the HTTP status, and the bank's message. */
export const reasonOf = ({ answer, status }: Exchange): string => {
  const { responseCode, message } = (answer ?? {}) as { responseCode?: string; message?: string }
  return [responseCode ?? `HTTP ${status}`, message].filter(Boolean).join(' · ')
}

const timeIn = async (response: Response): Promise<number> => ((await response.json()) as { now: number }).now

/** The sandbox's time, in Unix milliseconds. */
export const readClock = async (): Promise<number> => timeIn(await fetch('/back-office/clock'))

/** Advances the sandbox's clock; returns the new time. */
export const putForward = async (days: number): Promise<number> =>
  timeIn(await fetch('/back-office/clock', posted({ days })))

/** A PIN in an encrypted block, or an error message. */
export interface Sealed {
  readonly pinBlock?: string
  readonly message?: string
}

/** Lets the page's server encrypt a PIN as a terminal does. */
export const sealPin = async (prompt: object): Promise<Sealed> =>
  (await (await fetch('/back-office/pin-block', posted(prompt))).json()) as Sealed
