import { chooseLocale } from '#texts/choose-locale.ts'
import { texts as en } from './en.ts'
import { texts as de } from './west-european/de.ts'
import { texts as fr } from './west-european/fr.ts'
import { texts as es } from './west-european/es.ts'
import { texts as it } from './west-european/it.ts'
import { texts as pt } from './west-european/pt.ts'
import { texts as ptBr } from './west-european/pt-br.ts'
import { texts as nl } from './west-european/nl.ts'
import { texts as sv } from './west-european/sv.ts'
import { texts as da } from './west-european/da.ts'
import { texts as nb } from './west-european/nb.ts'
import { texts as fi } from './west-european/fi.ts'
import { texts as ru } from './east-european/ru.ts'
import { texts as be } from './east-european/be.ts'
import { texts as uk } from './east-european/uk.ts'
import { texts as pl } from './east-european/pl.ts'
import { texts as cs } from './east-european/cs.ts'
import { texts as sk } from './east-european/sk.ts'
import { texts as bg } from './east-european/bg.ts'
import { texts as sr } from './east-european/sr.ts'
import { texts as hu } from './east-european/hu.ts'
import { texts as ro } from './east-european/ro.ts'
import { texts as el } from './east-european/el.ts'
import { texts as lt } from './east-european/lt.ts'
import { texts as lv } from './east-european/lv.ts'
import { texts as et } from './east-european/et.ts'
import { texts as kk } from './asian/kk.ts'
import { texts as ky } from './asian/ky.ts'
import { texts as uz } from './asian/uz.ts'
import { texts as tr } from './asian/tr.ts'
import { texts as az } from './asian/az.ts'
import { texts as ka } from './asian/ka.ts'
import { texts as hy } from './asian/hy.ts'
import { texts as ar } from './asian/ar.ts'
import { texts as he } from './asian/he.ts'
import { texts as fa } from './asian/fa.ts'
import { texts as hi } from './asian/hi.ts'
import { texts as ja } from './asian/ja.ts'
import { texts as ko } from './asian/ko.ts'
import { texts as zhHans } from './asian/zh-hans.ts'
import { texts as vi } from './asian/vi.ts'
import { texts as id } from './asian/id.ts'
import type { SandboxTexts } from './sandbox-texts.ts'

const languages: Readonly<Record<string, SandboxTexts>> = {
  en,
  de,
  fr,
  es,
  it,
  'pt-pt': pt,
  'pt-br': ptBr,
  nl,
  sv,
  da,
  nb,
  fi,
  ru,
  be,
  uk,
  pl,
  cs,
  sk,
  bg,
  sr,
  hu,
  ro,
  el,
  lt,
  lv,
  et,
  kk,
  ky,
  uz,
  tr,
  az,
  ka,
  hy,
  ar,
  he,
  fa,
  hi,
  ja,
  ko,
  'zh-hans': zhHans,
  vi,
  id,
}

/** The language of a BCP 47 tag (or the first of an Accept-Language header), and its texts; English if unsupported. */
export function sandboxTextsFor(request: string | undefined): { language: string; texts: SandboxTexts } {
  const language = chooseLocale(request?.split(/[,;]/)[0]!.trim())
  return { language, texts: languages[language]! }
}
