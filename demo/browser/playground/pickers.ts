/** The kinds of values that are also picked, by the attribute of their text fields. */
const kinds = {
  'data-color': {
    attributes: () => ({ type: 'color' }),
    /** What a text says to the picker, if it can show it; the text may be any CSS colour. */
    read: (text: string) => /#[0-9a-f]{6}\b/i.exec(text)?.[0],
    write: (picked: string) => picked,
  },
  'data-least': {
    attributes: ({ least = '', most = '' }: DOMStringMap) => ({ type: 'range', min: least, max: most }),
    read: (text: string) => /^(\d+)(?:px)?$/.exec(text)?.[1],
    write: (picked: string) => `${picked}px`,
  },
} as const

/** Adds a picker of colours and a slider of lengths to the text fields of such values; `picked` is called as one moves. */
export function addPickers(root: ParentNode, picked: () => void): void {
  for (const [kind, { attributes, read, write }] of Object.entries(kinds))
    for (const text of root.querySelectorAll<HTMLInputElement>(`[${kind}]`)) {
      const picker = Object.assign(document.createElement('input'), attributes(text.dataset))
      picker.setAttribute('aria-label', `Pick ${text.name}`)
      const follow = (): void => {
        const known = read(text.value) ?? read(text.dataset['standard'] ?? '')
        picker.toggleAttribute('data-unset', known === undefined)
        picker.value = known ?? (picker.min || '#000000')
      }
      follow()
      picker.addEventListener('input', () => {
        text.value = write(picker.value)
        picker.removeAttribute('data-unset')
        picked()
      })
      text.addEventListener('change', follow)
      text.after(picker)
    }
}
