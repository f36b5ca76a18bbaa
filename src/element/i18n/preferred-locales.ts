/** The locales that an element asks for, the first one first: of its attribute, the ticket, the page, and the browser. */
export const preferredLocales = (element: Element, attribute: string, ticket: string | undefined): readonly string[] =>
  [
    attribute,
    ticket,
    element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang,
    navigator.language,
  ].filter((locale): locale is string => Boolean(locale))
