/** The locales that an element asks for, the first one first: of its attribute, the ticket, the page, and the browser. */
export const preferredLocales = (element: Element, attribute: string, ticket: string | undefined): readonly string[] =>
  [attribute, ticket, languageAround(element), navigator.language].filter((locale): locale is string => Boolean(locale))

/** The nearest `lang` around an element, beyond the shadow trees that it is in too. */
const languageAround = (element: Element | undefined): string | null | undefined =>
  element &&
  (element.closest('[lang]')?.getAttribute('lang') ?? languageAround((element.getRootNode() as ShadowRoot).host))
