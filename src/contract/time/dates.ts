import * as z from 'zod/mini'
import { instantOf } from './instant.ts'

/** Whether a date and time, or a day, is in the calendar: there is no 31 February and no 24:00. */
function exists(value: string): boolean {
  const at = Date.parse(`${value}Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

const inCalendar = 'a date that exists'

/** `yyyy-MM-ddTHH:mm:ss`, exactly 19 characters, of a day and a time that exist. */
export const dateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'yyyy-MM-ddTHH:mm:ss'), z.refine(exists, inCalendar))

/** `YYYYMMDD`, a day that exists. */
export const day = z.string().check(
  z.regex(/^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/, 'YYYYMMDD'),
  z.refine((value) => exists(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}T00:00:00`), inCalendar),
)

/** `yyyyMMddHHmmss`, a day and a time that exist. */
export const moment = z.string().check(
  z.regex(/^\d{14}$/, 'yyyyMMddHHmmss'),
  z.refine(
    (value) => exists(value.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6')),
    inCalendar,
  ),
)

/** A date and a time with their offset (ISO 8601): `2026-11-27T00:00:00+03:00`, `2026-11-26T21:00:00Z`. */
export const instant = z.string().check(
  z.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/,
    'an instant with its offset, such as 2026-11-27T00:00:00+03:00',
  ),
  z.refine((value) => !Number.isNaN(instantOf(value)), inCalendar),
)
