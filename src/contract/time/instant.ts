/**
 * The instant of a day or a time, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS` with or without fractions and an offset, in
 * Unix milliseconds: of a day, its beginning in UTC; NaN when it does not exist.
 */
export function instantOf(value: string): number {
  const [day, time = '00:00:00Z'] = value.split('T')
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${time}Z`
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day!)
  return exists ? Date.parse(`${day}T${zoned}`) : Number.NaN
}
