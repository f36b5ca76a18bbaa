/** Counts the entries that the bank's pages add to the joint session history, until the shopper is back from them. */
export interface BankEntries {
  /** Called when a page of the bank has loaded. */
  loaded(): void
  /**
   * How many entries the page is to go back, once the bank's frame is removed: Chromium keeps those of a removed frame,
   * and alone has `userAgentData`. 0 when the shopper may have gone back meanwhile: then it would leave the shop.
   */
  added(): number
}

export function bankEntries({ history, navigator }: Window): BankEntries {
  const first = history.length
  let known = first
  let isAtLast = true
  return {
    loaded() {
      // A page that adds no entry after others did was loaded in place of the last one, or by the Back button.
      isAtLast = history.length > known || known === first
      known = history.length
    },
    added: () =>
      'userAgentData' in navigator && (isAtLast || history.length > known) ? Math.max(0, history.length - first) : 0,
  }
}
