import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '#texts/language.ts'
import { root } from './evaluated.ts'
import { formatted } from './formatted.ts'

/** The file that lists the languages for the code. */
export const languageListFile = 'src/texts/languages.generated.ts'

const folder = join(root, 'src/texts/languages')

/** The tag of every language, which is the name of its file. */
const languageTags: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()

type Tagged = readonly [tag: string, language: Language]

async function readLanguage(tag: string): Promise<Tagged> {
  const { href } = pathToFileURL(join(folder, `${tag}.ts`))
  const { language } = (await import(/* @vite-ignore */ href)) as { readonly language: Language }
  return [tag, language]
}

const quoted = (value: unknown): string => JSON.stringify(value)

/** The fallback is left out, since it is part of the code; see src/texts/choose-locale.ts. */
const listOf = (languages: readonly Tagged[]): string => `import type { Language } from ${quoted('./language.ts')}

// Written by \`npm run readme\` from the files in languages/, so that a tag is known before its file is loaded.

/** Loads a language's file; a query is added to its address for a retry. */
type Load = (query?: string) => Promise<{ readonly language: Language }>

/** Every language but the fallback, by its BCP 47 tag in lower case. */
export const languages: Readonly<Record<string, Load>> = {
${languages
  .filter(([tag]) => tag !== 'en')
  .map(([tag]) => `${quoted(tag)}: () => import(${quoted(`./languages/${tag}.ts`)}),`)
  .join('\n')}
}

export const rightToLeft: ReadonlySet<string> = new Set(${quoted(
  languages.filter(([, { direction }]) => direction === 'rtl').map(([tag]) => tag),
)})

/** The language of each alias. */
export const aliases: ReadonlyMap<string, string> = new Map(${quoted(
  languages.flatMap(([tag, { aliases = [] }]) => aliases.map((alias) => [alias, tag])),
)})
`

/** What the list must contain. */
export const languageList = async (): Promise<string> =>
  formatted(languageListFile, listOf(await Promise.all(languageTags.map(readLanguage))))

const spelled = (tag: string): string => new Intl.Locale(tag).toString()
const nameOf = new Intl.DisplayNames('en', { type: 'language' })

/** The languages for the documents, by their names in English. */
export const languageTable = (): string =>
  `The checkout, the card form and the pages of the proxy speak ${languageTags.length} languages, each of which is loaded alone:\n\n${languageTags
    .map((tag) => `${nameOf.of(tag)} (\`${spelled(tag)}\`)`)
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .join(', ')}.`
