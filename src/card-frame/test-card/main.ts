const { parents = '' } = document.documentElement.dataset
fillCards(window, parents.split(' ').filter(Boolean))

/** A test card as the sandbox's help sends it; `expiry` is MMYY. */
interface Message {
  readonly tender?: unknown
  readonly number?: unknown
  readonly expiry?: unknown
  readonly cvc?: unknown
}

/** The fields, by their ids in the form; the name is one of nobody. */
const fields = ['number', 'expiry', 'cvc', 'holder'] as const
const HOLDER = 'JANE DOE'

/**
 * Fills in the test cards that a page of the shop sends. Only the document of a proxy in front of a sandbox has this
 * script: anywhere else nothing in the form can be written by the page.
 */
function fillCards(home: Window, parents: readonly string[]): void {
  home.addEventListener('message', ({ source, origin, data }: MessageEvent<Message | null>) => {
    if (source !== home.parent || !parents.includes(origin) || data?.tender !== 'test-card') return
    fill(home.document, { ...data, holder: HOLDER })
  })
}

/** Writes as a browser's autofill does: the form takes the values as input, formats them, and shows the brand. */
function fill(form: Document, card: Readonly<Record<string, unknown>>): void {
  // With stored cards the fields are there once another card is chosen.
  form.querySelector<HTMLElement>('[data-testid=use-another-card] input')?.click()
  for (const name of fields) {
    const input = form.querySelector<HTMLInputElement>(`input#${name}`)
    const value = card[name]
    if (!input || typeof value !== 'string') continue
    input.value = value
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}
