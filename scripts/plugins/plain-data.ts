import { createRequire } from 'node:module'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import type { operations } from '#card-frame/proxy-client/operations.ts'
import type { pageTexts, Texts } from '#texts/texts.ts'
import { evaluated, root } from './evaluated.ts'

const unread = new Set(['name', 'type'])

/** Bundles the table of brands as plain data: without the wrapper of a CommonJS module and the unused fields. */
export const plainBrands = (): Plugin => ({
  name: 'plain-brands',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /credit-card-type\/dist\/lib\/card-types\.js$/ },
    handler: (id) =>
      `export default ${JSON.stringify(createRequire(id)(id), (key, value: unknown) => (unread.has(key) ? undefined : value))}`,
  },
})

/** Of the library of hashes, the cipher of the card needs bytes that are joined or drawn; it never gets text. */
const bytesOnly = `
export const concatBytes = (...parts) => Uint8Array.of(...parts.flatMap((part) => [...part]))
export const randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))
export const bytesToHex = undefined
export const createView = undefined
export const hexToBytes = undefined
`

/** Bundles these without the library's reader of hexadecimal text and its messages for other callers. */
export const plainBytes = (): Plugin => ({
  name: 'plain-bytes',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  resolveId: {
    filter: { id: /^@noble\/hashes\/utils\.js$/ },
    async handler(source, importer) {
      if (!importer?.includes('/micro-rsa-dsa-dh/')) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && `${found.id}?bytes`
    },
  },
  load: { filter: { id: /\?bytes$/ }, handler: () => bytesOnly },
})

/** The library's object of the padding that cards are sealed with: its first member seals, its second one opens. */
const cipher = /(export const PKCS1_KEM = \{\n {4}encrypt\([^]*?\n {4}\},)\n {4}decrypt\([^]*?\n {4}\},(?=\n\};)/

/** Bundles the cipher of the card without what opens a sealed one: a member that nobody calls stays in a bundle. */
export const sealOnly = (): Plugin => ({
  name: 'seal-only',
  applyToEnvironment: ({ name }) => name === 'card',
  transform: {
    filter: { id: /micro-rsa-dsa-dh\/rsa\.js$/ },
    handler(code) {
      const sealing = code.replace(cipher, '$1')
      if (sealing === code) this.error('micro-rsa-dsa-dh no longer has PKCS1_KEM with encrypt and decrypt')
      return { code: sealing, map: null }
    },
  },
})

/** Bundles the table of the proxy's operations as plain data, without the schemas from which it is made. */
export const plainOperations = (): Plugin => ({
  name: 'plain-operations',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /card-frame\/proxy-client\/operations\.ts$/ },
    async handler() {
      const module = await evaluated<{ readonly operations: typeof operations }>(
        'src/card-frame/proxy-client/operations.ts',
      )
      return writtenOnce('operations', module.operations)
    },
  },
})

/** Data as a module in which each part that occurs several times is written once. */
function writtenOnce(name: string, data: unknown): string {
  const counts = new Map<string, number>()
  const count = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const key = JSON.stringify(part)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (counts.get(key) === 1) Object.values(part).forEach(count)
  }
  count(data)
  const names = new Map<string, string>()
  const lines: string[] = []
  const written = (part: unknown): string => {
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)
    const key = JSON.stringify(part)
    const known = names.get(key)
    if (known) return known
    const code = Array.isArray(part)
      ? `[${part.map(written).join()}]`
      : `{${Object.entries(part)
          .map(([member, value]) => `${JSON.stringify(member)}:${written(value)}`)
          .join()}}`
    if (counts.get(key)! < 2) return code
    names.set(key, `part${names.size}`)
    lines.push(`const ${names.get(key)} = ${code}`)
    return names.get(key)!
  }
  const whole = written(data)
  return [...lines, `export const ${name} = ${whole}`].join('\n')
}

const inPages = new Set(['cdn', 'npm', 'demo'])

/** Leaves out of each language what only the card frame shows, which gets it with its document. */
export const pageTextsOnly = (): Plugin => ({
  name: 'page-texts-only',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => inPages.has(name),
  load: {
    filter: { id: /\/src\/texts\/(?:en|[\w-]+\/[\w-]+)\.ts$/ },
    async handler(id) {
      const [selection, language] = await Promise.all([
        evaluated<{ readonly pageTexts: typeof pageTexts }>('src/texts/texts.ts'),
        evaluated<Readonly<Record<string, Texts>>>(relative(root, id)),
      ])
      const [[name, texts]] = Object.entries(language) as [[string, Texts]]
      return `export const ${name} = ${JSON.stringify(selection.pageTexts(texts))}`
    },
  },
})

/**
 * What the bridge never uses of its library: the guard lets only calls of named methods through, so a frame gets no code
 * that reads or writes a member for the other side, constructs an object or opens another port, and none that asks for
 * the last three.
 */
const beyondCalls = [
  ...['GET', 'SET', 'CONSTRUCT', 'ENDPOINT'].map((type) => new RegExp(`\\n {16}case "${type}" [^]*?\\n {20}break;`)),
  ...['set', 'construct'].map((trap) => new RegExp(`\\n {8}${trap}\\(_target, [^]*?\\n {8}\\},`)),
  /\n {12}if \(last === createEndpoint\) \{[^]*?\n {12}\}/,
  /\n {4}\["proxy", proxyTransferHandler\],/,
  /\n {8}if \(!isAllowedOrigin\([^]*?\n {8}\}/,
  /\n {16}if \(finalizer in obj [^]*?\n {16}\}/,
  /\n {12}\/\/ We just pretend that `bind\(\)` didn’t happen\.\n {12}if \(last === "bind"\) \{[^]*?\n {12}\}/,
]

/** Bundles of the bridge's library what calls a method, and what answers such a call. */
export const callsOnly = (): Plugin => ({
  name: 'calls-only',
  applyToEnvironment: ({ name }) => name === 'cdn' || name === 'card' || name === 'challenge',
  transform: {
    filter: { id: /\/comlink\/dist\/esm\/comlink\.mjs$/ },
    handler(code) {
      const calls = beyondCalls.reduce((left, part) => {
        if (left.search(part) < 0) this.error(`comlink no longer has ${part.source}`)
        return left.replace(part, '')
      }, code)
      return { code: calls, map: null }
    },
  },
})
