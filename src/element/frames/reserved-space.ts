import { browserCountry } from '#browser/browser-country.ts'
import { claimsOf } from '#browser/ticket-claims.ts'
import { keptMethods } from '#contract/appearance/kept-methods.ts'
import { isByOperator } from '#contract/methods/methods.ts'
import { methodsIn } from '#browser/page-alone.ts'

type Claims = ReturnType<typeof claimsOf>

/** Claims of orders that no stored card can pay; nor can an operator's. */
const noCards = /"(VERIFY|merchantLogin|merchantInn)"/
/** A claim of a check of the card. */
const check = /"VERIFY"/

/**
 * Reserves height for what is shown with the order, as far as its ticket tells, so that nothing moves then. Returns the
 * methods beside the card that it is reserved for.
 */
export function reserveSpace(box: HTMLElement, order: string, layout: string): readonly string[] {
  const claims = claimsOf(order)
  const text = JSON.stringify(claims)
  reserveForm(box, claims, text)
  return reserveWallets(box, claims, layout)
}

/** Reserves height for the methods beside the card. */
function reserveWallets(box: HTMLElement, claims: Claims, layout: string): readonly string[] {
  const kept = keptMethods(claims, methodsIn(claims), layout)
  box.dataset['reserved'] = kept.layout
  box.toggleAttribute('data-announced', kept.isAnnounced)
  box.style.setProperty('--count', `${kept.names.length}`)
  return kept.names
}

/** Closes the place of methods that do not come, but not under a shopper who is in the form already. */
export function closeReserved(box: HTMLElement): void {
  const isInUse = (box.getRootNode() as ShadowRoot).activeElement
  if (!isInUse) box.dataset['reserved'] = ''
}

/**
 * Reserves height for the sentence about storing the card or the one for an operator, which have more lines in a narrow
 * form, for stored cards, and for the payer's data.
 */
function reserveForm({ dataset, style }: HTMLElement, claims: Claims, text: string): void {
  const methods = methodsIn(claims) ?? 'card,binding'
  const { clientId, save = check.test(text) && 'required' } = claims
  const isAsked = save === 'ask'
  const hasCards = clientId && !isByOperator(claims) && !noCards.test(text) && `${methods}`.includes('binding')
  const { contacts, hint, address } = payerData(claims)
  const lines = hasCards ? 0 : address
  const hasConsent = clientId && (isAsked || save === 'required')
  const consent = hasConsent ? (claims['recurringExpiry'] ? 2 : 1) : 0
  // The sentence to an operator may be as long as two.
  const operator = isByOperator(claims) ? 2 : 0
  const margins = (consent && (isAsked ? 24 : 16)) + operator * 18 + hint * 8
  style.cssText += `;--sentences:${consent + operator + hint};--margins:${margins}px;--cards:${+!!hasCards};--contacts:${contacts};--asked:${contacts + lines};--address:${+!!lines}`
  dataset['form'] = /card|binding/.test(`${methods}`) ? '' : 'none'
}

/** The countries whose addresses have five lines of fields in two columns, in place of four. */
const five =
  /A[MRSU]|B[BRY]|C[ACLNORUVX]|E[EGS]|FM|GN|H[MNU]|I[DENQT]|K[PRZ]|L[TV]|M[HNPXYZ]|N[FGI]|P[EFGHW]|R[OU]|S[OV]|T[HRW]|U[AMSYZ]|V[EIN]/

/**
 * The payer's data that the form asks for and the ticket lacks: how many contacts, whether one has a hint, and how many
 * lines the address has in two columns.
 */
function payerData({ ask, email, phone, orderPayerData, billingPayerData }: Claims) {
  const asks = `${ask}`.split(',')
  const { mobilePhone = phone } = { ...(orderPayerData as Claims) }
  const billing = { ...(billingPayerData as Claims) }
  const country = `${billing['billingCountry'] ?? browserCountry()}`
  const isKnown = billing['billingAddressLine1'] && billing['billingPostalCode']
  const hint = +(asks.includes('phone') && !mobilePhone)
  return {
    contacts: +(asks.includes('email') && !email) + hint,
    hint,
    address: asks.includes('billing') && !isKnown ? (!country || five.test(country) ? 5 : 4) : 0,
  }
}
