/**
 * The script of both pages of a sheet: posts that it is ready, that it was cancelled, or the token with the requested
 * payer data; only to the parent window, and only while its origin is that in `data-origin`.
 */
export const sheetScript = `
const { origin, nonce, token, contact } = document.documentElement.dataset
const post = (word) => parent.postMessage({ tender: 'wallet', nonce, ...word }, origin)
if (token === undefined) {
  const cancel = () => post({ cancelled: true })
  document.querySelector('[data-testid=wallet-cancel]').addEventListener('click', cancel)
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') cancel() })
  post({ ready: true })
} else post({ token, contact: JSON.parse(contact) })
`
