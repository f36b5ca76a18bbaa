import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Brings dist/ up to date before tests that look at what is shipped. */
export default function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
    stdio: ['ignore', 2, 2],
  })
}
