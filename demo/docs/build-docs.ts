import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Builds the documentation's site by `npm run docs -- --build`; resolves to its folder. */
export function buildDocs(): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'docs.mjs'), '--build'], { cwd: root, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve(join(root, 'node_modules', '.cache', 'docs'))
        : reject(new Error('The documentation could not be built: npm run docs -- --build says why.')),
    )
  })
}
