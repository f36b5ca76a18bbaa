import { expect } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { toForm } from '#contract/wire/form.ts'
import { credentials, merchant, newNumber, registered, type Stage } from '../stage.ts'
import { wrongFields, type WrongField } from '../wrong-fields.ts'
import type { Rule } from './rule.ts'

const { acsRedirect: _, sealingKeys: __, ...operations } = gatewayApi

/** The mandatory fields of every operation, with values that keep the rules. */
const good: Readonly<Record<keyof typeof operations, () => Record<string, unknown>>> = {
  register: () => ({ orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/' }),
  registerPreAuth: () => ({ orderNumber: newNumber(), amount: 100, returnUrl: 'https://shop.test/' }),
  paymentorder: () => ({ MDORDER: 'id', TEXT: 'A HOLDER', language: 'en' }),
  motoPayment: () => ({
    amount: 100,
    returnUrl: 'https://shop.test/',
    cardholder: 'A HOLDER',
    pan: '4444555511113333',
    expiry: '203412',
  }),
  getOrderStatusExtended: () => ({ orderId: 'id' }),
  decline: () => ({ orderId: 'id' }),
  deposit: () => ({ orderId: 'id', amount: 0 }),
  reverse: () => ({ orderId: 'id' }),
  refund: () => ({ orderId: 'id', amount: 0 }),
  getBindings: () => ({ clientId: 'client' }),
  paymentOrderBinding: () => ({ mdOrder: 'id', bindingId: 'binding' }),
  recurrentPayment: () => ({ orderNumber: newNumber(), bindingId: 'binding', amount: 100 }),
  walletAPayment: () => ({ merchant: merchant.login, orderNumber: newNumber(), paymentToken: 'e30=' }),
  walletADirect: () => ({ username: merchant.login, orderNumber: newNumber(), paymentToken: 'e30=' }),
  walletBPayment: () => ({ merchant: merchant.login, ...atB() }),
  walletBDirect: () => ({ username: merchant.login, ...atB() }),
  bindCard: () => ({ bindingId: 'binding' }),
  unBindCard: () => ({ bindingId: 'binding' }),
}

const atB = () => ({
  orderNumber: newNumber(),
  paymentToken: 'e30=',
  clientId: 'client',
  ip: '192.0.2.1',
  amount: 100,
  returnUrl: 'https://shop.test/',
})

/** Whom a request is from is judged before its fields, and tells nothing of them. */
const ofCaller = new Set(['userName', 'username', 'password', 'token', 'merchantLogin', 'merchant'])

interface Told {
  readonly success?: boolean
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly error?: { readonly code: string; readonly message: string }
}

async function ask({ base, carry }: Stage, { path, encoding }: Operation, fields: object): Promise<Told> {
  const [type, body] =
    encoding === 'json'
      ? ['application/json', JSON.stringify(fields)]
      : ['application/x-www-form-urlencoded', toForm(fields as Record<string, unknown>).toString()]
  const answer = await carry(new Request(base + path, { method: 'POST', body, headers: { 'content-type': type } }))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Told
}

const sent = (name: keyof typeof operations, { path: [field, inner], value }: WrongField): object => ({
  ...credentials,
  ...good[name](),
  [field!]: inner === undefined ? value : { [inner]: value },
})

const codeOf = ({ errorCode, error }: Told): string | undefined => error?.code ?? errorCode
const messageOf = ({ errorMessage, error }: Told): string | undefined => error?.message ?? errorMessage

const refusesWrongFields = (name: keyof typeof operations): Rule => [
  `2–4 ${operations[name].path.slice(9)} refuses each field that is missing, too long or of a wrong type, and names it`,
  async (stage) => {
    const operation: Operation = operations[name]
    const wrong = wrongFields(operation.request, operation.encoding).filter(({ path }) => !ofCaller.has(path[0]!))
    expect(wrong.length).toBeGreaterThan(1)
    for (const one of wrong) {
      const told = await ask(stage, operation, sent(name, one))
      const where = `${one.path.join('.')} = ${String(one.value).slice(0, 40)}`
      expect([where, messageOf(told)]).toEqual([
        where,
        expect.stringMatching(`^Field ${one.path.join('.').replace('$', '\\$')} `),
      ])
      expect(codeOf(told), where).toMatch(/^[1-9]\d?$/)
      expect(told.success ?? false, where).toBe(false)
    }
  },
]

/** errorCode of what is missing (family), by operation and field. */
const missing: readonly (readonly [name: keyof typeof operations, field: string, errorCode: string])[] = [
  ['register', 'orderNumber', '4'],
  ['register', 'amount', '4'],
  ['register', 'returnUrl', '4'],
  ['registerPreAuth', 'amount', '4'],
  ['motoPayment', 'amount', '4'],
  ['motoPayment', 'cardholder', '4'],
  ['paymentorder', 'MDORDER', '4'],
  ['getOrderStatusExtended', 'orderId', '1'],
  ['decline', 'orderId', '5'],
  ['deposit', 'orderId', '5'],
  ['deposit', 'amount', '5'],
  ['reverse', 'orderId', '5'],
  ['refund', 'orderId', '5'],
  ['refund', 'amount', '5'],
  ['getBindings', 'clientId', '1'],
  ['paymentOrderBinding', 'bindingId', '5'],
  ['recurrentPayment', 'orderNumber', '10'],
  ['recurrentPayment', 'bindingId', '10'],
  ['walletAPayment', 'merchant', '10'],
  ['walletAPayment', 'paymentToken', '10'],
  ['walletADirect', 'username', '10'],
  ['walletBPayment', 'ip', '10'],
  ['walletBDirect', 'returnUrl', '10'],
]

/** Rules of single fields, an operation each. */
export const fieldRules: readonly Rule[] = [
  ...(Object.keys(operations) as (keyof typeof operations)[]).map(refusesWrongFields),
  [
    'family: the errorCode of a missing field is that of its operation',
    async (stage) => {
      const mdOrder = await registered(stage, { clientId: 'client' })
      for (const [name, field, errorCode] of missing) {
        const fields = { ...credentials, ...good[name](), ...(name === 'paymentOrderBinding' && { mdOrder }) }
        const told = await ask(stage, operations[name], { ...fields, [field]: undefined })
        expect([name, field, codeOf(told)]).toEqual([name, field, errorCode])
      }
    },
  ],
]
