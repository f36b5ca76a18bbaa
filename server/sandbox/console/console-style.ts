/** The colours of each scheme. */
export const palettes = {
  light:
    '--page:#f5f3ef;--sheet:#fff;--ink:#1d2126;--soft:#5f6670;--line:#e3dfd8;--edge:#8c8578;--go:#8a4b20;--on-go:#fff;--new:#f6e7da',
  dark: '--page:#15171a;--sheet:#1d2024;--ink:#eceef0;--soft:#a3abb5;--line:#33383f;--edge:#757c86;--go:#e5a877;--on-go:#10141a;--new:#3a2c20',
} as const

/** Styles of the console: mobile first, light and dark. */
export const consoleStyle = `
:root{color-scheme:light dark;${palettes.light}}
@media (prefers-color-scheme:dark){:root{${palettes.dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.page{max-width:72rem;margin:0 auto;padding:1rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
@media (min-width:54rem){.page{grid-template-columns:minmax(0,19rem) minmax(0,1fr)}.page>header,.page>.cards{grid-column:1/-1}}
h1{font-size:1.3rem;margin:0}h2{font-size:1rem;margin:0 0 .6rem}
header{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline}header p{margin:0;color:var(--soft)}header nav{margin-inline-start:auto}header a{display:inline-block;padding-block:.2rem}a{color:var(--go)}
form>details{border-width:1px 0 0;border-radius:0;padding:.7rem 0}form>details[open]>summary{margin-bottom:.7rem}
.changed{border-radius:99px;padding:.05rem .5rem;background:var(--new);color:var(--go);font-size:.8rem;font-weight:600}.is-changed :is(select,input){border:2px solid var(--go)}
.reset{margin-top:.5rem}button.quiet{background:transparent;color:inherit;border-color:var(--edge)}
section,details{background:var(--sheet);border:1px solid var(--line);border-radius:.8rem;padding:1rem;align-self:start}
summary{min-height:1.6rem;font-weight:700;cursor:pointer}
label{display:block;font-weight:600;margin-bottom:.75rem}
label small{display:block;color:var(--soft);font-weight:400}
select,input{display:block;width:100%;min-height:2.6rem;margin-top:.25rem;padding:.3rem .6rem;border:1px solid var(--edge);border-radius:.5rem;background:transparent;color:inherit;font:inherit;font-weight:400}
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
