// Brings dist/ up to date. All output goes to stderr, since `npm start -- --json` prints to stdout.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist/.built-from')
const inputs = [
  'src',
  'server',
  'demo/browser',
  // Its basket is in the browser too.
  'demo/shop',
  'package.json',
  'package-lock.json',
  'scripts/plugins',
  'vite.config.ts',
]

/** Every input file, in an order that does not depend on the file system. */
function files(path) {
  const tree = inputs.flatMap((input) =>
    /\.\w+$/.test(input)
      ? [input]
      : readdirSync(join(path, input), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1)),
  )
  return tree.toSorted()
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of files(root))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Builds when the sources differ from those that dist/ was built from. */
export function build() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' }, // a test runner's own would select development builds
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}

if (process.argv[1] === import.meta.filename) build()
