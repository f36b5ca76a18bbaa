const copied = async ({ target }: MouseEvent): Promise<void> => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy]') : null
  if (!button) return
  await navigator.clipboard.writeText(button.dataset['copy']!)
  button.textContent = 'Copied'
}

/** Copies what a button with `data-copy` names. */
export const copyOnClick = (): void => document.addEventListener('click', (event) => void copied(event))
