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
    giveUp(get, context, {
      code: 'script_failed',
      message: `The checkout's code could not be loaded: ${String(error)}`,
    })
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
      if (pause === undefined) throw error
      await sleep(pause)
    }
  }
}

/** Reports the error to the page in place of the element, which is not loaded. */
function giveUp(get: First, context: LoaderContext, detail: CheckoutError): void {
  context.complain(`tender-checkout: ${detail.code}: ${detail.message}`)
  showNotice(context.page, 'failed', () => {
    clearNotices(context.page)
    void loadFirst(get, context)
  })
  for (const checkout of context.page.querySelectorAll(TAG))
    checkout.dispatchEvent(new CustomEvent('tender-error', { detail, bubbles: true, composed: true }))
}
