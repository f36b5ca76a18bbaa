/** What the element says in the console about a token, in the token's row of a table. */
export class Lines {
  readonly #table: HTMLElement
  readonly #shown = new Map<string, HTMLElement>()

  constructor(table: HTMLElement) {
    this.#table = table
    const log = console.error
    console.error = (...data: unknown[]) => {
      log(...data)
      this.#show(String(data[0]))
    }
  }

  /** The tokens that something has been said of. */
  get tokens(): readonly string[] {
    return [...this.#shown.keys()]
  }

  clear(): void {
    for (const [token, line] of this.#shown) {
      line.remove()
      this.#control(token)!.removeAttribute('aria-describedby')
    }
    this.#shown.clear()
  }

  #control(token: string): HTMLElement | null {
    return this.#table.querySelector(`[name="${token}"]`)
  }

  #show(text: string): void {
    const [, token = ''] = /^tender-checkout: .*?"(--tender-[\w-]+)"/.exec(text) ?? []
    const control = this.#control(token)
    if (!control) return
    const line = this.#shown.get(token) ?? document.createElement('p')
    Object.assign(line, { id: `said${token}`, role: 'alert', textContent: text })
    control.setAttribute('aria-describedby', line.id)
    control.parentElement!.append(line)
    this.#shown.set(token, line)
  }
}
