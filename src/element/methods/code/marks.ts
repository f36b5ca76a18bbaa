import { html, type TemplateResult } from 'lit'
import type { CodeMethodName } from '#contract/methods/methods.ts'

/** The mark of each method by a code, in its own colours on any ground. */
export const marks: Readonly<Record<CodeMethodName, TemplateResult>> = {
  sbp: html`<svg class="code-mark" viewBox="0 0 24 24" stroke="none" aria-hidden="true">
    <path fill="#5b57a2" d="M2.5 5.4l3 5.2v2.8l-3 5.2z" />
    <path fill="#d90751" d="M14 8.6l2.6-1.6h5.8L14 12.1z" />
    <path fill="#fab718" d="M11 .5l3 5.2v6.4l-3-1.8z" />
    <path fill="#ed6f26" d="M11 .5L22.4 7h-5.8L14 5.7z" />
    <path fill="#63b22f" d="M11 23.5l3-5.2v-3.1l-3-1.8z" />
    <path fill="#984995" d="M2.5 18.6l3-5.2 2.8-1.6 2.9 1.8z" />
    <path fill="#1487c9" d="M2.5 5.4L22.4 17h-5.8L5.5 10.6z" />
    <path fill="#017f36" d="M11 23.5L22.4 17h-5.8L14 18.3z" />
  </svg>`,
}
