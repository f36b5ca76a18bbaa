/** The script of the demo shop's first page: it keeps the sums of the basket in step with what is chosen. */

import { sumsOf } from '../shop/catalogue.ts'

const form = document.querySelector<HTMLFormElement>('form.basket')!

function show(): void {
  const chosen = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  for (const [name, sum] of Object.entries(sumsOf(chosen)))
    form.querySelector(`[data-sum="${name}"]`)!.textContent = sum
}

form.addEventListener('input', show)
// A page that the browser shows again may have the counts that were typed into it.
addEventListener('pageshow', show)
