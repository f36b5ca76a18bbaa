import type { CardPayment } from '#server-contract/gateway/card-payments.ts'

/** What a User-Agent says about the device, in the fields of clientBrowserInfo (online gateway 2.4). */
type Device = Pick<
  NonNullable<CardPayment['clientBrowserInfo']>,
  'OS' | 'OSVersion' | 'device' | 'deviceType' | 'isMobile'
>

/** An operating system: what a User-Agent names it by, with its version, where it says one. */
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Windows', /Windows NT ([\d.]+)/],
  ['Android', /Android ([\d.]+)/],
  ['Android', /Android/],
  ['iOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['Chrome OS', /CrOS \S+ ([\d.]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['Linux', /Linux/],
]

/** A device by its name in a User-Agent; Android's stands in front of its build, and newer browsers hide it as `K`. */
const devices: readonly RegExp[] = [
  /\b(iPhone|iPad|iPod|Macintosh)\b/,
  /Linux; Android [\d.]+; (?!K\))([^;)]+?)(?: Build\/[^;)]*)?[;)]/,
]

const isTablet = (userAgent: string): boolean =>
  /iPad|Tablet/.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent))

const isPhone = (userAgent: string): boolean => /Mobile|iPhone|iPod/.test(userAgent)

/** Reads a User-Agent; what it does not say is absent. The specification lists no values. */
export function deviceOf(userAgent: string): Device {
  const found = systems.map(([name, pattern]) => ({ name, match: pattern.exec(userAgent) })).find(({ match }) => match)
  const version = found?.match?.[1]?.replaceAll('_', '.')
  const [device] = devices.flatMap((pattern) => pattern.exec(userAgent)?.[1]?.trim() || [])
  const deviceType = isTablet(userAgent) ? 'tablet' : isPhone(userAgent) ? 'mobile' : 'desktop'
  return {
    ...(found && { OS: found.name }),
    ...(version !== undefined && { OSVersion: version }),
    ...(device !== undefined && { device }),
    ...(found && { deviceType, isMobile: deviceType !== 'desktop' }),
  }
}
