import type { Opened } from '#bridge/protocol.ts'
import { claimsOf } from '#browser/ticket-claims.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { currencyNumberOf } from '#contract/money/currencies.ts'
import { peek } from '../../state/ticket.ts'

/**
 * The order as its ticket says it, where the bank's page alone can pay it: nothing is read before the button is pressed.
 * `again` is called when the browser's Back shows this page as it was left.
 */
export function openedAlone(ticket: string, again: () => void): Opened {
  onShownAgain(again)
  const { orderNumber, amount } = peek(ticket)
  const currency = currencyNumberOf(`${claimsOf(ticket)['currency']}`) ?? ''
  return {
    outcome: { state: 'open', orderNumber, amount, currency },
    wallets: {},
    codes: { [BANK_PAGE]: {} },
    card: false,
    amount,
    currencyCode: '',
    fractionDigits: 0,
  }
}

function onShownAgain(act: () => void): void {
  const shown = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    removeEventListener('pageshow', shown)
    act()
  }
  addEventListener('pageshow', shown)
}
