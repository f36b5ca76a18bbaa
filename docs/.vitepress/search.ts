/** Pages that the search leaves out: nobody who takes payments looks for what is in them. */
export const isSearched = (file: string): boolean =>
  !/(?:^|\/)(?:measurements|benchmarks|asvs|issuing|issuer|pictures)\.md$/.test(file)

/**
 * How the search ranks; each member is written into the site as text, so that it uses nothing outside itself. What
 * explains comes before what lists: the reference of types, the changelog, and the pages for who changes the code.
 */
export const searchOptions = {
  /** A short word is not another one with a letter changed, as CSP is not CSS. */
  fuzzy: (term: string): number | false => (term.length < 5 ? false : 0.2),
  /** A single letter, as in SAQ A, begins too many words. */
  prefix: (term: string): boolean => term.length > 1,
  boostDocument: (address: string): number => {
    const factors: readonly (readonly [pages: RegExp, factor: number])[] = [
      [/\/(?:api|changelog|contributing)\.html/, 0.3],
      [/\/(?:development|security\/(?:threats|headers))/, 0.3],
      [/\/(?:integration|testing)/, 0.6],
      [/\/(?:payment-methods|webhooks)\.html/, 1.5],
    ]
    return factors.find(([pages]) => pages.test(address))?.[1] ?? 1
  },
  /** Abbreviations that the documents write out. */
  processTerm: (term: string): string | string[] => {
    const word = term.toLowerCase()
    const meanings: Readonly<Record<string, readonly string[]>> = {
      csp: ['content', 'security', 'policy'],
      '3ds': ['3-d', 'secure'],
      applepay: ['apple', 'pay'],
      googlepay: ['google', 'pay'],
      gpay: ['google', 'pay'],
      ssr: ['server-side', 'rendering'],
      i18n: ['languages'],
      k8s: ['kubernetes'],
      cjs: ['commonjs'],
      dispute: ['chargeback'],
      multishop: ['several', 'shops'],
    }
    return [word, ...(Object.hasOwn(meanings, word) ? meanings[word]! : [])]
  },
}
