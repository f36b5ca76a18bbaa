/** What must be visible before a form counts as ready to type: a selector in the page, and one in a frame. */
export interface Ready {
  /** ` >>> ` leads into an open shadow root. */
  readonly page?: string
  readonly frame?: string
}

/** A page that is measured. */
export interface Subject {
  readonly name: string
  /** Creates what the page needs, such as an order, and returns its address. */
  readonly address: () => Promise<string>
  readonly ready: Ready
  /** The document whose field is typed into; absent where there is none, or where a stub stands in for it. */
  readonly types?: keyof Ready
  /** Whether the vendor's own frames are replaced by stubs. */
  readonly isFloor?: true
}
