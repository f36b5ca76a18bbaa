/** Styles of a wallet's sheet: from 280 px wide, light and dark, without external resources. */
export const sheetStyle = `
:root{color-scheme:light dark;--sheet:#fff;--ink:#101418;--soft:#596273;--line:#d8dde5;--go:#101418;--on-go:#fff}
@media (prefers-color-scheme:dark){:root{--sheet:#1c1f25;--ink:#f1f3f6;--soft:#a9b2c0;--line:#454c58;--go:#f1f3f6;--on-go:#101418}}
*{box-sizing:border-box}
html{background:var(--sheet);color:var(--ink);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif}
body{margin:0;min-height:100vh;padding:1.1rem}
body,main{display:flex;flex-direction:column;gap:1rem}
header{display:flex;justify-content:space-between;align-items:center;gap:.75rem}
h1{font-size:1.15rem;margin:0}
.sum{margin:0;padding:1rem;border:1px solid var(--line);border-radius:1rem;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;overflow-wrap:anywhere}
.sum strong{font-size:1.25rem}
main,form{flex:1}
form{display:flex;flex-direction:column;gap:1rem}
fieldset{border:0;margin:0;padding:0;display:grid;gap:.5rem;min-width:0}
legend{padding:0;margin-bottom:.5rem;font-weight:600}
label{display:flex;align-items:center;gap:.75rem;min-height:3.4rem;padding:.5rem .9rem;border:1px solid var(--line);border-radius:1rem;cursor:pointer}
label:has(:checked){border-color:currentColor;box-shadow:inset 0 0 0 1px}
label:focus-within{outline:2px solid;outline-offset:2px}
input[type=radio]{flex:none;width:1.15rem;height:1.15rem;accent-color:var(--go);outline:0}
label b{display:block;text-transform:capitalize}
label small,footer,.shared{color:var(--soft);font-size:.85rem}
button{min-height:3rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:2rem;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:2px}
.go{margin-top:auto;width:100%;background:var(--go);color:var(--on-go);border-color:transparent}
.shared{margin:0}
header button{min-height:2.75rem}
@media (forced-colors:active){.go{border-color:currentColor}}
`
