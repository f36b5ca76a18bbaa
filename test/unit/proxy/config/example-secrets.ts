import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secrets as ofDemo } from '../../../../demo/addresses.ts'
import { root } from '../../../support/root.ts'

/** Literal values that the repository shows as a secret, by how they are written. */
const patterns = [
  /(?:secret|password|api_?key|\btoken)["']?\s*[:=]\s*["']([^"'$\n]{6,})["']/gi,
  /\bTENDER_\w*(?:SECRETS?|API_KEYS?|PASSWORD|TOKEN)=['"]?([\w+/-]{7,})/g,
  /^\s*TENDER_\w*(?:SECRETS?|API_KEYS?|PASSWORD|TOKEN): ['"]?([\w+/-]{7,})['"]?$/gm,
  /\b\w+:\/\/[^\s:/@]*:([^\s@/]{3,})@/g,
]

const folders = ['docs', 'deploy', 'examples', 'demo']

/** Files that nobody writes by hand, or that are no text. */
const skipped = /node_modules|dist\/|package-lock\.json|\.(?:png|svg|gif|jpe?g|woff2?|ico)$/

/** Every secret that the documents, the deployment files, the examples and the demo show as a literal. */
export function exampleSecrets(): ReadonlySet<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !skipped.test(file)),
  )
  const texts = [...files, join(root, 'README.md'), join(root, 'SECURITY.md')].map((file) => readFileSync(file, 'utf8'))
  const shown = texts.flatMap((text) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, one]) => one!)),
  )
  return new Set([...shown, ...Object.values(ofDemo).map(decoded)])
}

/** The bytes of a webhook secret, as text. */
const decoded = (secret: string): string =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64').toString() : secret
