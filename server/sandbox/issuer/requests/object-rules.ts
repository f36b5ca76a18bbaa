import * as z from 'zod/mini'
import { endOf, instantOf, moment, spanOf, type Period } from '#server-contract/issuing/fields.ts'
import type { CustomerParameter } from './choices.ts'
import { parameterRules } from './field-rules.ts'

/** Rules of whole objects and lists, by the name of their field or operation. */
export const objectRules: Readonly<Record<string, unknown>> = {
  parameters: ({ value, issues }: z.core.ParsePayload<readonly Parameter[]>) => {
    const message = parameterRule(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  },
  period: ({ value, issues }: z.core.ParsePayload<Period>) => {
    const message = periodRule(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  },
  fee: z.refine<Fee>(({ feeValue, feeAmount }) => (feeValue === undefined) !== (feeAmount === undefined), {
    error: 'given exactly once, as feeValue or as feeAmount',
    path: ['feeValue'],
  }),
  getMerchantTransactions: z.refine<Merchant>(
    ({ merchantId, merchantIdn }) => merchantId === undefined || merchantIdn === undefined,
    { error: 'given exactly once, as merchantId or as merchantIdn', path: ['merchantId'] },
  ),
  limitException: z.refine<Dates>(({ startDate, endDate }) => instantOf(startDate) <= endOf(endDate), {
    error: 'a date that does not come after endDate',
    path: ['startDate'],
  }),
}

interface Fee {
  readonly feeValue?: number
  readonly feeAmount?: number
}
interface Merchant {
  readonly merchantId?: string
  readonly merchantIdn?: string
}
interface Dates {
  readonly startDate: string
  readonly endDate: string
}
interface Parameter {
  readonly name: string
  readonly value: string
}

/** Each end under one of its names (4.3, 4.4), and in this order. */
function periodRule(period: Period): string | undefined {
  if (period.startDate !== undefined && period.start !== undefined) return 'given with startDate or start, not both'
  if (period.endDate !== undefined && period.end !== undefined) return 'given with endDate or end, not both'
  const { from, to } = spanOf(period)
  return from <= to ? undefined : 'a period that does not end before it starts'
}

const neededParameters = ['customer_number', 'surname', 'firstName'] as const satisfies readonly CustomerParameter[]

/** Each name at most once, those that are needed among them, and each value by its own rule. */
function parameterRule(parameters: readonly Parameter[]): string | undefined {
  const names = parameters.map(({ name }) => name)
  const missing = neededParameters.find((name) => !names.includes(name))
  if (missing) return `given with ${missing}`
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) return `given with ${twice} once`
  const wrong = parameters.find(({ name, value }) => ruleOf(name)?.[0].safeParse(value).success === false)
  return wrong && `given with ${wrong.name} as ${ruleOf(wrong.name)![1]}`
}

const ruleOf = (name: string): (typeof parameterRules)[string] | undefined =>
  name === 'start_date' ? [moment, 'a date, YYYY-MM-DD'] : parameterRules[name]
