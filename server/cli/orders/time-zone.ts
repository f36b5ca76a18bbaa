const DAY = 86_400_000

/** The days of a time zone; all instants are Unix milliseconds. */
export interface TimeZone {
  /** The day that an instant is in, as `YYYY-MM-DD`. */
  dayOf(at: number): string
  /** The first instant of a day; `undefined` for one that the zone has left out. */
  startOf(day: string): number | undefined
  /** An instant to the second, with the offset of the zone: `2030-05-01T00:00:00+03:00`. */
  written(at: number): string
}

/** Throws a RangeError for a zone that is not known. */
export function timeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', { ...fields, timeZone: name })
  /** The zone's own date and time, as if they were those of UTC. */
  const localOf = (at: number): number => {
    const part = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const [year, month, day] = [part.get('year')!, part.get('month')! - 1, part.get('day')!]
    return Date.UTC(year, month, day, part.get('hour'), part.get('minute'), part.get('second'))
  }
  const offsetOf = (at: number): number => localOf(at) - Math.floor(at / 1000) * 1000
  const dayOf = (at: number): string => new Date(localOf(at)).toISOString().slice(0, 10)
  return {
    dayOf,
    startOf(day) {
      const midnight = Date.parse(`${day}T00:00:00Z`)
      // Clocks may be changed at midnight, so that a day begins at 1 o'clock, or midnight comes twice.
      const both = [midnight - DAY, midnight + DAY].map((near) => midnight - offsetOf(near))
      return both.toSorted((one, other) => one - other).find((at) => dayOf(at) === day)
    },
    written: (at) => new Date(localOf(at)).toISOString().slice(0, 19) + signed(offsetOf(at) / 60_000),
  }
}

const fields = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

function signed(minutes: number): string {
  if (minutes === 0) return 'Z'
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** The day after one. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
