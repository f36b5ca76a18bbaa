import { inlineHash } from '#router/inline-hash.ts'

/** Styles of the bank's pages: from 250 px wide, light and dark, without scripts or external resources. */
export const bankStyle = `
:root{color-scheme:light dark;--page:#eef1f6;--sheet:#fff;--ink:#16202e;--soft:#58657a;--line:#d5dce6;--brand:#14532d;--on-brand:#fff;--bad:#b42318;--bad-bg:#fef1f0;--note:#eef6ff;--sms:#fff}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--sheet:#181f2a;--ink:#edf1f7;--soft:#a3b0c2;--line:#39465a;--brand:#7ddba3;--on-brand:#06210f;--bad:#ff9c92;--bad-bg:#3a1a18;--note:#17293f;--sms:#232c3a}}
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:30rem;padding:.75rem;display:grid;gap:.75rem}
.sms{background:var(--sms);border:1px solid var(--line);border-radius:1rem;padding:.6rem .8rem;box-shadow:0 6px 20px #0002;font-size:.9rem}
.sms header{display:flex;justify-content:space-between;gap:.5rem;color:var(--soft);font-size:.78rem}
.sms p{margin:.15rem 0 0}
.sms strong{font:700 1.15rem/1.3 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;letter-spacing:.12em;unicode-bidi:isolate;user-select:all;white-space:nowrap}
main{background:var(--sheet);border:1px solid var(--line);border-radius:1rem;padding:1rem}
.bank{display:flex;align-items:center;gap:.5rem;margin:0 0 .75rem;color:var(--brand);font-weight:700}
.bank::before{content:"";flex:none;width:1.25rem;height:1.25rem;border-radius:.35rem;background:linear-gradient(135deg,var(--brand) 50%,color-mix(in srgb,var(--brand) 45%,transparent) 50%)}
h1{font-size:1.25rem;line-height:1.25;margin:0}
.lead{margin:.25rem 0 .9rem;color:var(--soft)}
dl{margin:0 0 1rem;border-block:1px solid var(--line);padding:.5rem 0;display:grid;gap:.2rem}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
dt{color:var(--soft)}
dd{margin:0;font-weight:600;overflow-wrap:anywhere;min-width:0}
label{display:block;font-weight:600;margin-bottom:.3rem}
input[name=code]{width:100%;min-height:3rem;padding:.4rem .75rem;border:1px solid var(--soft);border-radius:.6rem;background:transparent;color:inherit;font:600 1.3rem/1.2 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;letter-spacing:.25em;direction:ltr;text-align:start}
[dir=rtl] input[name=code]{text-align:end}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
.error{margin:.4rem 0 0;padding:.45rem .65rem;border-radius:.5rem;background:var(--bad-bg);color:var(--bad)}
.note{margin:0 0 .75rem;padding:.45rem .65rem;border-radius:.5rem;background:var(--note)}
button{width:100%;min-height:2.9rem;margin-top:.75rem;padding:.5rem .75rem;border:1px solid transparent;border-radius:.6rem;font:inherit;font-weight:600;line-height:1.2;cursor:pointer}
.go{background:var(--brand);color:var(--on-brand)}
.more{display:flex;flex-wrap:wrap;gap:0 .6rem}
.more button{flex:1 1 9rem;background:transparent;color:inherit;border-color:var(--line);font-weight:500}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
@media (max-width:22rem){html{font-size:15px}body{padding:.5rem;gap:.5rem}main{padding:.75rem}.bank{margin-bottom:.4rem}.lead{margin-bottom:.6rem}dl{margin-bottom:.7rem}.more button{margin-top:.5rem}}
footer{color:var(--soft);font-size:.78rem;text-align:center}
@media (forced-colors:active){.go{border-color:ButtonText}}
`

const integrity = inlineHash(bankStyle)

/** The Content-Security-Policy of the bank's pages; `ancestors` is the source of its `frame-ancestors`. */
export const bankPolicy = (ancestors: '*' | "'none'"): string =>
  `default-src 'none'; style-src ${integrity}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`
