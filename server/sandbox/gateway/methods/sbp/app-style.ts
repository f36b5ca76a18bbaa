/** Styles of the banks' apps: from 280 px wide, light and dark, without scripts or external resources. */
export const appStyle = `
:root{color-scheme:light dark;--page:#eef1f6;--sheet:#fff;--ink:#16202e;--soft:#58657a;--line:#d5dce6;--brand:#4a2a8a;--on-brand:#fff;--note:#f1ecfb}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--sheet:#181f2a;--ink:#edf1f7;--soft:#a3b0c2;--line:#39465a;--brand:#c3aaf7;--on-brand:#1d0f3a;--note:#2a2140}}
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:30rem;padding:.75rem;display:grid;gap:.75rem}
main{background:var(--sheet);border:1px solid var(--line);border-radius:1rem;padding:1rem;display:grid;gap:.9rem}
h1{font-size:1.25rem;line-height:1.25;margin:0;color:var(--brand)}
h2{font-size:1rem;margin:0}
p,ul,dl{margin:0}
dl{border-block:1px solid var(--line);padding:.5rem 0;display:grid;gap:.2rem}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
dt,footer{color:var(--soft)}
dd{margin:0;font-weight:600;overflow-wrap:anywhere;min-width:0}
ul{list-style:none;padding:0}
ul,form{display:grid;gap:.6rem}
a,button{display:flex;align-items:center;justify-content:center;min-height:2.9rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.6rem;background:transparent;color:inherit;font:inherit;font-weight:600;line-height:1.2;text-align:center;text-decoration:none;cursor:pointer}
.go{background:var(--brand);color:var(--on-brand);border-color:transparent}
.notice{padding:.6rem .75rem;border-radius:.6rem;background:var(--note);font-weight:600}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
footer{font-size:.78rem;text-align:center}
@media (forced-colors:active){.go{border-color:ButtonText}}
`
