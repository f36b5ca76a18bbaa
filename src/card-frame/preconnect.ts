import type { Step } from '#contract/checkout.ts'

/**
 * Opens the connection to the bank that the answer names, while the document loads that shows its page: connections of frames
 * are their own, so that one of the shop's page would be of no use.
 */
export function preconnect(page: Document, step: Step): void {
  const href = 'acsUrl' in step ? step.acsUrl : 'methodUrl' in step && step.methodUrl
  if (href) page.head.append(Object.assign(page.createElement('link'), { rel: 'preconnect', href }))
}
