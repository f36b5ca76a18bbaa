import { issuingApi } from '#server-contract/issuing/api.ts'
import { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { Answer, Request } from '#contract/operation.ts'

/** All operations of the client: the document's 44, and those that its family or the sandbox adds. */
export const issuingOperations = { ...issuingApi, ...reversalApi, ...pinVerificationApi }

/** The name of an operation, such as `debitCard`. */
export type IssuingOperation = keyof typeof issuingOperations

/** The request of an operation: `IssuingRequest<'debitCard'>`. */
export type IssuingRequest<Name extends IssuingOperation> = Request<(typeof issuingOperations)[Name]>

/** The answer of an operation: `IssuingAnswer<'debitCard'>`. */
export type IssuingAnswer<Name extends IssuingOperation> = Answer<(typeof issuingOperations)[Name]>

/** A method of the client; the signal aborts the request. */
export type Ask<Name extends IssuingOperation> = (
  request: IssuingRequest<Name>,
  signal?: AbortSignal,
) => Promise<IssuingAnswer<Name>>
