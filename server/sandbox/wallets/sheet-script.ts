/**
 * The sheet's script, in both of its pages: says that it is there, that it was cancelled, or the token with what the
 * shop asked of the payer; to no other window than the parent, and only while that is of the origin in `data-origin`.
 */
export const sheetScript = `
const { origin, nonce, token, contact } = document.documentElement.dataset
const tell = (word) => parent.postMessage({ tender: 'wallet', nonce, ...word }, origin)
if (token === undefined) {
  const cancel = () => tell({ cancelled: true })
  document.querySelector('[data-testid=wallet-cancel]').addEventListener('click', cancel)
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') cancel() })
  tell({ ready: true })
} else tell({ token, contact: JSON.parse(contact) })
`
