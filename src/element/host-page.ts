import type { CheckoutError } from '#bridge/protocol.ts'

/** Lit writes templates as HTML, which a document of XML refuses. */
export const isHtml = ({ contentType }: Document): boolean => contentType === 'text/html'

const WITHOUT_HTML = 'The page is a document of XML: serve it as text/html.'

/** The error of a page that is no HTML. */
export const noHtml: CheckoutError = { code: 'config_document', message: WITHOUT_HTML }

/**
 * Resolves once a shopper sees the page: a browser that renders it in advance loads no frame of another origin before, which
 * would be taken for a proxy that does not answer.
 */
export async function activated(page: Document & { readonly prerendering?: boolean }): Promise<void> {
  if (!page.prerendering) return
  await new Promise((resolve) => page.addEventListener('prerenderingchange', resolve, { once: true }))
}

type Rule = readonly [holds: (page: Document, root: ParentNode & Node) => boolean, error: CheckoutError]

/** What a page needs, whatever the attributes of its checkout are. */
const rules: readonly Rule[] = [
  [
    ({ defaultView }) => defaultView?.origin !== 'null',
    {
      code: 'config_origin',
      message:
        'The page has no origin (a file, or a sandbox without allow-same-origin): it must have one of TENDER_SHOP_ORIGINS.',
    },
  ],
  [
    allowsForms,
    {
      code: 'config_sandbox',
      message: 'The page is in a frame whose sandbox lacks allow-forms, without which nothing can be sent.',
    },
  ],
]

/** Why no checkout can work in a page; `root` is in the page, for a form that is never sent. */
export const unusablePage = (page: Document, root: ParentNode & Node): CheckoutError | undefined =>
  rules.find(([holds]) => !holds(page, root))?.[1]

/** Whether a form may be sent: where the page's sandbox forbids it, a browser dispatches no `submit` event. */
function allowsForms(page: Document, root: ParentNode & Node): boolean {
  const form = page.createElement('form')
  let isAllowed = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    isAllowed = true
  })
  root.append(form)
  form.requestSubmit()
  form.remove()
  return isAllowed
}
