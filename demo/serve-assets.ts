import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Serves the scripts of a folder and of its `chunks`, and no other file. */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/^(?:chunks[\\/])?[\w.-]+\.js$/.test(name)) continue
    const script = await readFile(join(folder, name))
    app.get(`/${name.replace('\\', '/')}`, (_, reply) => reply.type('text/javascript').send(script))
  }
}
