import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in the package's own package.json, by its folder. */
export const versionIn = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version
