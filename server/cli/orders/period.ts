import { OrdersQuestion } from '#server-contract/merchant/order-list.ts'
import { instantOf } from '#contract/time/instant.ts'
import { CommandError } from '../command.ts'
import { nextDay, type TimeZone } from './time-zone.ts'

/** A period, both ends included to the second, in Unix milliseconds. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** The period of the options, by days of the zone; yesterday where neither is given. */
export function periodOf(from: string | undefined, to: string | undefined, zone: TimeZone, now: number): Period {
  const begin = from === undefined ? startOf(zone, yesterdayOf(zone, now), 'from') : edge(from, zone, 'from')
  const end = to === undefined ? endOf(zone, zone.dayOf(begin), 'from') : edge(to, zone, 'to')
  if (end < begin) throw new CommandError('--to must not be before --from.')
  return { from: begin, to: end }
}

type Edge = 'from' | 'to'

const edges = { from: startOf, to: endOf } as const

/** A day, or an instant as the merchant's API takes it. */
function edge(text: string, zone: TimeZone, name: Edge): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(instantOf(text))) return edges[name](zone, text, name)
  if (!OrdersQuestion.shape.from.safeParse(text).success)
    throw new CommandError(`--${name} must be a day, such as 2030-05-01, or an instant, such as 2030-05-01T00:00:00Z.`)
  return instantOf(text)
}

function startOf(zone: TimeZone, day: string, name: Edge): number {
  const start = zone.startOf(day)
  if (start === undefined) throw new CommandError(`--${name}: there was no ${day} in this time zone.`)
  return start
}

/** The last second of a day. */
function endOf(zone: TimeZone, day: string, name: Edge): number {
  return startOf(zone, nextDay(day), name) - 1000
}

const yesterdayOf = (zone: TimeZone, now: number): string => zone.dayOf(zone.startOf(zone.dayOf(now))! - 1)
