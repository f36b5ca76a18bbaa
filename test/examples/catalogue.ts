import { spawnSync } from 'node:child_process'
import type { ShopSettings } from './shop.ts'

/** An example, as far as its test must know it. */
export interface Example {
  /** Command that starts the shop on a port, from its folder. */
  readonly start: (port: number) => readonly [program: string, ...args: string[]]
  /** Whether it has a package.json whose dependencies are to be installed. */
  readonly hasPackage: boolean
  /** Whether it receives webhooks. */
  readonly hasWebhooks: boolean
  /** Writes what it reads from files, before it starts. */
  readonly prepare?: (folder: string, settings: ShopSettings) => void
  /** Why it cannot run here; `undefined` where it can. */
  readonly missing?: () => string | undefined
}

const npmStart: Example['start'] = () => ['npm', 'start']

/** One whose `npm start` builds and starts it. */
export const withoutWebhooks: Example = { start: npmStart, hasPackage: true, hasWebhooks: false }
const withWebhooks: Example = { ...withoutWebhooks, hasWebhooks: true }

const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0

/** The Python that has Flask: that of PATH, or Debian's. */
const python = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((program) => runs(program, '-c', 'import flask'))

/** The examples by their folders. */
export const catalogue: Readonly<Record<string, Example>> = {
  html: withoutWebhooks,
  react: withoutWebhooks,
  vue: withoutWebhooks,
  svelte: withoutWebhooks,
  angular: withoutWebhooks,
  next: withWebhooks,
  express: withWebhooks,
  php: {
    start: (port) => ['php', '-S', `localhost:${port}`, '-t', 'public', 'public/index.php'],
    hasPackage: false,
    hasWebhooks: true,
    missing: () => (runs('php', '--version') ? undefined : 'php is not installed (on Debian: apt-get install php-cli)'),
  },
  flask: {
    start: (port) => [python()!, '-m', 'flask', '--app', 'app', 'run', '--host', 'localhost', '--port', String(port)],
    hasPackage: false,
    hasWebhooks: true,
    missing: () => (python() ? undefined : 'no python3 has Flask (on Debian: apt-get install python3-flask)'),
  },
  go: {
    start: () => ['go', 'run', '.'],
    hasPackage: false,
    hasWebhooks: true,
    missing: () => (runs('go', 'version') ? undefined : 'go is not installed (on Debian: apt-get install golang-go)'),
  },
}

/** Plugins for shop engines, by their folders; each has a test of its own, with the engine. */
export const engines: readonly string[] = ['medusa', 'vendure']
