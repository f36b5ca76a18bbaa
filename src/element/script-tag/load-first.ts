import type { CheckoutError } from '#bridge/protocol.ts'
import { isHtml, noHtml } from '../host-page.ts'
import { clearNotices, showNotice } from './notice.ts'

/** Pauses before the first file is requested again, in milliseconds. */
const pauses = [500, 1_000, 2_000, 4_000]
/** Milliseconds after which the shopper sees that loading takes long. */
const LATE = 5_000

/** Milliseconds for which the element's code waits for the forms of the page, which can be typed into without it. */
const FORMS = 1_000

const TAG = 'tender-checkout'

/** The dependencies of the script tag. Nothing here is shared with the element, which is the file to be loaded. */
export interface LoaderContext {
  readonly page: Document
  /** The address of the script tag; none where its code was inlined, or evaluated. */
  readonly tag: string | undefined
  /** Resolves when the frames that the script tag has added have loaded. */
  formsAreThere(): Promise<unknown>
  /** Where the element is defined. */
  readonly registry: Pick<CustomElementRegistry, 'get' | 'define'>
  sleep(ms: number): Promise<void>
  complain(line: string): void
}

/**
 * Imports the element's class; the build makes `folder` lead to another copy of all files, since browsers cache the failure of
 * an address.
 */
type First = (folder?: string) => Promise<{ readonly TenderCheckout: CustomElementConstructor }>

let retries = 0

/**
 * Loads the element's code, with retries after pauses, and shows a notice in each checkout meanwhile. The forms come
 * first: neither the bytes of that code nor its run delay them.
 */
export async function loadFirst(get: First, context: LoaderContext): Promise<void> {
  const { page, registry, sleep } = context
  if (!isHtml(page)) return giveUp(get, context, noHtml)
  let isOver = false
  void sleep(LATE).then(() => isOver || showNotice(page, 'slow'))
  try {
    await Promise.race([context.formsAreThere(), sleep(FORMS)])
    const { TenderCheckout } = await tried(get, context)
    if (!registry.get(TAG)) registry.define(TAG, TenderCheckout)
    clearNotices(page)
  } catch (error) {
    giveUp(get, context, causeOf(error, context))
  } finally {
    isOver = true
  }
}

async function tried(get: First, { sleep }: LoaderContext): ReturnType<First> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await get(tries % 2 ? `retry-${(retries += 1)}/` : '')
    } catch (error) {
      const pause = pauses[tries]
      if (pause === undefined || isRefused(error)) throw error
      await sleep(pause)
    }
  }
}

/** Whether the page's policy refuses the name that Lit has for Trusted Types. */
const isRefused = (error: unknown): boolean => String(error).includes('lit-html')

/** Why the code is not there, so that the page's author can mend it. */
function causeOf(error: unknown, { page, tag }: LoaderContext): CheckoutError {
  const proxy = page.querySelector('tender-checkout[src]')?.getAttribute('src')
  const [code, cure] = isRefused(error)
    ? ['config_trusted_types', ": the page's policy must have trusted-types lit-html 'allow-duplicates'"]
    : proxy && !tag?.startsWith(proxy)
      ? ['config_script', ` by ${tag || 'the page'}, a copy of the script tag: use that of ${proxy}`]
      : ['script_failed', '']
  return { code, message: `The checkout's code could not be loaded${cure}: ${String(error)}` }
}

/** Reports the error to the page in place of the element, which is not loaded. */
function giveUp(get: First, context: LoaderContext, detail: CheckoutError): void {
  context.complain(`tender-checkout: ${detail.code}: ${detail.message}`)
  showNotice(context.page, detail.code === 'script_failed' ? 'failed' : 'unusable', () => {
    clearNotices(context.page)
    void loadFirst(get, context)
  })
  for (const checkout of context.page.querySelectorAll(TAG))
    checkout.dispatchEvent(new CustomEvent('tender-error', { detail, bubbles: true, composed: true }))
}
