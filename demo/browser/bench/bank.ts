import type { issuingApi } from '#contract/issuing/api.ts'
import type { Answer, Request } from '#contract/operation.ts'

/** One exchange with the bank, as it went over the wire. */
export interface Exchange {
  readonly operation: string
  readonly request: unknown
  readonly status: number
  readonly answer: unknown
}

/** Asks the bank one thing. */
export type Ask = (operation: string, request: unknown) => Promise<Exchange>

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Asks by way of the page's own server. */
export const askBank: Ask = async (operation, request) => {
  const response = await fetch(`/bench/operations/${operation}`, posted(request))
  const text = await response.text()
  return { operation, request, status: response.status, answer: text ? (JSON.parse(text) as unknown) : undefined }
}

type Api = typeof issuingApi

/** The answer to a question, or `undefined` where the bank refuses. */
export async function read<Name extends keyof Api>(
  ask: Ask,
  operation: Name,
  request: Request<Api[Name]>,
): Promise<Answer<Api[Name]> | undefined> {
  const { status, answer } = await ask(operation, request)
  return status === 200 ? (answer as Answer<Api[Name]>) : undefined
}

/** Done, unless a responseCode says otherwise. */
export const isDone = ({ status, answer }: Exchange): boolean =>
  status === 200 && ((answer as { responseCode?: string } | undefined)?.responseCode ?? '00') === '00'

/** Why not, in the bank's words. */
export const reasonOf = ({ answer, status }: Exchange): string => {
  const { responseCode, message } = (answer ?? {}) as { responseCode?: string; message?: string }
  return [responseCode ?? `HTTP ${status}`, message].filter(Boolean).join(' · ')
}

const timeIn = async (response: Response): Promise<number> => ((await response.json()) as { now: number }).now

/** The sandbox's time, in Unix milliseconds. */
export const readClock = async (): Promise<number> => timeIn(await fetch('/bench/clock'))

/** Puts the sandbox's clock forward; the time that it is then. */
export const putForward = async (days: number): Promise<number> => timeIn(await fetch('/bench/clock', posted({ days })))

/** A PIN in an encrypted block, or why there is none. */
export interface Sealed {
  readonly pinBlock?: string
  readonly message?: string
}

/** Has the page's server do what a terminal does with a PIN. */
export const sealPin = async (prompt: object): Promise<Sealed> =>
  (await (await fetch('/bench/pin-block', posted(prompt))).json()) as Sealed
