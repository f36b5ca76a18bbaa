import type { Report } from './report.ts'

/** Reports about translated pages, and style sheets that meet. */
export const translators: readonly Report[] = []
