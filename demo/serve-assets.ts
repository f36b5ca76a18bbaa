import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readEncoded } from '#proxy/static-files/encoded-file.ts'
import { sendable, sendScript } from '#proxy/static-files/send-encoded.ts'

/** Serves the scripts of a folder and of its `chunks`, and no other file. */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/^(?:chunks[\\/])?[\w.-]+\.js$/.test(name)) continue
    const script = sendable(await readEncoded(join(folder, name)))
    app.get(`/${name.replace('\\', '/')}`, async (request, reply) => sendScript(request, reply, script))
  }
}
