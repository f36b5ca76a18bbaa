/** Adopted where the sandbox stands in for a wallet: a real one brings a sheet of its own. */
export const css = `
dialog.wallet {
  box-sizing: border-box; inline-size: min(420px, 100vw - 24px); block-size: min(720px, 100dvh - 24px);
  max-inline-size: none; max-block-size: none; padding: 0; border: 0; border-radius: 20px; overflow: hidden;
  background-color: var(--background); box-shadow: 0 24px 64px rgb(0 0 0 / .32);
}
dialog.wallet::backdrop { background: rgb(10 12 18 / .6) }
dialog.wallet iframe { block-size: 100% }
@media (max-width: 599px) {
  dialog.wallet {
    inline-size: 100vw; max-inline-size: 100vw; block-size: min(720px, 92dvh);
    margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0;
  }
}
@media (forced-colors: active) { dialog.wallet { border: 1px solid } }
`
