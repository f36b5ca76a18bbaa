import * as z from 'zod/mini'

/** Whether a date and time, or a day, is in the calendar: there is no 31 February and no 24:00. */
export function exists(value: string): boolean {
  const at = Date.parse(`${value}Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

export const inCalendar = 'a date that exists'

/** `yyyy-MM-ddTHH:mm:ss`, exactly 19 characters, of a day and a time that exist. */
export const dateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'yyyy-MM-ddTHH:mm:ss'), z.refine(exists, inCalendar))

/** `YYYYMMDD`, a day that exists. */
export const day = z.string().check(
  z.regex(/^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/, 'YYYYMMDD'),
  z.refine((value) => exists(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}T00:00:00`), inCalendar),
)
