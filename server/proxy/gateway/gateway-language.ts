import { languages } from '#contract/gateway/language.ts'

type GatewayLanguage = (typeof languages)[number]

/** The gateway's language codes that differ from BCP 47. */
const renamed: ReadonlyMap<string, GatewayLanguage> = new Map([['be', 'by']])

/** A request of the merchant with its language as the gateway has it; one that it does not support is left out. */
export function inGatewayLanguage<Requested extends { readonly language?: string | undefined }>(
  request: Requested,
): Requested {
  const { language: tag, ...rest } = request
  const language = gatewayLanguage(tag)
  return { ...rest, ...(language && { language }) } as Requested
}

/** A BCP 47 tag as one of the gateway's languages (online gateway 4.1); `undefined` when it is not supported. */
export function gatewayLanguage(tag: string | undefined): GatewayLanguage | undefined {
  const language = tag?.split('-')[0]?.toLowerCase() ?? ''
  return renamed.get(language) ?? languages.find((known) => known === language)
}
