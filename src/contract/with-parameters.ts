/**
 * An address with parameters appended to its query, before the fragment. Every byte of the address stays, and so does a
 * parameter of the same name, except that characters which an HTTP header cannot carry are encoded.
 */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const at = address.indexOf('#')
  const [base, fragment] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
  const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  const whole = `${base}${joint}${new URLSearchParams(parameters).toString()}${fragment}`
  return /^[!-~]*$/.test(whole) ? whole : new URL(whole).href
}
