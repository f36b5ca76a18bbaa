import { html, nothing, type TemplateResult } from 'lit'
import { isDone, reasonOf, type Exchange } from './bank.ts'

const raw = (value: unknown): string => JSON.stringify(value, null, 2)

const verdictOn = (exchange: Exchange): string =>
  `${exchange.operation}: ${isDone(exchange) ? 'done' : reasonOf(exchange)}`

/** The last request and its response as sent; before the first one, the request as it would be sent. */
export const wire = (operation: string, request: unknown, exchange: Exchange | undefined): TemplateResult =>
  html`<section aria-labelledby="wire">
    <h2 id="wire">On the wire</h2>
    <p role="status" data-testid="verdict" class=${exchange ? (isDone(exchange) ? 'good' : 'bad') : ''}>
      ${exchange ? verdictOn(exchange) : ''}
    </p>
    <h3>POST /apigate/ws/rest/${exchange?.operation ?? operation}</h3>
    <pre tabindex="0" dir="ltr" role="group" aria-label="Request" data-testid="request">
${raw(exchange?.request ?? request)}</pre>
    ${
      exchange
        ? html`<h3>HTTP ${exchange.status}</h3>
            <pre tabindex="0" dir="ltr" role="group" aria-label="Answer" data-testid="answer">
${raw(exchange.answer)}</pre>`
        : nothing
    }
  </section>`
