import { retryImport } from '#browser/retry-import.ts'
import type { Clock } from '#contract/ports.ts'
import type { FrameFetch } from './frame-fetch.ts'
import type { Screen } from './form/screen.ts'
import { fetchChallenge } from './fetch-challenge.ts'
import { drawingWith } from './brand-logos/drawing.ts'
import { watchPaste } from './typing/paste.ts'
import { watchUndo } from './typing/undo.ts'

/** Needed at the earliest once something is typed, as the rest of this file. */
export { seal } from './proxy-client/seal.ts'
export { afterRefusal } from './form/refused.ts'

/** Begins what the form has once it has the focus: the marks of the brands, and what reads pasted text and undoes typing. */
export function begin(document: Document, screen: Screen, clock: Clock, fetch: FrameFetch): void {
  if (!screen.model) return
  fetchChallenge(document, fetch)
  watchPaste(document, screen.gone)
  watchUndo(document, screen.gone)
  const drawing = drawingWith(() => retryImport(() => import('./brand-logos/rare-marks.ts'), clock), draw)

  /** Renders nothing while no brand is shown. */
  function draw(): void {
    const { model } = screen
    if (model?.form.values.number || model?.checkout.savedCards.length) screen.show({ drawing })
    else screen.keep({ drawing })
  }
  draw()
}
