/** Styles of the console: mobile first, light and dark. */
export const consoleStyle = `
:root{color-scheme:light dark;--page:#f3f5f8;--sheet:#fff;--ink:#16202e;--soft:#58657a;--line:#d5dce6;--go:#1d4ed8;--on-go:#fff}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--sheet:#181f2a;--ink:#edf1f7;--soft:#a3b0c2;--line:#39465a;--go:#9db8ff;--on-go:#0b1a45}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.page{max-width:72rem;margin:0 auto;padding:1rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
@media (min-width:54rem){.page{grid-template-columns:minmax(0,19rem) minmax(0,1fr)}.page>header,.page>.cards{grid-column:1/-1}}
h1{font-size:1.3rem;margin:0}h2{font-size:1rem;margin:0 0 .6rem}
header p{margin:.2rem 0 0;color:var(--soft)}
section,details{background:var(--sheet);border:1px solid var(--line);border-radius:.8rem;padding:1rem;align-self:start}
summary{font-weight:700;cursor:pointer}
label{display:block;font-weight:600;margin-bottom:.75rem}
label small{display:block;color:var(--soft);font-weight:400}
select,input{display:block;width:100%;min-height:2.6rem;margin-top:.25rem;padding:.3rem .6rem;border:1px solid var(--soft);border-radius:.5rem;background:transparent;color:inherit;font:inherit;font-weight:400}
option{background:var(--sheet);color:var(--ink)}
button{min-height:2.6rem;width:100%;border:1px solid transparent;border-radius:.5rem;background:var(--go);color:var(--on-go);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--go);outline-offset:2px}
#state{color:var(--soft);font-weight:400}
ol{list-style:none;margin:0;padding:0;max-height:70vh;overflow:auto}
li{display:flex;flex-wrap:wrap;gap:.1rem .7rem;padding:.4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
time,.order{color:var(--soft);font-variant-numeric:tabular-nums;font-size:.85rem}
.what{font-weight:600}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;min-width:40rem;margin-top:.6rem;font-size:.9rem}
th,td{text-align:start;padding:.35rem .6rem .35rem 0;border-top:1px solid var(--line);vertical-align:top}
td:first-child{font-variant-numeric:tabular-nums;white-space:nowrap}
`
