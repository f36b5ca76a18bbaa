import type { Edit } from '../card/mask.ts'

type Field = HTMLInputElement | HTMLSelectElement

/** Follows how the shopper edits the fields of a document, to tell a mask what an event has changed. */
export class Typing {
  /** Whether something was selected before the last edit. */
  #selected = false
  /** The field in which an input method composes a text. */
  #composing: EventTarget | null = null
  /** The value of that field before. */
  #composedFrom = ''

  constructor({ body }: Document, signal: AbortSignal) {
    body.addEventListener('beforeinput', ({ target }) => (this.#selected = hasSelection(target)), { signal })
    body.addEventListener('compositionstart', (event) => this.#compose(event), { signal })
    body.addEventListener('compositionend', () => (this.#composing = null), { signal })
  }

  #compose({ target }: Event): void {
    this.#composing = target
    this.#composedFrom = (target as HTMLInputElement).value
  }

  /** Whether the text in the event's field is still being composed, so that another value would break it off. */
  isComposing({ target, isComposing }: Event & { readonly isComposing?: boolean }): boolean {
    return isComposing === true || target === this.#composing
  }

  /** The edit of a field that had another value before; a script's event does not say which part of it is new. */
  editOf(event: Event, before: string): Edit {
    const { value, selectionStart } = event.target as HTMLInputElement
    const { inputType = '', data } = event as Partial<InputEvent>
    const isComposed = event.type === 'compositionend'
    return {
      before: isComposed ? this.#composedFrom : before,
      raw: value,
      caret: selectionStart ?? value.length,
      data: data ?? undefined,
      forward: inputType.endsWith('Forward'),
      selected: this.#selected,
      whole: !isComposed && /^(insertReplacementText)?$/.test(inputType),
      again: inputType.startsWith('history'),
    }
  }
}

function hasSelection(target: EventTarget | null): boolean {
  const { selectionStart, selectionEnd } = target as HTMLInputElement
  return selectionStart !== selectionEnd
}

/**
 * Gives a field the event that is missing where a script has set another value than the form has, as password managers do;
 * returns whether one was.
 */
export function reportSet(field: Field | null, value: string): boolean {
  const isSet = field !== null && field.value !== shownIn(field, value)
  if (isSet) field.dispatchEvent(new Event('input', { bubbles: true }))
  return isSet
}

/** A list shows no value that it does not have. */
const shownIn = (field: Field, value: string): string =>
  'options' in field && ![...field.options].some((option) => option.value === value) ? '' : value

/** Shows an edit as rendering would: the default too, and the value only where it differs, which keeps the caret. */
export function showEdit(input: HTMLInputElement, { value, caret }: { value: string; caret: number }): void {
  if (input.value !== value) input.value = value
  if (input.defaultValue !== value) input.defaultValue = value
  setCaret(input, caret)
}

/** Setting the caret in a field without focus, as when autofill writes, would move the focus there; a list has none. */
export function setCaret(input: HTMLInputElement, caret: number): void {
  const isFocused = input.ownerDocument.activeElement === input
  const { selectionStart = null } = input
  if (isFocused && selectionStart !== null && selectionStart !== caret) input.setSelectionRange(caret, caret)
}
