import type { Opened } from '#bridge/protocol.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { currencyNumberOf } from '#contract/money/currencies.ts'

/**
 * The order as the claims of its ticket say it, where the bank's page alone can pay it: nothing is read before the button
 * is pressed. `again` is called when the browser's Back shows this page as it was left.
 */
export function openedAlone(claims: Readonly<Record<string, unknown>>, again: () => void): Opened {
  onShownAgain(again)
  const [orderNumber, amount] = [`${claims['orderNumber']}`, Number(claims['amount'])]
  const currency = currencyNumberOf(`${claims['currency']}`) ?? ''
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
