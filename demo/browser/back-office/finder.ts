import { html, nothing, type TemplateResult } from 'lit'
import { finders, type Find } from './finders.ts'

export interface Finding {
  readonly identifiedBy: Find
  /** The result of the last search, or an error, as a sentence. */
  readonly word: string
  readonly testCards: readonly { readonly pan: string; readonly what: string }[]
  /** The sandbox's time, in Unix milliseconds. */
  readonly now: number
  readonly busy: boolean
  readonly choose: (identifiedBy: Find) => void
  readonly find: (given: string) => void
  readonly make: () => void
  readonly later: () => void
}

const inWords = (now: number): string => `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Finds a card, an account or a customer, or issues a card; also shows the bank's clock. */
export const finder = (finding: Finding): TemplateResult =>
  html`<section class="finder" aria-labelledby="find">
    <h1 id="find">Find a card, an account or a customer, or make one</h1>
    <form
      class="row"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault()
        finding.find(String(new FormData(event.target as HTMLFormElement).get('given')).trim())
      }}
    >
      ${chooser(finding)}
      <label class="given"
        >${finders[finding.identifiedBy].prompt}<input
          name="given"
          list=${finding.identifiedBy === 'card' ? 'cards' : nothing}
          autocomplete="off"
          required
          dir="ltr"
      /></label>
      <datalist id="cards">
        ${finding.testCards.map(({ pan, what }) => html`<option value=${pan}>${what}</option>`)}
      </datalist>
      <button data-testid="find">Find</button>
      <button
        type="button"
        class="primary"
        data-testid="make-card"
        aria-disabled=${finding.busy}
        @click=${finding.make}
      >
        New customer with a card
      </button>
    </form>
    <p role="status" data-testid="found">${finding.word}</p>
    <p class="row clock">
      <span
        >Sandbox clock
        <time data-testid="clock" datetime=${new Date(finding.now).toISOString()}>${inWords(finding.now)}</time></span
      >
      <button data-testid="later" @click=${finding.later}>A day later</button>
    </p>
  </section>`

const chooser = ({ identifiedBy, choose }: Finding): TemplateResult =>
  html`<label
    >Find by
    <select name="identifiedBy" @change=${({ target }: Event) => choose((target as HTMLSelectElement).value as Find)}>
      ${Object.entries(finders).map(
        ([one, { name }]) => html`<option value=${one} .selected=${one === identifiedBy}>${name}</option>`,
      )}
    </select></label
  >`
