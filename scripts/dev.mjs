// The demo while its sources are edited: what a change needs is built, the demo starts anew, and its pages reload.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'

const root = join(import.meta.dirname, '..')
const frames = ['card', 'challenge', 'testCard']

/** The builds that a file is in, by the beginning of its path; the first that fits. Servers run from their sources. */
const builds = [
  ['src/card-frame/', frames],
  ['src/challenge-frame/', frames],
  ['src/element/', ['cdn', 'npm', 'demo']],
  ['src/', ['cdn', ...frames, 'npm', 'demo']],
  ['demo/browser/', ['demo']],
  ['demo/shop/', ['demo']],
]
const buildsOf = (file) => builds.find(([folder]) => file.startsWith(folder))?.[1] ?? []

const node = (args, env = {}) =>
  spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] })

const startDemo = () => node(['--import', 'tsx', 'demo/start.ts', '--reload', ...process.argv.slice(2)])

/** Builds only these; `dist` is then of no single state of the sources, so that the next `npm start` builds it whole. */
async function rebuild(names) {
  rmSync(join(root, 'dist/.built-from'), { force: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']
  const [status] = await once(node(vite, { NODE_ENV: 'production', BUILD_ONLY: [...names].join() }), 'exit')
  return status === 0
}

build()
let demo = startDemo()
const changed = new Set()
let timer

async function update() {
  const files = [...changed]
  changed.clear()
  const names = new Set(files.flatMap(buildsOf))
  console.error(`${files.join(', ')} changed${names.size ? `: building ${[...names].join(', ')}` : ''}`)
  // What cannot be built leaves the demo as it is; the error is on the screen.
  if (names.size && !(await rebuild(names))) return
  const ended = once(demo, 'exit')
  if (demo.exitCode === null && demo.kill()) await ended
  demo = startDemo()
}

let updating = Promise.resolve()
for (const folder of ['src', 'server', 'demo'])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    // Editors write a file of their own beside the one that is edited.
    if (!/\.(?:ts|css)$/.test(file)) return
    changed.add(`${folder}/${file.replaceAll('\\', '/')}`)
    clearTimeout(timer)
    timer = setTimeout(() => (updating = updating.then(update)), 100)
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    demo.kill()
    process.exit()
  })
