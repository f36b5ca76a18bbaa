/** The properties of the element that Lit watches, with their attributes. */
export const properties = {
  order: {},
  src: {},
  locale: {},
  presentation: {},
  theme: {},
  layout: {},
  hideButton: { type: Boolean, attribute: 'hide-button', reflect: true },
  debug: { type: Boolean },
  buttonText: { attribute: 'button-text', reflect: true },
  texts: { attribute: false },
}
