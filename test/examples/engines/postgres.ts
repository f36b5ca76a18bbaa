import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '#demo/ports.ts'
import { waitFor } from '../../support/poll.ts'

/** Where Debian keeps the programs, which are not on PATH there. */
const DEBIAN = '/usr/lib/postgresql'

const folders = (): readonly string[] => [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []),
]

const programs = (): string | undefined =>
  folders().find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))))

/** Why there is no PostgreSQL here; `undefined` where there is. */
export const postgresMissing = (): string | undefined =>
  programs() === undefined ? 'PostgreSQL is not installed (on Debian: apt-get install postgresql)' : undefined

/** Debian's “nobody”, since PostgreSQL refuses to run as root. */
const NOBODY = 65_534

export interface Postgres {
  readonly url: string
  close(): Promise<void>
}

/** Starts a PostgreSQL of its own in a temporary folder. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tender-postgres-'))
  const user = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs()!, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'shop', '-E', 'UTF8', '--no-sync'],
    {
      ...user,
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stdout}${made.stderr}`)
  const port = await freePort()
  const settings = ['listen_addresses=localhost', 'fsync=off'].flatMap((setting) => ['-c', setting])
  const server = spawn(join(programs()!, 'postgres'), ['-D', data, '-k', folder, '-p', String(port), ...settings], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const killed = (): void => void server.kill('SIGQUIT')
  process.once('exit', killed)
  let printed = ''
  server.stderr.on('data', (part: Buffer) => (printed += part.toString()))
  await waitFor(() => {
    if (!printed.includes('ready to accept connections')) throw new Error(`PostgreSQL does not start: ${printed}`)
  })
  return {
    url: `postgres://shop@localhost:${port}/postgres`,
    async close() {
      process.off('exit', killed)
      const exit = once(server, 'exit')
      server.kill('SIGQUIT')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
