import { noConnection } from '../probe/certificate.ts'
import { fail, ok, skip, warn, type Result } from '../probe/finding.ts'
import { policiesOf } from '../probe/policy.ts'
import { headerOf, type Answer, type Get } from '../probe/request.ts'
import { factsOf } from './page-facts.ts'
import { checkGooglePayIn } from './methods/check-google-pay.ts'
import { deniesFeature, obstaclesIn, type Page } from './page-policy.ts'
import type { Subject } from './subject.ts'

/** Whether the headers of the shop's page let the checkout work in it. */
export async function checkShopPage({ shop, url, get, config }: Subject): Promise<readonly Result[]> {
  if (url === undefined) return []
  if (shop === undefined) return [skip('not checked', 'Name the page with the checkout by --shop')]
  const answer = await follow(get, shop).catch((error: unknown) => (error as Error).message)
  if (typeof answer === 'string') return [noConnection(shop, answer, 'Name the page with the checkout by --shop')]
  if (answer.status !== 200)
    return [fail(`${shop}: HTTP ${answer.status}`, 'Name a page with the checkout that opens without a login')]
  return resultsOf(answer, url, config)
}

const MOST_REDIRECTS = 5

/** Reads a page as a browser would show it. */
async function follow(get: Get, address: string, left = MOST_REDIRECTS): Promise<Answer> {
  const answer = await get(address, { accept: 'text/html', 'sec-fetch-dest': 'document' })
  const location = answer.status >= 300 && answer.status < 400 ? headerOf(answer, 'location') : undefined
  if (location === undefined || left === 0 || !URL.canParse(location, address)) return answer
  return follow(get, new URL(location, address).href, left - 1)
}

function resultsOf(answer: Answer, proxy: string, config: Subject['config']): readonly Result[] {
  const facts = factsOf(answer.body.toString(), answer.url)
  const script = facts.scripts.find(({ address }) => address.startsWith(`${proxy}/v1/checkout.js`))
  const page: Page = { address: new URL(answer.url), proxy, ...(script && { script }) }
  const policies = [...policiesOf(answer), ...facts.policies]
  const obstacles = policies.flatMap((policy) => obstaclesIn(policy, page))
  return [
    ...obstacles.map(({ found, todo }) => fail(`${answer.url}: ${found}`, todo)),
    ...(obstacles.length
      ? []
      : [
          ok(
            `${answer.url}: ${policies.length ? 'its policy lets' : 'no policy keeps'} the checkout ${policies.length ? 'work' : 'from working'}`,
          ),
        ]),
    ...(script ? [] : [warn(`${answer.url}: no script tag of ${proxy}/v1/checkout.js in the markup`, NPM)]),
    ...mixed(page),
    ...checkGooglePayIn(page, policies, config),
    ...others(answer, proxy),
  ]
}

const NPM = 'Add it, or ignore this where the element comes from npm or a script adds the tag'

/** A secure page loads nothing by http, but from its own machine. */
const mixed = ({ address, proxy }: Page): readonly Result[] =>
  address.protocol === 'https:' && /^http:\/\/(?!localhost|127\.|\[::1\])/.test(proxy)
    ? [fail(`${address.href} is https, and ${proxy} is not`, 'Serve the proxy by https')]
    : []

/** Headers that restrict parts of the checkout. */
function others(answer: Answer, proxy: string): readonly Result[] {
  const permissions = headerOf(answer, 'permissions-policy') ?? ''
  const denied = ['payment', 'publickey-credentials-get'].filter((name) => deniesFeature(permissions, name, proxy))
  const embedder = headerOf(answer, 'cross-origin-embedder-policy')?.split(';')[0]
  return [
    ...denied.map((name) =>
      warn(`${answer.url}: Permissions-Policy denies ${name} to the proxy’s frames`, `Write ${name}=(self "${proxy}")`),
    ),
    ...(embedder === 'require-corp' || embedder === 'credentialless'
      ? [
          warn(
            `${answer.url}: Cross-Origin-Embedder-Policy: ${embedder} blocks the banks’ pages in the challenge frame`,
            'Set presentation="redirect" on the element',
          ),
        ]
      : []),
  ]
}
