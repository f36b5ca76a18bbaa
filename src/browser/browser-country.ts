/** The country of the first tag of a list that has one. A browser may report what is no tag, such as `C` or `en-US@posix`. */
const country = /(?:^|,)[a-z]+(?:-[a-z]{4})?[-_]([a-z]{2})\b/i

/** The country of the browser's first language that has one, such as AT of `de-AT`; empty without one. */
export const browserCountry = (languages: readonly string[] = globalThis.navigator?.languages ?? []): string =>
  (country.exec(languages.join())?.[1] ?? '').toUpperCase()
