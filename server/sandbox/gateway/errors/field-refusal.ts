import type { Problem } from '#server-contract/explain.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { ErrorCodeName } from '#server-contract/gateway/error-codes.ts'
import type { Operation } from '#contract/operation.ts'
import { Refusal } from './refusal.ts'
import { topicOf } from './words/payer.ts'
import { describeField } from './words/rules.ts'

/** The errorCode of a field that is missing, and of one that breaks a rule. */
type Codes = readonly [missing: ErrorCodeName, wrong: ErrorCodeName]

const registration: Readonly<Record<string, Codes>> = {
  orderNumber: ['fieldMissing', 'numberTaken'],
  returnUrl: ['fieldMissing', 'fieldMissing'],
  failUrl: ['fieldMissing', 'fieldMissing'],
  currency: ['currencyUnknown', 'currencyUnknown'],
  features: ['featuresWrong', 'featuresWrong'],
}

const unidentified: Codes = ['identifierMissing', 'valueWrong']

/** errorCode by operation and field (family); every other field uses `usual`. */
const codes = new Map<Operation, Readonly<Record<string, Codes>>>([
  [gatewayApi.register, registration],
  [gatewayApi.registerPreAuth, registration],
  [gatewayApi.motoPayment, registration],
  [gatewayApi.instantPayment, registration],
  [gatewayApi.getOrderStatusExtended, { orderId: unidentified, orderNumber: unidentified }],
  [gatewayApi.decline, { orderId: ['valueWrong', 'valueWrong'] }],
  [gatewayApi.getOrderStatus, { orderId: ['valueWrong', 'valueWrong'] }],
  [gatewayApi.acknowledge, { mdOrder: ['valueWrong', 'valueWrong'] }],
  [gatewayApi.getReceiptStatus, { orderId: unidentified, orderNumber: unidentified, uuid: unidentified }],
  [gatewayApi.deposit, { amount: ['valueWrong', 'valueWrong'] }],
  [gatewayApi.refund, { amount: ['valueWrong', 'valueWrong'] }],
  [gatewayApi.getBindings, { clientId: unidentified }],
])
const usual: Codes = ['fieldMissing', 'valueWrong']
/** JSON endpoints have one code for an invalid parameter (family). */
const usualOfJson: Codes = ['parameterWrong', 'parameterWrong']
/** An unsupported language has this code everywhere. */
const ofLanguage: Codes = ['fieldMissing', 'valueWrong']

function codesOf(operation: Operation, field: string): Codes {
  if (field === 'language') return ofLanguage
  return codes.get(operation)?.[field.split('.')[0]!] ?? (operation.encoding === 'json' ? usualOfJson : usual)
}

/** The refusal of a field, with the code of its operation and a message that names the field and the rule. */
export function fieldRefusal(operation: Operation, problem: Problem, language: unknown): Refusal {
  const { field, kind, rule } = problem
  const [missing, wrong] = codesOf(operation, field)
  const message = describeField(field, rule, language)
  return new Refusal(kind === 'missing' ? missing : wrong, { message, topic: topicOf(field), language })
}
