import { DAY } from '#contract/time/periods.ts'
import { cycleTypes, type CycleType } from '../requests/choices.ts'

/** Day 0, 1 January 1970, was a Thursday; weeks begin on Mondays. */
const THURSDAY = 3

/** The day of UTC that an instant belongs to, counted from 1 January 1970. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY)

/** The first of a cycle's units: cycles of `length` units follow one another from unit 0. */
const firstUnit = (unit: number, length: number): number => Math.floor(unit / length) * length

const monthOf = (day: number): number => {
  const date = new Date(day * DAY)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}
const firstDayOfMonth = (month: number): number => Date.UTC(1970, month) / DAY

type FirstDay = (day: number, length: number) => number

const firstDays: Readonly<Record<CycleType, FirstDay>> = {
  [cycleTypes.payment]: () => Infinity,
  [cycleTypes.day]: firstUnit,
  [cycleTypes.week]: (day, length) => firstUnit(Math.floor((day + THURSDAY) / 7), length) * 7 - THURSDAY,
  [cycleTypes.month]: (day, length) => firstDayOfMonth(firstUnit(monthOf(day), length)),
  [cycleTypes.year]: (day, length) => firstDayOfMonth(firstUnit(monthOf(day), length * 12)),
  [cycleTypes.lifetime]: () => -Infinity,
}

/**
 * The first day of the cycle that `day` belongs to (card management 2.4; which days these are is the sandbox's choice).
 * Cycles are days, weeks from Monday, months and years of the calendar in UTC. One of several units is counted from the
 * unit of 1 January 1970, so that it begins at the same time for all owners. A cycle of one payment includes no past
 * day: Infinity; one of a lifetime includes all: -Infinity.
 */
export const firstDayOfCycle = (day: number, type: number, length: number): number =>
  firstDays[type as CycleType](day, length)
