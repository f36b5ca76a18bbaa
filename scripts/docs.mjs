// Serves the documentation as a site while it is written; with --build, writes it to dist/docs.
import { build, createServer } from 'vitepress'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'

register()
const { writeBuiltDocuments } = await import('./documents/readme.ts')
await writeBuiltDocuments()
const source = join(import.meta.dirname, '..', 'docs')

if (process.argv.includes('--build')) {
  await build(source)
  process.exit()
}
const server = await createServer(source)
await server.listen()
server.printUrls()
