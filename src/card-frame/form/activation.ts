/** What a shopper does in the frame, and no script on the page can do. */
const acts = ['input', 'pointerdown', 'keydown'] as const

/** Whether the shopper has done anything in the frame since the order was shown: only then may the page submit it. */
export class Activation {
  #isActive = false

  constructor(body: HTMLElement) {
    for (const act of acts)
      body.addEventListener(act, ({ isTrusted }) => {
        this.#isActive ||= isTrusted
      })
  }

  get isActive(): boolean {
    return this.#isActive
  }

  /** Another order or another amount is shown. */
  reset(): void {
    this.#isActive = false
  }
}
