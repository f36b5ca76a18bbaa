/** The locales that an element asks for, the first one first: its attribute, the ticket, the page around it, the browser. */
export const localeWishes = (element: Element, attribute: string, ticket: string | undefined): readonly string[] =>
  [
    attribute,
    ticket,
    element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang,
    navigator.language,
  ].filter((wish): wish is string => Boolean(wish))
