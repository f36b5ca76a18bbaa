import { chooseLocale } from '#texts/choose-locale.ts'
import { languages } from '#texts/languages.generated.ts'

/** An import of the script tag, to which the build adds the address of its file. */
export type Addressed = ((folder?: string) => Promise<unknown>) & { readonly address?: () => string }

/** The script tag, and the page that it is in. */
export interface Preloading {
  readonly page: Document
  /** The code of the element, beside which all other files are. */
  readonly element: Addressed
  /** What the page's policy knows its scripts by. */
  readonly nonce?: string | undefined
}

/** What the proxy writes in front of the script tag: the file of each method that it offers, and of what draws them. */
const files = (globalThis as { readonly 'tender-files'?: Readonly<Record<string, string>> })['tender-files'] ?? {}

/**
 * Fetches the files that a checkout will import, while its frame loads: none of them runs yet, and none is asked for only
 * once the one before it has come.
 */
export function preload(
  { page, element, nonce }: Preloading,
  locales: readonly string[],
  methods: readonly string[],
): void {
  const base = element.address?.()
  const language = languages[chooseLocale(...locales)] as Addressed | undefined
  const wanted = methods.length ? ['express', 'wallet', ...methods] : []
  const besides = base ? wanted.map((name) => files[name] && new URL(files[name], base).href) : []
  for (const href of new Set([base, language?.address?.(), ...besides]))
    if (href) page.head.append(Object.assign(page.createElement('link'), { rel: 'modulepreload', href, nonce }))
}
