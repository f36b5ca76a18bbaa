/** The country of the browser's first language that has one, such as AT of `de-AT`; empty without one. */
export function browserCountry(languages: readonly string[] = globalThis.navigator?.languages ?? []): string {
  const regions = languages.map((language) => new Intl.Locale(language).region ?? '')
  return regions.find((region) => /^[A-Z]{2}$/.test(region)) ?? ''
}
