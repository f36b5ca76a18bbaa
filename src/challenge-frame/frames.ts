import { isVisitable } from '#browser/visitable.ts'

/** Returns an address that a frame may load, and throws on any other. */
export function frameable(address: string): string {
  const url = new URL(address)
  if (isVisitable(url)) return url.href
  throw new Error(`A frame may not be sent to ${url.protocol} addresses here.`)
}

/** Adds a nested frame; `name` makes it a form's target. */
export function addFrame(page: Document, name: string, title: string): HTMLIFrameElement {
  const frame = page.createElement('iframe')
  frame.name = name
  frame.title = title
  frame.allow = 'payment *; publickey-credentials-get *'
  page.body.append(frame)
  return frame
}

/** Posts one field into a frame as the issuers' servers expect it: a form, with the value byte for byte. */
export function post(page: Document, frame: HTMLIFrameElement, action: string, name: string, value: string): void {
  const form = page.createElement('form')
  Object.assign(form, { method: 'post', action, target: frame.name, hidden: true })
  const field = page.createElement('input')
  Object.assign(field, { type: 'hidden', name, value })
  form.append(field)
  page.body.append(form)
  form.submit()
  form.remove()
}
