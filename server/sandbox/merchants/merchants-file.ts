import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { MerchantSettings } from './settings.ts'

/** Fields that a file may tell by the path of a PEM file, as seen from itself. */
const pems: ReadonlySet<string> = new Set(['certificate', 'privateKey'])

/**
 * The merchants that a JSON file tells, with the texts of PEM files in the place of their paths; what is told is judged by
 * whoever takes it. Throws a sentence.
 *
 * @example
 * ```ts
 * import { merchantsFile, startSandbox } from 'tender-checkout/sandbox'
 *
 * const sandbox = await startSandbox({ merchants: merchantsFile('merchants.json') })
 * ```
 */
export function merchantsFile(path: string): readonly MerchantSettings[] {
  const near = (file: string): string => textOf(resolve(dirname(path), file))
  const text = textOf(path)
  try {
    return JSON.parse(text, (name, value: unknown) =>
      pems.has(name) && isPath(value) ? near(value) : value,
    ) as readonly MerchantSettings[]
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`${path} is no JSON: ${error.message}`) : error
  }
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('-----BEGIN')

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error })
  }
}
