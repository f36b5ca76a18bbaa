import { cardIn, pasted } from '../card/pasted.ts'

/**
 * Takes the number, the expiry date or the code out of a text that is pasted, dropped or filled in, before the form reads
 * it. The clipboard is read itself, since a field has lost the ends of its lines. A single key, a deletion and a
 * composition are read as they are.
 */
export function watchPaste({ body, documentElement }: Document, signal: AbortSignal): void {
  let isOwn = false

  /** Reports a value as a browser does, which the form then formats. */
  function report(field: HTMLInputElement, inputType: string, data: string): void {
    isOwn = true
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }))
    isOwn = false
  }

  function bring(event: Event, transfer: DataTransfer | null): void {
    const field = event.target as HTMLInputElement
    const read = pasted[field.id]
    const text = transfer?.getData('text/plain')
    if (!read || !text || field.readOnly) return
    const card = Object.entries(cardIn(text, documentElement.lang) ?? {})
    const own = read(text, documentElement.lang)
    if (card.length === 0 && own === text) return
    event.preventDefault()
    for (const [id, value] of card) {
      const named = body.querySelector<HTMLInputElement>(`input#${id}`)
      if (!named) continue
      named.value = value
      report(named, '', value)
    }
    if (card.length > 0) return
    field.setRangeText(own, field.selectionStart!, field.selectionEnd!, 'end')
    report(field, 'insertFromPaste', own)
  }

  function take({ target, inputType = '', data = null }: Partial<InputEvent>): void {
    const field = target as HTMLInputElement
    const read = pasted[field.id]
    const isWhole = inputType === '' || inputType === 'insertReplacementText'
    const isText = data !== null && data.length > 1 && /^insert(?!Comp)/.test(inputType)
    if (!read || isOwn || !(isWhole || isText)) return
    const { value, selectionStart } = field
    const end = isWhole ? value.length : (selectionStart ?? value.length)
    const start = isWhole ? 0 : end - data!.length
    field.setRangeText(read(value.slice(start, end), documentElement.lang), start, end, 'end')
  }

  body.addEventListener('paste', (event) => bring(event, event.clipboardData), { signal })
  body.addEventListener('drop', (event) => bring(event, event.dataTransfer), { signal })
  body.addEventListener('input', (event) => take(event as InputEvent), { capture: true, signal })
}
