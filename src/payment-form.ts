import { PaymentForm, type FormPage } from '#element/payment-form/payment-form.ts'
import type { PaymentFormOptions } from '#element/payment-form/options.ts'
import { loadFirst } from '#element/script-tag/load-first.ts'

declare global {
  interface Window {
    PaymentForm?: unknown
  }
}

const tag = document.currentScript as HTMLScriptElement | null
if (!tag?.src)
  throw new Error(
    'tender-checkout: config_script: payment-form.js needs a script tag of its own, not combined or delayed.',
  )
// oxlint-disable-next-line no-console -- the page's author has no other place to look
const complain = (line: string): void => console.error(line)

const page: FormPage = {
  document,
  proxy: new URL(tag.src).origin,
  order: tag.dataset['order'],
  leave: (address) => location.assign(address),
  complain,
}

void loadFirst(() => import('#element/element.ts'), {
  page: document,
  tag: tag.src,
  registry: customElements,
  formsAreThere: async () => {},
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  complain,
})

/** The class under the name and with the arguments of the bank's script. */
window.PaymentForm = class extends PaymentForm {
  constructor(options: PaymentFormOptions) {
    super(page, options)
  }
}
