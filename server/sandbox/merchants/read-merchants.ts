import * as z from 'zod/mini'
import { explain } from '#server-contract/explain.ts'
import type { Merchant } from '#sandbox/gateway/merchants/merchants.ts'
import { brokenRule } from './rules.ts'
import { MerchantSettings } from './settings.ts'

/** The merchant with public credentials. */
export type StandardMerchant = Merchant & { readonly token: string }

/**
 * All merchants of the gateway: the `standard` merchant, which an entry with its login changes, and the others, which
 * have its mcc, currency, city and country by default. Throws an error that names merchant, field and rule.
 */
export function readMerchants(sent: readonly MerchantSettings[], standard: StandardMerchant): KnownMerchants {
  if (!Array.isArray(sent)) throw new Error('The merchants must be a list')
  const read = sent.map(readOne)
  const own = read.find(({ login }) => login === standard.login)
  const first = { ...standard, ...own }
  const others = read.filter((one) => one !== own).map((one) => ({ ...likeOf(standard), name: one.login, ...one }))
  const all = [first, ...others] as readonly MerchantSettings[]
  for (const one of all) {
    const broken = brokenRule(one, all)
    if (broken) throw new Error(`Merchant “${one.login}”: field ${broken}`)
  }
  return all as unknown as KnownMerchants
}

type KnownMerchants = readonly [StandardMerchant, ...Merchant[]]

const likeOf = ({ mcc, city, country, currency }: Merchant): Partial<MerchantSettings> => ({
  mcc,
  currency,
  ...(city !== undefined && { city }),
  ...(country !== undefined && { country }),
})

function readOne(sent: unknown, at: number): MerchantSettings {
  const read = z.safeParse(MerchantSettings, sent)
  if (read.success) return read.data
  const { login } = Object(sent) as { login?: unknown }
  const who = typeof login === 'string' ? `Merchant “${login.slice(0, 50)}”` : `Merchant ${at + 1} of the list`
  const { field, rule } = explain(read.error, sent)
  throw new Error(field ? `${who}: field ${field} ${rule}` : `${who} ${rule}`)
}
