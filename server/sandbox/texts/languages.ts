import { chooseLocale } from '#texts/choose-locale.ts'
import { texts as en } from './en.ts'
import { texts as ru } from './ru.ts'
import type { SandboxTexts } from './sandbox-texts.ts'

/** Languages that are answered in Russian; only those who test see these pages. */
const inRussian: ReadonlySet<string> = new Set(['ru', 'be', 'kk'])

/** The language of a BCP 47 tag (or the first of an Accept-Language header), and its texts; English if unsupported. */
export function sandboxTextsFor(request: string | undefined): { language: 'en' | 'ru'; texts: SandboxTexts } {
  const isRussian = inRussian.has(chooseLocale(request?.split(/[,;]/)[0]!.trim()))
  return isRussian ? { language: 'ru', texts: ru } : { language: 'en', texts: en }
}
