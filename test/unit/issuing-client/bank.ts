import { expect } from 'vitest'
import { issuingClient, IssuingError, type IssuingClient } from '../../../server/issuing.ts'
import { onRequest, type WebFetch } from '../../support/on-request.ts'

/** A card number that no error may hold. */
export const PAN = '4000001234567899'

export const debit = { cardIdentification: { cardNumber: PAN }, amount: 4990, currency: 978 }

export const approved = {
  responseCode: '00',
  processingCode: '000000',
  systemTraceAuditNumber: 17,
  localTransactionDate: '2030-05-01T12:00:00+00:00',
  rrn: '012112000001',
}

/** A client whose bank answers each request so, and what the bank was sent. */
export function bankThat(fetch: WebFetch, timeoutMs?: number): { bank: IssuingClient; sent: Request[] } {
  const sent: Request[] = []
  const bank = issuingClient({
    url: 'https://cards.bank.example/base/',
    login: 'acme',
    password: 'secret',
    ...(timeoutMs !== undefined && { timeoutMs }),
    fetch: onRequest((request) => {
      sent.push(request.clone())
      return fetch(request)
    }),
  })
  return { bank, sent }
}

export const answering = (body: unknown, status = 200): ReturnType<typeof bankThat> =>
  bankThat(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))

/** The error of a call, which must be one; it holds no card number and no password, whatever it is printed as. */
export async function errorOf(call: Promise<unknown>): Promise<IssuingError> {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(IssuingError)
  const { message, stack, cause } = error as IssuingError
  expect(cause).toBeUndefined()
  expect(`${message}${stack}${JSON.stringify(error)}`).not.toMatch(/\d{12}|secret|4000 0012/)
  return error as IssuingError
}
