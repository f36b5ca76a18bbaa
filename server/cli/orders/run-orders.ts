import { tryStates } from '#contract/outcome.ts'
import { systemClock } from '#ports/system.ts'
import { asCommandError, CommandError, type Arguments, type Tools } from '../command.ts'
import { openMerchant } from '../open-merchant.ts'
import { headerLine, tryLine } from './csv.ts'
import { listTries } from './list-tries.ts'
import { periodOf } from './period.ts'
import { timeZone, type TimeZone } from './time-zone.ts'

/** Prints the tries of a period as CSV on stdout, all that can be read or none of them, and the period on stderr. */
export async function runOrders(given: Arguments, { env }: Pick<Tools, 'env'>): Promise<void> {
  const zone = zoneNamed(given.text('time-zone')!)
  const { from, to } = periodOf(given.text('from'), given.text('to'), zone, systemClock.now())
  const by = dateNamed(given.text('by')!)
  const states = statesIn(given.text('state'))
  const merchant = openMerchant(given.text('url'), env)
  const period = { from: zone.written(from), to: zone.written(to) }
  const { tries, unreadable } = await listTries(merchant, { ...period, by }).catch(asCommandError)
  const listed = tries.filter(({ state }) => states.has(state))
  process.stdout.write([headerLine(), ...listed.map((one) => tryLine(one, zone))].join(''))
  if (unreadable) console.error(`${unreadable} MISSING: the gateway lists them without status, identifier or amount`)
  console.error(`${listed.length} ${by} from ${period.from} to ${period.to}`)
  const others = tries.filter(({ mismatch }) => mismatch !== undefined).length
  if (others) console.error(`${others} of another amount or currency than registered, which --state pending lists`)
}

function zoneNamed(name: string): TimeZone {
  try {
    return timeZone(name)
  } catch {
    throw new CommandError('--time-zone must be the name of a time zone, such as Europe/Vilnius or UTC.')
  }
}

function dateNamed(name: string): 'registered' | 'paid' {
  if (name === 'registered' || name === 'paid') return name
  throw new CommandError('--by must be registered or paid.')
}

function statesIn(text: string = tryStates.join(',')): ReadonlySet<string> {
  const states = text.split(',').map((state) => state.trim())
  if (states.every((state) => (tryStates as readonly string[]).includes(state))) return new Set(states)
  throw new CommandError(`--state must be of ${tryStates.join(', ')}, separated by commas.`)
}
