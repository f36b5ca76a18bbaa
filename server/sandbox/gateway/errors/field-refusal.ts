import type { Problem } from '#contract/explain.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { Refusal } from './refusal.ts'
import { topicOf } from './words/payer.ts'
import { describeField } from './words/rules.ts'

/** The errorCode of a field that is missing, and of one that breaks a rule. */
type Codes = readonly [missing: string, wrong: string]

const registration: Readonly<Record<string, Codes>> = {
  orderNumber: ['4', '1'],
  returnUrl: ['4', '4'],
  failUrl: ['4', '4'],
  currency: ['3', '3'],
  features: ['14', '14'],
}

/** errorCode by operation and field (family); every other field uses `usual`. */
const codes = new Map<Operation, Readonly<Record<string, Codes>>>([
  [gatewayApi.register, registration],
  [gatewayApi.registerPreAuth, registration],
  [gatewayApi.motoPayment, registration],
  [gatewayApi.getOrderStatusExtended, { orderId: ['1', '5'], orderNumber: ['1', '5'] }],
  [gatewayApi.decline, { orderId: ['5', '5'] }],
  [gatewayApi.deposit, { amount: ['5', '5'] }],
  [gatewayApi.refund, { amount: ['5', '5'] }],
  [gatewayApi.getBindings, { clientId: ['1', '5'] }],
])
const usual: Codes = ['4', '5']
/** JSON endpoints have one code for an invalid parameter (family). */
const usualOfJson: Codes = ['10', '10']
/** An unsupported language has this code everywhere. */
const ofLanguage: Codes = ['4', '5']

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
