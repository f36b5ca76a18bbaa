import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'
import { oneOf } from '../../reader.ts'
import type { VariableReader } from '../../reader.ts'

/** `on`: one of the ways to pay; `only`: the only one; `off`: only where the form cannot be shown. */
export type BankPage = (typeof settings)[number]

const settings = ['off', 'on', 'only'] as const

interface Gateway {
  readonly profile: Pick<GatewayProfile, 'cardsInPage'>
}

export const readBankPage = (from: VariableReader, gateway: Gateway | undefined): BankPage =>
  from.takeIfSet('TENDER_BANK_PAGE', `must be one of ${settings.join(', ')}`, oneOf(settings)) ??
  (gateway?.profile.cardsInPage === false ? 'only' : 'off')
