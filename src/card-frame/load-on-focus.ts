import { brisk, retryImport, type Import } from '#browser/retry-import.ts'
import type { Clock, Network } from '#contract/ports.ts'
import type { Screen } from './form/screen.ts'
import type { FrameFetch } from './frame-fetch.ts'
import type * as onFocus from './on-focus.ts'
import { FrameError, offline, unsent } from './proxy-client/errors.ts'
import type { Seal } from './proxy-client/seal.ts'

type Code = Pick<typeof onFocus, 'begin' | 'seal' | 'afterRefusal'>

/** What loads the code, and where it is used. */
interface FocusContext {
  readonly document: Document
  readonly screen: Screen
  readonly clock: Clock
  readonly network: Network
  readonly fetch: FrameFetch
  readonly get: Import<Code>
}

/** The code that is loaded when the form gets the focus; the form can be typed into without it. */
export interface LoadedOnFocus {
  /** Loads the code: autofill writes without focus, and a stored card shows its brand at once. */
  load(): void
  /**
   * Seals a card. Where the code cannot be loaded, the first press leaves the form as it is, with `frame_unsent`; the next
   * rejects with `script_failed`, so that the shopper gets another way to pay.
   */
  readonly seal: Seal
  /** The form after a refusal; a card that was refused was sealed before, for which the code was loaded. */
  afterRefusal(...refused: Parameters<Code['afterRefusal']>): Promise<ReturnType<Code['afterRefusal']>>
}

/** Loads the marks of the brands, what reads pasted text, undoes typing and seals a card, when the form gets the focus. */
export function loadOnFocus({ document, screen, clock, network, fetch, get }: FocusContext): LoadedOnFocus {
  let loading: Promise<Code> | undefined
  let hasFailed = false

  const loaded = (): Promise<Code> =>
    (loading ??= retryImport(get, clock, brisk).catch((error: unknown) => {
      loading = undefined
      throw error
    }))

  const load = (): void => {
    if (loading) return
    loaded()
      .then(({ begin }) => begin(document, screen, clock, fetch))
      .catch(() => {}) // the next key or press loads it again
  }

  const seal: Seal = async (...card) => {
    load()
    const code = await loaded().catch((error: Error) => {
      if (network.isDown()) throw new FrameError(offline)
      if (hasFailed) throw error
      hasFailed = true
      throw new FrameError({ ...unsent, message: `${unsent.message} ${error.message}` })
    })
    return code.seal(...card)
  }

  document.body.addEventListener('focusin', load, { once: true })
  return { load, seal, afterRefusal: async (...refused) => (await loaded()).afterRefusal(...refused) }
}
