import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { slugOf } from '../../docs/.vitepress/site-links.ts'
import { builtDocuments } from '../../docs/.vitepress/built.ts'
import { root } from './root.ts'

// A fresh clone does not have the documents that are not committed.
if (Object.keys(builtDocuments).some((document) => !existsSync(join(root, document))))
  execFileSync(process.execPath, [join(root, 'scripts/readme.mjs'), '--built'])

/** The documents of the repository and of the package, from the root. */
export const publicDocuments: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .toSorted(),
]

/** The relative links of a document that lead to no file, or to no heading in it. */
export const brokenLinks = (folder: string, document: string): readonly string[] =>
  linksIn(proseOf(folder, document)).filter((link) => !leadsSomewhere(folder, document, link))

/** The addresses of all links and pictures but those with a scheme. */
export const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!).filter((to) => !/^[a-z]+:/.test(to))

/** A document without its blocks of code. */
export const proseOf = (folder: string, document: string): string =>
  readFileSync(join(folder, document), 'utf8').replace(/^(`{3,}|~{3,})[^]*?^\1$/gm, '')

function leadsSomewhere(folder: string, from: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const to = path === '' ? from : join(dirname(from), path)
  if (!existsSync(join(folder, to))) return false
  return heading === undefined || headingsIn(proseOf(folder, to)).includes(heading)
}

/** The addresses of a text's headings. */
const headingsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading!))
