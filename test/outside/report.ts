/** A public report about another product that was tried on this one. */
export interface Report {
  /** `owner/repository#number` of its issue or pull request on GitHub, or its address. */
  readonly source: string
  /** What went wrong there, as the kind of defect that it is a case of. */
  readonly kind: string
  /** `fixed`: this product had it too. `holds`: it had not. `limit`: it has, and a document says so. */
  readonly decision: 'fixed' | 'holds' | 'limit'
  /** The file of the test that shows it, or of the document that names the limit, from the root of the repository. */
  readonly file: string
  /** The title of that test, or a sentence of that document, literally; without it the whole file is meant. */
  readonly words?: string
}
