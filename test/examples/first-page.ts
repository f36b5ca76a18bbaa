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

const writeShop = (folder: string, port: number): void =>
  writeFileSync(join(folder, 'shop.js'), replaced(shopInDocument(), 'http://localhost:3000', urlOf(port)))

/**
 * The shop of docs/start.md as it is printed there, but for its own address, since ports are free ones here. It has the
 * file that `tender init` writes, and none of the variables.
 */
export const firstPage: Example = {
  start: () => ['env', ...variables.flatMap((name) => ['-u', name]), 'node', 'shop.js'],
  hasPackage: true,
  hasWebhooks: false,
  prepare: (folder, { port, proxy, ticketSecret, apiKey }) => {
    writeShop(folder, port)
    const lines = [`TENDER_PUBLIC_URL=${proxy}`, `TENDER_TICKET_SECRET=${ticketSecret}`, `TENDER_API_KEYS=${apiKey}`]
    writeFileSync(join(folder, '.env.tender'), lines.join('\n'))
  },
}

const variables = ['TENDER_PUBLIC_URL', 'TENDER_TICKET_SECRET', 'TENDER_API_KEY']

/** The same with the variables that `tender dev` gives it, beside a file with those of another proxy. */
export const firstPageInDev: Example = {
  ...firstPage,
  start: () => ['node', 'shop.js'],
  prepare: (folder, { port }) => {
    writeShop(folder, port)
    writeFileSync(join(folder, '.env.tender'), variables.map((name) => `${name}=another`).join('\n'))
  },
}
