// Prepares a fresh clone: installs what the lockfile names, with --browser also finds (or installs) Chromium, with
// --redis a redis-server, with --engines Firefox and WebKit, with --firefox the first alone, and with --runtimes PHP, Go, Flask and PostgreSQL where possible, then
// runs the script after --then. Uses only Node's own modules, since nothing else is installed yet. The npm scripts call
// it themselves, not as a `pre` hook, since hooks are skipped under ignore-scripts. Writes to stderr only.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

function stop(message) {
  console.error(message)
  process.exit(1)
}

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0

/** Runs the npm that called this script, which need not be the first on PATH. */
const npm = (...args) =>
  process.env.npm_execpath ? run(process.execPath, [process.env.npm_execpath, ...args]) : run('npm', args)

const lock = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/**
 * Whether node_modules matches the lockfile: the same version of everything, except other platforms' optional packages.
 */
function isInstalled() {
  const present = lock(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(lock(join(root, 'package-lock.json'))).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      (path in present ? present[path].version === version && present[path].integrity === integrity : optional),
  )
}

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// The headless shell is the same browser without windows: it starts a page in half of the time, and has no back/forward
// cache.
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const onPath = (names) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)))

async function findChromium() {
  const { chromium } = await import('playwright')
  return [...onPath(names), ...elsewhere, chromium.executablePath()].find(isProgram)
}

const findShell = () => onPath([shell]).find(isProgram)

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function installFromDebian(...packages) {
  const apt = (...args) => run('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args])
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages)
}

// The other engines: the programs that each needs, and the Debian packages that have them.
const miniBrowsers = ['lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu', 'lib', 'libexec', 'lib64'].map(
  (dir) => `/usr/${dir}/webkit2gtk-4.1/MiniBrowser`,
)
const engines = [
  { name: 'Firefox', variable: 'FIREFOX_PATH', at: onPath(['firefox-esr', 'firefox']), packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    variable: 'WEBKIT_PATH',
    at: miniBrowsers,
    besides: ['WebKitWebDriver', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
]

function prepareEngine({ name, variable, at, besides = [], packages }) {
  const missing = () => [
    ...(process.env[variable] || at.some(isProgram) ? [] : [at[0].split('/').at(-1)]),
    ...besides.filter((program) => !onPath([program]).some(isProgram)),
  ]
  if (missing().length && isDebianRoot()) installFromDebian(...packages)
  const still = missing()
  if (!still.length) process.env[variable] ||= at.find(isProgram)
  else {
    delete process.env[variable]
    const why = isDebianRoot() ? 'apt-get could not install it, see above' : `on Debian, install ${packages.join(', ')}`
    console.error(`${name} is left out: there is no ${still.join(' and no ')} (${why}).`)
  }
}

function installChromium() {
  if (isDebianRoot()) return installFromDebian('chromium', shell, 'fonts-dejavu-core')
  return npm('exec', '--no', '--', 'playwright', 'install', 'chromium')
}

const args = process.argv.slice(2)
const then = args.indexOf('--then')
const options = args.slice(0, then === -1 ? args.length : then)

if (!isInstalled() && !npm('ci', '--include=dev', '--ignore-scripts'))
  stop('The dependencies could not be installed: see what npm says above.')

if (options.includes('--browser') && !process.env.CHROMIUM_PATH) {
  const isThere = async () => (await findChromium()) && (findShell() || !isDebianRoot())
  if (!(await isThere()) && !installChromium()) console.error('Chromium could not be installed: see above.')
  const found = await findChromium()
  if (!found) stop('No Chromium was found: install Chromium or Google Chrome, or set CHROMIUM_PATH to its program.')
  process.env.CHROMIUM_PATH = found
  process.env.CHROMIUM_SHELL_PATH = findShell() ?? found
}

// Without it, the tests that need it are skipped, and report so.
if (options.includes('--redis') && !onPath(['redis-server']).some(isProgram) && isDebianRoot())
  if (!installFromDebian('redis-server'))
    console.error('redis-server could not be installed: see what apt-get says above.')

for (const engine of engines)
  if (options.includes('--engines') || options.includes(`--${engine.name.toLowerCase()}`)) prepareEngine(engine)

if (options.includes('--runtimes') && isDebianRoot()) {
  const hasFlask = () => spawnSync('python3', ['-c', 'import flask']).status === 0
  const wanted = [
    ['php-cli', onPath(['php']).some(isProgram)],
    ['php-curl', spawnSync('php', ['-r', 'exit((int) !extension_loaded("curl"));']).status === 0],
    ['postgresql', existsSync('/usr/lib/postgresql') || onPath(['postgres']).some(isProgram)],
    ['golang-go', onPath(['go']).some(isProgram)],
    ['python3-flask', hasFlask()],
  ].flatMap(([name, isThere]) => (isThere ? [] : [name]))
  if (wanted.length && !installFromDebian(...wanted))
    console.error(`${wanted.join(', ')} could not be installed: see what apt-get says above.`)
}

if (then !== -1) {
  // In this same process, so that no signal has to be forwarded.
  const script = resolve(root, args[then + 1])
  process.argv = [process.execPath, script, ...args.slice(then + 2)]
  await import(pathToFileURL(script).href)
}
