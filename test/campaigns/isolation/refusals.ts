import type { Page } from 'playwright'

/** Milliseconds after which an attempt that no policy has refused counts as a load. */
const LIMIT = 10_000

/**
 * Lets a script in the card's document load a resource of each kind: by kind, the directive that has refused it. Objects
 * and workers get as far as Trusted Types only, which no script can avoid to test the directive behind.
 */
export async function refusalsOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const card = page.frames().find((frame) => frame.url().includes('/card?'))!
  return card.evaluate(async (limit) => {
    const add = <Name extends keyof HTMLElementTagNameMap>(name: Name, given: Partial<HTMLElementTagNameMap[Name]>) =>
      document.body.append(Object.assign(document.createElement(name), given))
    const own = `${location.origin}/healthz`
    const attempts: Readonly<Record<string, () => unknown>> = {
      connection: () => fetch('https://elsewhere.example/'),
      font: () => new FontFace('tried', `url(${own})`).load(),
      frame: () => add('iframe', { src: own }),
      image: () => add('img', { src: own }),
      media: () => add('audio', { src: own }),
      object: () => add('object', { data: own }),
      script: () => add('link', { rel: 'modulepreload', href: `${location.origin}/assets/challenge/none.js` }),
      style: () => add('link', { rel: 'stylesheet', href: own }),
      worker: () => new Worker(own),
    }
    const refusals: Record<string, string> = {}
    for (const [kind, load] of Object.entries(attempts))
      refusals[kind] = await new Promise<string>((resolve) => {
        const onRefusal = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => resolve(effectiveDirective)
        addEventListener('securitypolicyviolation', onRefusal, { once: true })
        setTimeout(resolve, limit, 'none')
        // A refusal is also an exception of some.
        void Promise.resolve()
          .then(load)
          .catch(() => {})
      })
    return refusals
  }, LIMIT)
}
