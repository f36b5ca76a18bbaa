import { policiesIn, type Policy } from '../probe/policy.ts'

/** What a page's markup says about scripts and policies. */
export interface PageFacts {
  /** The script tags by their address, with their nonce. */
  readonly scripts: readonly { readonly address: string; readonly nonce?: string }[]
  readonly policies: readonly Policy[]
}

/** Reads a page's script tags and policies; what scripts add later is not there. */
export function factsOf(html: string, base: string): PageFacts {
  const markup = html.replace(/<!--[^]*?(?:-->|$)/g, '')
  const scripts = tagsOf(markup, 'script').flatMap(({ src, nonce }) =>
    src !== undefined && URL.canParse(src, base)
      ? [{ address: new URL(src, base).href, ...(nonce !== undefined && { nonce }) }]
      : [],
  )
  const policies = tagsOf(markup, 'meta')
    .filter((meta) => meta['http-equiv']?.toLowerCase() === 'content-security-policy')
    .flatMap(({ content = '' }) => policiesIn(content))
  return { scripts, policies }
}

const tagsOf = (markup: string, name: string): readonly Readonly<Record<string, string>>[] =>
  [...markup.matchAll(new RegExp(`<${name}\\b([^>]*)(?:>|$)`, 'gi'))].map(([, attributes]) => attributesOf(attributes!))

const attributesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(
      ([, name, double, single, bare]) => [name!.toLowerCase(), decoded(double ?? single ?? bare ?? '')],
    ),
  )

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&#x2f;': '/',
}

const decoded = (text: string): string =>
  text.replace(/&[#\w]+;/g, (entity) => entities[entity.toLowerCase()] ?? entity)
