/**
 * How a translator shows a translation: in place of the text in two font elements, or as a new text in an element that it
 * has put together again without its comments; or beside the text.
 */
export type TranslatorKind = 'font' | 'text' | 'beside'

export interface Translator {
  /** Shows the original again: each text returns to where its translation stands, if that is still there. */
  undo(): void
}

/**
 * Translates a part of a page, and what is added or changed there later, as the translators of browsers and extensions
 * do; what is `translate="no"` stays. A translation is its text in double angle brackets. Nothing outside is used, so that
 * a journey can run it in a page: `translate.toString()`.
 */
export function translate(root: Element | ShadowRoot, kind: TranslatorKind = 'font'): Translator {
  const shown = new Map<ChildNode, Text>()
  const translations = new WeakSet<Node>()
  const isLeft = (node: Node): boolean => {
    const parent = node.parentElement
    return (
      !parent || parent.closest('style, script, [translate=no]') !== null || translations.has(parent.closest('font')!)
    )
  }
  const translation = (text: string): ChildNode => {
    if (kind === 'text') return document.createTextNode(text)
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    for (const font of [outer, inner]) {
      font.style.verticalAlign = 'inherit'
      translations.add(font)
    }
    inner.textContent = text
    outer.append(inner)
    return outer
  }
  const replace = (text: Text): void => {
    if (translations.has(text) || !text.data.trim() || isLeft(text)) return
    const made = translation(`«${text.data}»`)
    translations.add(made)
    shown.set(made, text)
    if (kind === 'text') {
      const siblings = [...text.parentNode!.childNodes]
      for (const node of siblings) if (node instanceof Comment) node.remove()
    }
    if (kind === 'beside') {
      translations.add(text)
      text.after(made)
    } else text.replaceWith(made)
  }
  const walk = (node: Node): void => {
    if (node instanceof Text) return replace(node)
    const children = [...node.childNodes]
    children.forEach(walk)
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      if (type === 'characterData') walk(target)
      else for (const node of addedNodes) if (node.isConnected) walk(node)
  })
  walk(root)
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  return {
    undo() {
      observer.disconnect()
      for (const [made, text] of shown)
        if (kind === 'beside') made.remove()
        else if (made.parentNode) made.replaceWith(text)
    },
  }
}
