import type { ProxyConfig } from '#proxy/config/config.ts'
import { warn, type Result } from '../../probe/finding.ts'
import type { Policy } from '../../probe/policy.ts'
import { obstaclesTo, type Page } from '../page-policy.ts'

const google = { origin: 'https://pay.google.com', script: '/gp/p/js/pay.js', frame: '/gp/p/ui/pay' }

/** Where Google Pay is offered: what keeps Google's script or its frames out of the page, so that the button is left out. */
export function checkGooglePayIn(
  page: Page,
  policies: readonly Policy[],
  config: Pick<ProxyConfig, 'walletSettings'> | undefined,
): readonly Result[] {
  const offer = config?.walletSettings.offers.googlePay
  if (!offer || offer.sheet !== undefined) return []
  return policies
    .flatMap((policy) => obstaclesTo(google, policy, page))
    .map(({ found, todo }) =>
      warn(
        `${page.address.href}: ${found}, so that Google Pay is not offered`,
        `${todo}; docs/element.md has the rest`,
      ),
    )
}
