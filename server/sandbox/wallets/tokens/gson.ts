/** JSON as Google's servers write it, `=` and similar escaped: serialising it again breaks the signature. */
export const gson = (value: unknown): string =>
  JSON.stringify(value).replace(/[=<>&']/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
