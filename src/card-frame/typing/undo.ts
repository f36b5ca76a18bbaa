/** The fields that are formatted as one types. */
const masked: readonly string[] = ['number', 'expiry', 'cvc']

/** What a field showed after an edit. */
interface Shown {
  readonly value: string
  readonly caret: number
}

interface Past {
  readonly shown: Shown[]
  at: number
}

/** The keys of every system: Control or Command with Z, with Shift as well or Y to redo. */
function stepOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): -1 | 1 | undefined {
  if (altKey || ctrlKey === metaKey) return undefined
  // In a layout of another script the key has no Latin letter.
  const letter = (/^[a-z]$/i.test(key) ? key : code.slice('Key'.length)).toLowerCase()
  if (letter === 'z') return shiftKey ? 1 : -1
  return letter === 'y' ? 1 : undefined
}

/**
 * Undoes and redoes what was typed into the fields that are formatted as one types: a value that a script sets empties
 * the browser's own history. It is dropped when a payment begins, however it does, as the form announces by an event.
 */
export function watchUndo({ body, activeElement }: Document, signal: AbortSignal): void {
  let pasts = new WeakMap<Element, Past>()

  /** The history of a field; a new one where something else has changed the value. */
  const pastOf = (field: HTMLInputElement): Past => {
    const known = pasts.get(field)
    if (known?.shown[known.at]!.value === field.value) return known
    const past = { shown: [shownIn(field)], at: 0 }
    pasts.set(field, past)
    return past
  }

  const begin = (target: EventTarget | null): unknown => isMasked(target) && pastOf(target)

  begin(activeElement)
  const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => unknown) =>
    body.addEventListener(name, act, { signal })
  on('focusin', ({ target }) => begin(target))
  on('beforeinput', ({ target }) => begin(target))
  body.addEventListener('paying', () => (pasts = new WeakMap()), { signal })
  on('input', (event) => {
    const { target } = event
    const past = isMasked(target) && pasts.get(target)
    if (!past || (event as InputEvent).inputType?.startsWith('history')) return
    past.shown.splice(past.at + 1, Infinity, shownIn(target))
    past.at = past.shown.length - 1
  })
  on('keydown', (event) => {
    const { target } = event
    const step = stepOf(event)
    if (!step || !isMasked(target) || target.readOnly) return
    event.preventDefault()
    const past = pastOf(target)
    const next = past.shown[past.at + step]
    if (!next) return
    past.at += step
    target.value = next.value
    target.setSelectionRange(next.caret, next.caret)
    target.dispatchEvent(
      new InputEvent('input', { bubbles: true, inputType: step < 0 ? 'historyUndo' : 'historyRedo' }),
    )
  })
}

const isMasked = (target: EventTarget | null): target is HTMLInputElement =>
  masked.includes((target as Element | null)?.id ?? '')

const shownIn = ({ value, selectionStart }: HTMLInputElement): Shown => ({
  value,
  caret: selectionStart ?? value.length,
})
