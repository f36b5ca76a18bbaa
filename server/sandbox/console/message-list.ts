import { escapeHtml } from '#router/hop.ts'
import type { TextMessage } from '#sandbox/phones/inbox.ts'

/** The latest text messages to cardholders. */
export const messageList = (messages: readonly TextMessage[]): string =>
  `<details class="messages"><summary>SMS inbox (${messages.length})</summary>
<div class="scroll" role="region" aria-label="SMS inbox" tabindex="0"><table>
<thead><tr><th scope="col">Phone</th><th scope="col">When</th><th scope="col">Message</th></tr></thead>
<tbody>${messages.map(row).join('')}</tbody></table></div></details>`

const row = ({ phone, at, text }: TextMessage): string =>
  `<tr><td>${escapeHtml(phone)}</td><td><time>${new Date(at).toISOString()}</time></td><td>${escapeHtml(text)}</td></tr>`
