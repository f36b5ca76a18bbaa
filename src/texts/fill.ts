/**
 * Fills the `{name}` placeholders of a text, which is missing when an older proxy has sent the texts during an upgrade.
 * After a value that ends with an abbreviation, such as “2027 г.” or “10,00 kr.”, the full stop is left out.
 */
export const fill = (sentence: string | undefined, values: Readonly<Record<string, string>>): string =>
  (sentence ?? '').replace(/\{(\w+)\}(\.?)/g, (place, name: string, stop: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : undefined
    return value === undefined ? place : /\.[\u200e\u200f\u2069]*$/.test(value) ? value : value + stop
  })
