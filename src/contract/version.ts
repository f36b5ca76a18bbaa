/** The version of the package, as package.json has it. */
export const version = '0.1.0'

/** How the package names itself to other servers (RFC 9110, 10.1.5). */
export const userAgent = `tender-checkout/${version}`
