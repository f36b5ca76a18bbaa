import { claimsOf } from '#browser/ticket-claims.ts'

/** The locales that an element asks for, the first one first: of its attribute, the ticket, the page, and the browser. */
export const preferredLocales = (element: Element, attribute: string, ticket: string): readonly string[] =>
  [attribute, claimsOf(ticket)['language'], languageAround(element), navigator.language].filter(
    (locale): locale is string => typeof locale === 'string' && locale !== '',
  )

/** The nearest `lang` around an element, beyond the shadow trees that it is in too. */
const languageAround = (element: Element | undefined): string | null | undefined =>
  element &&
  (element.closest('[lang]')?.getAttribute('lang') ?? languageAround((element.getRootNode() as ShadowRoot).host))
