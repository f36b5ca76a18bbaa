import type { Report } from './report.ts'

/** Reports about the shop's page around the checkout. */
export const shopPages: readonly Report[] = []
