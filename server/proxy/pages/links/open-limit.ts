import { ProxyError } from '#contract/proxy-errors.ts'
import { bucketsOf } from '../../card-testing/address.ts'
import { buildFingerprints } from '../../card-testing/fingerprints.ts'
import type { ProxyContext } from '../../proxy-context.ts'

/** Pages of links that one address may open in a window, in milliseconds: each may ask the gateway for the order. */
const MOST = 60
const WINDOW = 60_000

/** Throws `too_many_tries` above the limit; without the counters the page is shown, since nothing is paid by it. */
export function buildOpenLimit({ counters, random, config }: Pick<ProxyContext, 'counters' | 'random' | 'config'>) {
  const fingerprints = buildFingerprints(config.signingSecret)
  return async (ip: string): Promise<void> => {
    const key = `links opened from ${fingerprints.of('address', bucketsOf(ip)[0]!.name)}`
    if ((await counters.count(key).catch(() => 0)) >= MOST)
      throw new ProxyError('too_many_tries', undefined, undefined, WINDOW / 1000)
    await counters.add(key, random.uuid(), WINDOW).catch(() => 0)
  }
}
