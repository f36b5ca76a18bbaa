/** Classes of the platform that pages overwrite by a variable of the same name, as `var URL = '…'` does. */
type Classes = Pick<typeof globalThis, 'AbortController' | 'CustomEvent' | 'Map' | 'Set' | 'URL'>

let frame: HTMLIFrameElement | undefined

/** The page's class of this name or, where that is another value, the class of an empty frame, which no script overwrites. */
function platform<Name extends keyof Classes>(name: Name): Classes[Name] {
  const found = globalThis[name] as { readonly prototype?: { readonly [Symbol.toStringTag]?: string } } | undefined
  if (found?.prototype?.[Symbol.toStringTag] === name) return globalThis[name]
  if (!frame) {
    frame = document.createElement('iframe')
    frame.style.display = 'none'
    document.documentElement.append(frame)
  }
  return (frame.contentWindow as unknown as Classes)[name]
}

// Taken once, so that nothing that a page overwrites later counts. The build gives them to all code of the script tag.
export const AbortController = platform('AbortController')
export const CustomEvent = platform('CustomEvent')
export const Map = platform('Map')
export const Set = platform('Set')
export const URL = platform('URL')
