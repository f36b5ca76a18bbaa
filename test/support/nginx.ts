import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of nginx on this machine; `undefined` without one. */
export const nginxHere = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path))
