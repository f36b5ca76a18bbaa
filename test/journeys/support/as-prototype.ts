/**
 * Changes the built-ins of a page as Prototype 1.7.3 does, and its release 1.6 with `toJSON` and `reduce`, as far as a
 * checkout could notice: no npm package has that library. It runs in the page, before any other script.
 */
export function asPrototype(): void {
  if (self !== top) return
  const arrayOf = (items: { readonly [at: number]: unknown; readonly length?: number } | null): unknown[] => {
    const result: unknown[] = []
    for (let at = 0; at < (items?.length ?? 0); at += 1) result.push(items![at])
    return result
  }
  const ofArray: Readonly<Record<string, unknown>> = {
    entries(this: unknown[]) {
      return arrayOf(this)
    },
    toJSON(this: unknown[]) {
      return `[${this.map((item) => JSON.stringify(item)).join(', ')}]`
    },
    each(this: unknown[], act: (item: unknown) => void) {
      this.forEach(act)
      return this
    },
    without: () => [],
    reduce(this: unknown[]) {
      return this.length > 1 ? this : this[0]
    },
  }
  const ofElement = {
    remove(this: HTMLElement) {
      this.parentNode!.removeChild(this)
      return this
    },
    scrollTo(this: HTMLElement) {
      scrollTo(0, this.offsetTop)
      return this
    },
    hide(this: HTMLElement) {
      this.style.display = 'none'
      return this
    },
  }
  Object.assign(Array, { from: arrayOf })
  // Assigned, and so enumerable: `for … in` over an array lists them too.
  Object.assign(Array.prototype, ofArray)
  Object.assign(String.prototype, { strip: String.prototype.trim, toArray: () => [] })
  Object.assign(Function.prototype, { wrap: () => () => undefined, argumentNames: () => [] })
  Object.assign(HTMLElement.prototype, ofElement)
  Object.assign(Object, {
    values(object: Readonly<Record<string, unknown>>) {
      const result: unknown[] = []
      // oxlint-disable-next-line guard-for-in
      for (const key in object) result.push(object[key])
      return result
    },
    toJSON: JSON.stringify,
  })
  Object.assign(globalThis, { $: (id: string) => document.querySelector(`#${id}`), $$: arrayOf })
}
