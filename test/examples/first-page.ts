import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.ts'
import type { Example } from './catalogue.ts'
import { urlOf } from './shop.ts'

/** The `shop.js` of docs/start.md. */
function shopInDocument(): string {
  const [, code] = /^```js\n([^]*?)^```$/m.exec(readFileSync(join(root, 'docs/start.md'), 'utf8')) ?? []
  if (code === undefined) throw new Error('docs/start.md has no block of JavaScript')
  return code
}

/** Replaces an address that the code must contain. */
function replaced(code: string, address: string, by: string): string {
  if (!code.includes(`'${address}'`)) throw new Error(`The shop of docs/start.md has no ${address}`)
  return code.replace(`'${address}'`, `'${by}'`)
}

/** The shop of docs/start.md as it is printed there, but for the two addresses, since ports are free ones here. */
export const firstPage: Example = {
  start: () => ['node', 'shop.js'],
  hasPackage: true,
  hasWebhooks: false,
  prepare: (folder, { port, proxy, ticketSecret, apiKey }) => {
    const code = replaced(shopInDocument(), 'http://localhost:3000', urlOf(port))
    writeFileSync(join(folder, 'shop.js'), replaced(code, 'http://127.0.0.1:8080', proxy))
    writeFileSync(join(folder, '.env.tender'), `TENDER_TICKET_SECRET=${ticketSecret}\nTENDER_API_KEYS=${apiKey}\n`)
  },
}
