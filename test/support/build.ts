import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds dist/ where it is out of date, before tests of the published files. */
export default function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
    stdio: ['ignore', 2, 2],
  })
}
