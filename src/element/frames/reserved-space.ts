import { browserCountry } from '#browser/browser-country.ts'
import { claimsOf } from '#browser/ticket-claims.ts'
import { hasForm, sizesOfOrder } from '#contract/appearance/form-height.ts'
import { keptMethods } from '#contract/appearance/kept-methods.ts'
import { methodsIn } from '#browser/page-alone.ts'

/**
 * Reserves height for what is shown with the order, as far as its ticket tells, so that nothing moves then. Returns the
 * methods beside the card that it is reserved for.
 */
export function reserveSpace(box: HTMLElement, order: string, layout: string): readonly string[] {
  const claims = claimsOf(order)
  const methods = methodsIn(claims)
  const { names, layout: reserved, isAnnounced } = keptMethods(claims, methods, layout)
  box.style.cssText += `;--count:${names.length};${sizesOfOrder(claims, methods, browserCountry())}`
  Object.assign(box.dataset, { reserved, form: hasForm(methods) ? '' : 'none' })
  box.toggleAttribute('data-announced', isAnnounced)
  return names
}

/** Closes the place of methods that do not come, but not under a shopper who is in the form already. */
export function closeReserved(box: HTMLElement): void {
  const isInUse = (box.getRootNode() as ShadowRoot).activeElement
  if (!isInUse) box.dataset['reserved'] = ''
}
