import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'

const config = JSON.parse(
  readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'),
) as Required<FormatConfig>
const { semi, singleQuote, printWidth } = config

/** A generated text in the style of `npm run format`; the extension of `file` tells its language. */
export async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { semi, singleQuote, printWidth })
  if (errors.length) throw new Error(`${file} cannot be formatted: ${errors[0]!.message}`)
  return code
}
