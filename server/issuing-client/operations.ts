import * as z from 'zod/mini'
import { integer, text } from '#contract/fields.ts'
import { issuingApi } from '#contract/issuing/api.ts'
import { LimitChange, LimitException } from '#contract/issuing/blocks.ts'
import { listOf } from '#contract/issuing/fields.ts'
import { pinVerificationApi } from '#contract/issuing/pin-verification.ts'
import { reversalApi } from '#contract/issuing/reversals.ts'
import type { Answer, Operation, Request } from '#contract/operation.ts'

const withRequest = <O extends Operation, R extends z.ZodMiniObject>(operation: O, request: R) =>
  ({ ...operation, request }) as Omit<O, 'request'> & { readonly request: R }

const statusCode = integer(4)
const statusText = text(1, 64)
const cycleType = z.optional(integer(4))
const limit = z.strictObject({ ...LimitChange.shape, cycleType })
const limitException = z.strictObject({ ...LimitException.shape, cycleType })

/**
 * Operations where the contract has values that are only the sandbox's, since the document lists none: a bank has
 * templates, states and cycles of its own.
 */
const open = {
  registerCustomer: withRequest(
    issuingApi.registerCustomer,
    z.strictObject({
      productName: text(1, 64),
      parameters: listOf('parameter', z.strictObject({ name: text(1, 64), value: text(1, 255) })),
    }),
  ),
  changeAccountStatus: withRequest(
    issuingApi.changeAccountStatus,
    z.strictObject({ ...issuingApi.changeAccountStatus.request.shape, accountStatus: statusCode }),
  ),
  changeAccountStatusInFe: withRequest(
    issuingApi.changeAccountStatusInFe,
    z.strictObject({ ...issuingApi.changeAccountStatusInFe.request.shape, accountStatus: statusCode }),
  ),
  changeMerchantStatus: withRequest(
    issuingApi.changeMerchantStatus,
    z.strictObject({ ...issuingApi.changeMerchantStatus.request.shape, status: statusText }),
  ),
  changeTerminalStatus: withRequest(
    issuingApi.changeTerminalStatus,
    z.strictObject({ ...issuingApi.changeTerminalStatus.request.shape, status: statusText }),
  ),
  changeAccountLimit: withRequest(
    issuingApi.changeAccountLimit,
    z.strictObject({ ...issuingApi.changeAccountLimit.request.shape, limit }),
  ),
  changeCardLimit: withRequest(
    issuingApi.changeCardLimit,
    z.strictObject({ ...issuingApi.changeCardLimit.request.shape, limit }),
  ),
  addCardLimitException: withRequest(
    issuingApi.addCardLimitException,
    z.strictObject({ ...issuingApi.addCardLimitException.request.shape, limitException }),
  ),
}

/** All operations of the client: the document's 44, and those that its family or the sandbox adds. */
export const operations = { ...issuingApi, ...open, ...reversalApi, ...pinVerificationApi }

/** The name of an operation, such as `debitCard`. */
export type IssuingOperation = keyof typeof operations

/** The request of an operation: `IssuingRequest<'debitCard'>`. */
export type IssuingRequest<Name extends IssuingOperation> = Request<(typeof operations)[Name]>

/** The answer of an operation: `IssuingAnswer<'debitCard'>`. */
export type IssuingAnswer<Name extends IssuingOperation> = Answer<(typeof operations)[Name]>
