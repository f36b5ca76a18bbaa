import type { CodeRule } from './code-rule.ts'
import { isByOperator, type OffPageMethodName } from '#contract/methods/methods.ts'
import { sbpOperations } from './sbp/operations.ts'
import { sbpRules } from './sbp/ticket-rules.ts'

/** The operations at the gateway of the methods by a code. */
export const codeOperations = { ...sbpOperations }

/** What a ticket must be to be paid by each of them. */
export const codeRules: Readonly<Record<OffPageMethodName, readonly CodeRule[]>> = {
  sbp: sbpRules,
  'bank-page': [['channel', 'must be web', (ticket) => !isByOperator(ticket)]],
}
