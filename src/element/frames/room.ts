import { claimsOf } from '../state/ticket.ts'

type Claims = ReturnType<typeof claimsOf>

/** In a ticket that neither wallets nor stored cards take; to verify a card only some can. */
const never = /"(moto|VERIFY|merchantLogin|merchantInn)"/

/** Keeps a place for what comes with the order, as far as its ticket says it, so that it moves nothing. */
export function keepRoom(box: HTMLElement, order: string, layout: string): void {
  const claims = claimsOf(order)
  const isOwnCard = never.test(JSON.stringify(claims))
  keepWallets(box, claims, isOwnCard, layout)
  keepForm(box, claims, isOwnCard)
}

/**
 * For the wallets that come beside the card form: for those of the ticket's `methods` that this browser may have. Where
 * it has none, a page asks for tabs or an accordion if there are several.
 */
function keepWallets({ dataset, style }: HTMLElement, claims: Claims, isOwnCard: boolean, layout: string): void {
  const methods = String(claims['methods'] ?? (layout !== 'stack' && 'card,applePay,googlePay'))
  const count = +methods.includes('googlePay') + +('ApplePaySession' in globalThis && methods.includes('applePay'))
  const isKept = count && !isOwnCard && !claims['feeInput']
  const isChoice = count > 1 || methods.includes('card')
  dataset['room'] = isKept ? (isChoice ? layout : 'stack') : ''
  style.setProperty('--count', `${count}`)
}

/**
 * For the sentence about storing the card or the one for an operator, of which one has more lines in a narrow form, and
 * for stored cards.
 */
function keepForm({ dataset, style }: HTMLElement, claims: Claims, isOwnCard: boolean): void {
  const { methods = 'card,binding', clientId, save = /VERIFY/.test(`${claims['features']}`) && 'required' } = claims
  const isAsked = save === 'ask'
  const keep = (width: string, lines: number, hint: number): void => {
    const consent = (isAsked ? 24 : 16) + lines * (claims['recurringExpiry'] ? 40 : 20)
    const isSaid = clientId && (isAsked || save === 'required')
    style.setProperty(width, `${(isSaid ? consent : 0) + (claims['channel'] === 'moto' ? hint : 0)}px`)
  }
  keep('--narrow', 2, 96)
  keep('--wide', 1, 76)
  style.setProperty('--cards', clientId && !isOwnCard && `${methods}`.includes('binding') ? '1' : '0')
  dataset['form'] = /card|binding/.test(`${methods}`) ? '' : 'none'
}
