/** Trusted events of the shopper in the frame, which no script on the page can cause. */
const acts = ['input', 'pointerdown', 'keydown'] as const

/** Whether the shopper has interacted with the frame since the order was shown: only then may the page submit it. */
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

  /** Called when another order or amount is shown. */
  reset(): void {
    this.#isActive = false
  }
}
