/** The checkout's events, as the page lists them. */
export const events = [
  'tender-ready',
  'tender-change',
  'tender-submit',
  'tender-authenticate',
  'tender-paid',
  'tender-held',
  'tender-verified',
  'tender-refunded',
  'tender-declined',
  'tender-cancelled',
  'tender-expired',
  'tender-pending',
  'tender-error',
] as const

/** The page's script: lists the checkout's events, and copies card numbers. It runs before the checkout's script. */
export const script = `const events = ${JSON.stringify(events)}
const waiting = []
const show = (line) => {
  const list = document.querySelector('#events')
  if (!list) return waiting.push(line)
  const row = document.createElement('li')
  row.dataset.event = line.name
  const name = document.createElement('b')
  name.textContent = line.name
  const detail = document.createElement('code')
  detail.textContent = line.detail
  row.append(name, ' ', detail)
  list.append(row)
}
for (const name of events)
  document.addEventListener(name, ({ detail }) => show({ name, detail: JSON.stringify(detail) }))
document.addEventListener('DOMContentLoaded', () => {
  for (const line of waiting.splice(0)) show(line)
})
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-copy]') : null
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = 'Copied'
})
`

export const style = `:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
}
body {
  margin: 0 auto;
  max-inline-size: 64rem;
  padding: 1rem;
}
main {
  display: grid;
  gap: 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
}
form {
  align-items: end;
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  margin-block-end: 1.5rem;
}
label {
  display: grid;
}
input,
button {
  font: inherit;
  padding: 0.25rem 0.5rem;
}
[role='alert'] {
  color: light-dark(#a40000, #ff9c9c);
}
ol,
ul {
  padding-inline-start: 0;
  list-style: none;
}
li {
  margin-block-end: 0.5rem;
  overflow-wrap: anywhere;
}
pre {
  overflow-x: auto;
}
`
