import { errorCodeText } from '#server-contract/gateway/error-codes.ts'

const UNKNOWN = `errorCode ${errorCodeText('orderUnknown')}`

/** The console page's script: writes each entry of the timeline as a line, newest first. */
export const consoleScript = `
const list = document.getElementById('timeline')
const state = document.getElementById('state')
const source = new EventSource('/timeline' + location.search)
const part = (name, text) => {
  const span = document.createElement('span')
  span.className = name
  span.textContent = text
  return span
}
// What the gateway answers about every order that nobody has begun to pay, which is no error.
const detailOf = ({ what, detail = '' }) =>
  what === 'getOrderStatusExtended.do' && detail.startsWith('${UNKNOWN}:') ? 'not registered yet (${UNKNOWN})' : detail
const seen = (entry) => {
  const line = document.createElement('li')
  const time = document.createElement('time')
  time.dateTime = new Date(entry.at).toISOString()
  time.textContent = time.dateTime.slice(11, 23)
  line.append(time, part('who', entry.from + ' → ' + entry.to), part('what', entry.what), part('detail', detailOf(entry)))
  if (entry.order) line.append(part('order', entry.order))
  return line
}
source.onopen = () => { state.textContent = 'live' }
source.onerror = () => { state.textContent = 'waiting for the sandbox…' }
source.onmessage = ({ data }) => {
  list.prepend(seen(JSON.parse(data)))
  while (list.childElementCount > 500) list.lastElementChild.remove()
}
`
