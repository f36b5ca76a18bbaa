import { dirname, resolve } from 'node:path'
import { readTextFile } from '#ports/text-file.ts'
import type { MerchantSettings } from './settings.ts'

/** Fields whose value may be the path of a PEM file, relative to the merchants file. */
const pems: ReadonlySet<string> = new Set(['certificate', 'privateKey'])

/**
 * The merchants of a JSON file, with paths of PEM files replaced by their texts; the settings are not validated here.
 * Throws if a file cannot be read or is not JSON.
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
    return readTextFile(path)
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error })
  }
}
