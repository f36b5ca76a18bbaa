import { languages } from '#server-contract/gateway/language.ts'

/** More of them at banks of the family: those of the vendor's manual, and Arabic. */
const more = 'el ro bg pt sw hu it pl de fr kh cn es ka da et fi lt lv nl sv ar'

const known: ReadonlySet<string> = new Set([...languages, ...more.split(' ')])

/** The gateway's language codes that differ from BCP 47. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['be', 'by'],
  ['km', 'kh'],
  ['zh', 'cn'],
])

/** A request of the merchant with its language as the gateway has it; one that it does not support is left out. */
export function inGatewayLanguage<Requested extends { readonly language?: string | undefined }>(
  request: Requested,
): Requested {
  const { language: _, ...rest } = request
  return { ...rest, ...languageOf(request) } as Requested
}

/**
 * A BCP 47 tag as one of the gateway's languages (online gateway 4.1, family), each of which a bank may lack: it then
 * answers in the default of the merchant's settings. `undefined` where no gateway has the language.
 */
export function gatewayLanguage(tag: string | undefined): string | undefined {
  const language = tag?.split('-')[0]?.toLowerCase() ?? ''
  return renamed.get(language) ?? (known.has(language) ? language : undefined)
}

/** The language of a ticket as a field of a request; none where the gateway's own default is to be used. */
export function languageOf({ language: tag }: { readonly language?: string | undefined }): {
  readonly language?: string
} {
  const language = gatewayLanguage(tag)
  return language === undefined ? {} : { language }
}
