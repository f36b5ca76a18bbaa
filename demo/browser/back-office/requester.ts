import { html, nothing, type TemplateResult } from 'lit'
import type { Sealed } from './bank.ts'
import { fields, type Sheet } from './schema-form.ts'
import type { Operation } from './schema.ts'

export interface Asking extends Sheet {
  readonly operations: readonly Operation[]
  readonly operation: Operation
  readonly busy: boolean
  /** The result of the last PIN encryption. */
  readonly sealed?: Sealed | undefined
  readonly choose: (operation: string) => void
  readonly send: () => void
  readonly seal: (field: string, given: FormData) => void
}

/** Chooses an operation and sends it, with a form that is generated from the contract. */
export const requester = (asking: Asking): TemplateResult =>
  html`<section id="operation" aria-labelledby="asking">
    <h2 id="asking">Ask the bank</h2>
    ${chooser(asking)}
    <p class="dim">${asking.operation.summary} (card management ${asking.operation.source}).</p>
    ${pinPart(asking)}
    <form
      class="fields"
      novalidate
      aria-label=${asking.operation.name}
      data-testid="operation-form"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault()
        asking.send()
      }}
    >
      ${fields(asking.operation.schema, asking)}
      <button class="primary" data-testid="send" aria-disabled=${asking.busy}>Send ${asking.operation.name}</button>
    </form>
  </section>`

const chooser = ({ operations, operation, choose }: Asking): TemplateResult =>
  html`<label
    >Operation
    <select name="operation" @change=${({ target }: Event) => choose((target as HTMLSelectElement).value)}>
      ${operations.map(
        ({ name, source }) =>
          html`<option value=${name} .selected=${name === operation.name}>${name} · ${source}</option>`,
      )}
    </select></label
  >`

/** Fields that hold an encrypted PIN block, which nobody can type. */
const pinFields = ['newPinData', 'pinData'] as const

function pinPart({ operation, sealed, seal }: Asking): TemplateResult | typeof nothing {
  const field = pinFields.find((name) => operation.schema.properties?.[name])
  if (!field) return nothing
  return html`<form
    class="fields"
    aria-label="PIN block"
    data-testid="pin-form"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault()
      seal(field, new FormData(event.target as HTMLFormElement))
    }}
  >
    <fieldset>
      <legend>What a terminal makes of a PIN</legend>
      <label
        ><span>PIN</span
        ><input name="pin" autocomplete="off" inputmode="numeric" dir="ltr" placeholder="4 to 12 digits"
      /></label>
      <label
        ><span>Terminal’s key for PIN</span
        ><input name="key" autocomplete="off" spellcheck="false" dir="ltr" placeholder="none: the published one"
      /></label>
      <label
        ><span>hostId, where that is keyValue of generateKey</span
        ><input name="hostId" autocomplete="off" inputmode="numeric" dir="ltr" placeholder="none: it is in the clear"
      /></label>
      <p role="status" class="bad">${sealed?.message ?? ''}</p>
      <button data-testid="make-block">Make ${field}</button>
    </fieldset>
  </form>`
}
