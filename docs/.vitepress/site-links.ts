import { dirname, join } from 'node:path/posix'

/** The documents outside docs/ that have a page, with their path on the site. */
const outside: Readonly<Record<string, string>> = {
  'README.md': 'overview.md',
  'SECURITY.md': 'security/index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
}

/** The path on the site of a document of the repository. */
export const sitePath = (file: string): string =>
  outside[file] ?? file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')

/** The address of a heading, as GitHub and npm make it; VitePress by itself would make another of an apostrophe. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-')

/** The parts of a token of markdown-it that a link has. */
interface Token {
  readonly type: string
  readonly children?: readonly Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface Rendered {
  readonly tokens: readonly Token[]
  readonly env: { readonly path: string; readonly realPath?: string }
}

const toFile = /^(?![a-z]+:|[/#])([^#]+)(#.*)?$/

/**
 * A rule of markdown-it for links between files of the repository: a document is linked by its page, and any other file
 * by a copy that `onFile` must make. VitePress would resolve them by the paths on the site.
 */
export const siteLinks =
  (fromRoot: (path: string) => string, onFile: (file: string) => void) =>
  ({ tokens, env }: Rendered): void => {
    const folder = dirname(fromRoot(env.realPath ?? env.path))
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const [, path, heading = ''] = (token.type === 'link_open' && toFile.exec(token.attrGet('href') ?? '')) || []
      if (path === undefined) continue
      const file = join(folder, path)
      if (!file.endsWith('.md')) onFile(file)
      token.attrSet('href', file.endsWith('.md') ? `/${sitePath(file)}${heading}` : copyOf(file))
    }
  }

/** The address of the copy of a file that is no document; every name has an extension there, so that it has a type. */
export const copyOf = (file: string): string => `/files/${file}.txt`
