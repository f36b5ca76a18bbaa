import { gatewayApi } from '#server-contract/gateway/api.ts'
import { currencyNumberOf } from '#contract/money/currencies.ts'
import { walletNames } from '#contract/methods/methods.ts'
import { operationsOf, type GatewayProfile, type OperationName } from '#gateway-client/profiles/profile.ts'
import { gatewayProfiles, profileNames } from '#gateway-client/profiles/profiles.ts'
import { walletConfigs } from './methods/methods.ts'
import { list, number, oneOf, type VariableReader } from './reader.ts'

/** The named profile with the values that are set alone; `path` is that of the gateway's address, if it has one. */
export function readProfile(from: VariableReader, path: string | undefined): GatewayProfile {
  const name = from.take('TENDER_GATEWAY_PROFILE', `must be one of ${profileNames.join(', ')}`, oneOf(profileNames))
  const named: GatewayProfile = gatewayProfiles[name ?? 'current']
  const segments = walletNames.map((wallet) => {
    const given = from.takeIfSet(walletConfigs[wallet].segment, SEGMENT, segment)
    return [wallet, given ?? named.segments[wallet]] as const
  })
  const currencyAliases = from.takeIfSet('TENDER_GATEWAY_CURRENCY_ALIASES', ALIASES, aliases)
  const orderNumberLength = from.takeIfSet('TENDER_GATEWAY_ORDER_NUMBER_LENGTH', LENGTH, number(4, 36))
  const orderStatusAliases = from.takeIfSet('TENDER_GATEWAY_ORDER_STATUS_ALIASES', STATUSES, statusAliases)
  const params = from.takeIfSet('TENDER_GATEWAY_PARAMS', PARAMS, paramPairs)
  const absent = from.takeIfSet('TENDER_GATEWAY_ABSENT', ABSENT, operations)
  for (const one of absent ?? [])
    if (needed.has(one)) from.wrong('TENDER_GATEWAY_ABSENT', `must not contain ${one}: without it nothing can be paid`)
  return {
    ...named,
    ...(path !== undefined && { path }),
    segments: Object.fromEntries(segments) as GatewayProfile['segments'],
    ...(currencyAliases && { currencyAliases }),
    ...(orderNumberLength !== undefined && { orderNumberLength }),
    ...(orderStatusAliases && { orderStatusAliases }),
    params: { ...named.params, ...params },
    ...(absent && { absent }),
  }
}

/** Refuses a wallet whose operation the gateway does not have: its button would fail at the press. */
export function refuseAbsentWallets(from: VariableReader, absent: readonly OperationName[]): void {
  for (const wallet of walletNames) {
    const [operation] = operationsOf(wallet)
    const { name } = walletConfigs[wallet]
    if (absent.includes(operation!) && from.text(name))
      from.wrong(name, `must not be set: the gateway has no ${operation}`)
  }
}

/** Operations without which the proxy takes no payment at all. */
const needed: ReadonlySet<OperationName> = new Set([
  'register',
  'paymentorder',
  'getOrderStatusExtended',
  'sealingKeys',
])

const SEGMENT = 'must be one segment of a path'
const segment = (text: string): string | undefined => (/^[\w.-]{1,64}$/.test(text) ? text : undefined)

const ALIASES = 'must be none, or pairs of the gateway’s code and that of ISO 4217, such as 810:643 or 810:RUB'

/** Pairs such as 810:643: the first code is the gateway's, the second names the currency of ISO 4217. */
function aliases(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = (text === 'none' ? [] : list(text)).map((pair) => {
    const [theirs = '', ours = '', ...more] = pair.split(':')
    const number = more.length ? undefined : currencyNumberOf(ours)
    return /^\d{3}$/.test(theirs) && currencyNumberOf(theirs) === undefined && number ? [theirs, number] : undefined
  })
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined
}

const PARAMS = 'must be pairs of a name and a value without blanks and commas, such as force_terminal_id:E010101010'

function paramPairs(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = list(text).map((pair) => /^([\w.-]{1,64}):(.{1,255})$/.exec(pair)?.slice(1))
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined
}

const LENGTH = 'must be a number of characters from 4 to 36'

const STATUSES =
  'must be none, or pairs of the bank’s orderStatus, none of 0 to 6, and one of 0 to 8 that it means, such as 11:2'

/** Pairs such as 11:2: the first number is the bank's, the second is what it means. */
function statusAliases(text: string): Readonly<Record<string, number>> | undefined {
  const pairs = text === 'none' ? [] : list(text)
  if (!pairs.every((pair) => /^(?:-[1-9]|[7-9]|[1-9]\d):[0-8]$/.test(pair))) return undefined
  return Object.fromEntries(pairs.map((pair) => pair.split(':')).map(([theirs, ours]) => [theirs, Number(ours)]))
}

const known = Object.keys(gatewayApi)
const ABSENT = `must be a list of operations, or none; they are ${known.join(', ')}`
function operations(text: string): readonly OperationName[] | undefined {
  const names = text === 'none' ? [] : list(text)
  return names.every((one) => known.includes(one)) ? (names as OperationName[]) : undefined
}
