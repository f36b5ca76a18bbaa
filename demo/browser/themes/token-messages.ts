/** What the element says in the console about a token, in the token's row of a table. */
export class TokenMessages {
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

  /** The tokens that have a message. */
  get tokens(): readonly string[] {
    return [...this.#shown.keys()]
  }

  clear(): void {
    for (const [token, message] of this.#shown) {
      message.remove()
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
    const message = this.#shown.get(token) ?? document.createElement('p')
    Object.assign(message, { id: `message${token}`, role: 'alert', textContent: text })
    control.setAttribute('aria-describedby', message.id)
    control.parentElement!.append(message)
    this.#shown.set(token, message)
  }
}
