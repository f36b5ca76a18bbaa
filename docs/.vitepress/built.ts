/**
 * The documents that are little but tables, by the page that the tables are put into. They are written where they are
 * read: into the package, into the site, and by `npm run readme`.
 */
export const builtDocuments: Readonly<Record<string, string>> = {
  'docs/api.md': 'scripts/documents/pages/api.md',
  'docs/reference.md': 'scripts/documents/pages/reference.md',
}

export const isBuilt = (document: string): boolean => Object.hasOwn(builtDocuments, document)
