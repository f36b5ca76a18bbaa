import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Refuses every connection to another machine, before a name is looked up, and writes its address into a file. */
const guard = (file: string): string => `
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const own = /^(?:localhost|127(?:\\.\\d+){3}|::1)$/
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...given) {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given
  const host = typeof first === 'object' ? (first.path ? 'localhost' : first.host) : second
  if (host === undefined || typeof host !== 'string' || own.test(host)) return connect.apply(this, given)
  appendFileSync(${JSON.stringify(file)}, host + '\\n')
  process.nextTick(() => this.destroy(Object.assign(new Error('No network: ' + host), { code: 'ENETUNREACH' })))
  return this
}
`

/** A network that has only this machine, for programs of Node. */
export interface Offline {
  /** The variables that programs are started with. */
  readonly env: Readonly<Record<string, string>>
  /** The other machines that were asked for, in turn. */
  asked(): readonly string[]
}

/** Writes what keeps programs of Node offline into a folder. */
export function offlineIn(folder: string): Offline {
  const [script, file] = [join(folder, 'offline.mjs'), join(folder, 'asked.txt')]
  writeFileSync(script, guard(file))
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(script).href}` },
    asked: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
  }
}
