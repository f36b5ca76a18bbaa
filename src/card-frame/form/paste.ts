import { pasted } from '../card/pasted.ts'

/**
 * Takes the number, or the expiry date, out of a pasted text before the form reads it, and likewise out of what is dropped
 * or filled in. A single key, a deletion and a composition are read as they are.
 */
export function watchPaste({ body, documentElement }: Document, signal: AbortSignal): void {
  const take = (event: Event): void => {
    const field = event.target as HTMLInputElement
    const read = pasted[field.id]
    const { inputType, data } = event as InputEvent
    if (read && data?.length !== 1 && !/^del|Comp/.test(inputType))
      field.value = read(field.value, documentElement.lang)
  }
  body.addEventListener('input', take, { capture: true, signal })
}
