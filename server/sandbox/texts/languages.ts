import { chooseLocale } from '#texts/choose-locale.ts'
import { texts as be } from './be.ts'
import { texts as en } from './en.ts'
import { texts as kk } from './kk.ts'
import { texts as ru } from './ru.ts'
import type { SandboxTexts } from './sandbox-texts.ts'

/** The languages of the gateway itself; only those who test see these pages. */
const languages: ReadonlyMap<string, SandboxTexts> = new Map([
  ['en', en],
  ['ru', ru],
  ['be', be],
  ['kk', kk],
])

/** The language of a BCP 47 tag (or the first of an Accept-Language header), and its texts; English if unsupported. */
export function sandboxTextsFor(request: string | undefined): { language: string; texts: SandboxTexts } {
  const language = chooseLocale(request?.split(/[,;]/)[0]!.trim())
  const texts = languages.get(language)
  return texts ? { language, texts } : { language: 'en', texts: en }
}
