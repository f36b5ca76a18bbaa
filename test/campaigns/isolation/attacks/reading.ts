import { script, type Attack } from '../attack.ts'

const COMLINK = `[
  { id: 'a', type: 'GET', path: [] }, { id: 'b', type: 'GET', path: ['open'] },
  { id: 'c', type: 'APPLY', path: ['submit'], argumentList: [] },
  { id: 'd', type: 'CONSTRUCT', path: ['open', 'constructor'], argumentList: [{ type: 'RAW', value: 'return document.forms[0].outerHTML' }] },
  { id: 'e', type: 'ENDPOINT', path: [] },
]`

/** Attacks that read a frame with a typed card, without changing it. */
export const reading: readonly Attack[] = [
  script('frame document', 'reads contentDocument', 'return cardFrame().contentDocument'),
  script('frame window document', 'reads contentWindow.document', 'return cardFrame().contentWindow.document'),
  script(
    'window properties',
    'reads the thirteen properties of a window that cross origins',
    `const names = ['window', 'self', 'location', 'close', 'closed', 'focus', 'blur', 'frames', 'length', 'top', 'opener', 'parent', 'postMessage']
    return names.map((name) => { try { return [name, String(cardFrame().contentWindow[name])] } catch (error) { return error.message } })`,
  ),
  script(
    'window keys',
    'lists the keys of the frame’s window and reads each',
    `const frame = cardFrame().contentWindow
    return Reflect.ownKeys(frame).map((key) => { try { return [String(key), frame[key], Object.getOwnPropertyDescriptor(frame, key)] } catch (error) { return error.message } })`,
  ),
  script('frame address', 'reads the frame’s location', 'return String(cardFrame().contentWindow.location.href)'),
  script(
    'frame origin',
    'reads the frame’s location.hash and origin',
    'const { location } = cardFrame().contentWindow; return [location.hash, location.origin]',
  ),
  script(
    'frames by index',
    'reaches in by window[0]',
    'return Array.from({ length: window.length }, (_, at) => { try { return window[at].document.forms[0].elements } catch (error) { return error.message } })',
  ),
  script(
    'frame forms',
    'submits the frame’s form',
    'cardFrame().contentWindow.document.forms[0].requestSubmit(); return 1',
  ),
  script(
    'frame realm',
    'evaluates in the frame’s realm',
    'return cardFrame().contentWindow.constructor.constructor("return document.body.innerHTML")()',
  ),
  script('frame eval', 'calls the frame’s eval', 'return cardFrame().contentWindow.eval("document.body.innerHTML")'),
  script(
    'document.domain',
    'relaxes its own domain first',
    'try { document.domain = "localhost" } catch {} return cardFrame().contentDocument',
  ),
  script(
    'element at point',
    'asks what lies under points of the frame',
    `const { x, y, width, height } = cardFrame().getBoundingClientRect()
    return [.1, .3, .5, .7, .9].map((part) => document.querySelector('tender-checkout').shadowRoot.elementFromPoint(x + width / 2, y + height * part)?.outerHTML)`,
  ),
  script(
    'shadow roots',
    'reads the element’s shadow tree',
    'const { shadowRoot } = document.querySelector("tender-checkout"); return [shadowRoot.innerHTML, shadowRoot.textContent, [...shadowRoot.querySelectorAll("*")].map((one) => [one.outerHTML, one.value])]',
  ),
  script(
    'element insides',
    'walks all that hangs on the element, seven deep',
    'return loot(document.querySelector("tender-checkout"), 7)',
  ),
  script(
    'selection',
    'selects everything and reads the selection',
    'document.execCommand("selectAll"); return [getSelection().toString(), document.querySelector("tender-checkout").shadowRoot.getSelection?.().toString()]',
  ),
  script(
    'caret',
    'reads caret and selection by points',
    'const { x, y } = cardFrame().getBoundingClientRect(); return [document.caretRangeFromPoint?.(x + 40, y + 60)?.toString(), document.activeElement?.value]',
  ),
  script(
    'canvas',
    'paints the frame on a canvas',
    'const context = document.createElement("canvas").getContext("2d"); context.drawImage(cardFrame(), 0, 0); return context.canvas.toDataURL()',
  ),
  script(
    'image of a document',
    'paints the page by way of SVG',
    `const svg = new XMLSerializer().serializeToString(document); const image = new Image()
    image.src = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="400" height="400">' + svg + '</foreignObject></svg>')
    await image.decode().catch(() => {}) // one that is not painted is read all the same
    return svg`,
  ),
  script('bitmap', 'makes a bitmap of the frame', 'return await createImageBitmap(cardFrame())'),
  script(
    'clone',
    'clones the frame and reads the clone',
    'const copy = cardFrame().cloneNode(true); return [copy.outerHTML, copy.contentDocument]',
  ),
  script(
    'storages',
    'reads every storage of the page',
    `return [{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(), globalThis.caches && await caches.keys(), await navigator.storage?.estimate()]`,
  ),
  script(
    'performance',
    'reads what was measured',
    'return performance.getEntries().map((entry) => [entry.toJSON(), entry.name])',
  ),
  script(
    'histories',
    'reads addresses and history',
    'return [location.href, history.length, history.state, window.name, document.referrer, navigation?.entries().map(({ url }) => url)]',
  ),
  script(
    'reports',
    'reads buffered reports',
    'return new Promise((done) => { const observer = new ReportingObserver((reports) => done(reports), { buffered: true }); observer.observe(); setTimeout(() => done(observer.takeRecords()), 100) })',
  ),
  script('clipboard', 'reads the clipboard', 'return await navigator.clipboard.readText()'),
  script(
    'clipboard by command',
    'copies and pastes by command',
    'const field = document.body.appendChild(document.createElement("textarea")); document.execCommand("copy"); field.focus(); document.execCommand("paste"); return field.value',
  ),
  script(
    'styles',
    'reads computed styles and attributes',
    'return [getComputedStyle(cardFrame()).cssText, cardFrame().getAttributeNames().map((name) => cardFrame().getAttribute(name))]',
  ),
  script(
    'bare messages',
    'posts calls straight to the frame’s window',
    `for (const message of ${COMLINK}) cardFrame().contentWindow.postMessage(message, '*'); await pause(150); return received`,
  ),
  script(
    'second port',
    'offers the frame another port',
    `const { port1, port2 } = new MessageChannel(); const got = []; port1.onmessage = ({ data }) => got.push(data)
    const nonces = received.filter((word) => /^[0-9a-f-]{36}$/.test(word))
    for (const nonce of [...nonces, '', '*', undefined, {}]) { const channel = new MessageChannel(); channel.port1.onmessage = ({ data }) => got.push(data)
      cardFrame().contentWindow.postMessage({ tender: 'tender:port', nonce }, '*', [channel.port2]); for (const message of ${COMLINK}) channel.port1.postMessage(message) }
    await pause(150); return [got, got.length ? 'BREACH the frame answers a second port' : '']`,
  ),
  script(
    'prototype keys',
    'posts messages with keys of the prototype',
    `for (const key of ['__proto__', 'constructor', 'toString']) cardFrame().contentWindow.postMessage(JSON.parse('{"' + key + '":{"tender":"tender:port","nonce":1},"tender":"tender:port"}'), '*', [new MessageChannel().port2]); await pause(100); return received`,
  ),
  script(
    'made-up events',
    'dispatches clicks and keys on the frame',
    `for (const type of ['mousedown', 'mouseup', 'click']) cardFrame().dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 100, clientY: 300 }))
    for (const type of ['keydown', 'keypress', 'keyup']) cardFrame().dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true })); await pause(200); return received`,
  ),
  script(
    'cross-origin read',
    'fetches the frame’s document and the API with the ticket',
    `const { order, src } = document.querySelector('tender-checkout'), headers = { authorization: 'Bearer ' + order, 'content-type': 'application/json' }
    const asked = [['/card'], ['/api/checkout', { headers }], ['/api/outcome', { headers }], ['/api/cancel', { method: 'POST', headers, body: '{}' }], ['/api/cancel', { method: 'POST', mode: 'no-cors', headers, body: '{}' }], ['/api/prepare', { method: 'POST', mode: 'no-cors', body: '{}' }]]
    return Promise.all(asked.map(([path, init]) => fetch(src + path, init).then(async (answer) => [answer.type, (await answer.text()) && 'BREACH the page reads ' + path], String)))`,
  ),
  script(
    'beacon',
    'gives the order up by a beacon',
    `const { order, src } = document.querySelector('tender-checkout'); return [navigator.sendBeacon(src + '/api/cancel?order=' + order, '{}'), navigator.sendBeacon(src + '/api/cancel', new Blob(['{}'], { type: 'application/json' }))]`,
  ),
  script(
    'form post',
    'gives the order up by a form in a frame',
    `const { src } = document.querySelector('tender-checkout'), sink = document.body.appendChild(document.createElement('iframe')), form = document.body.appendChild(document.createElement('form'))
    sink.name = 'sink'; Object.assign(form, { method: 'post', action: src + '/api/cancel', target: 'sink', enctype: 'text/plain' }); form.append(Object.assign(document.createElement('input'), { name: '{"a":"', value: '"}' })); form.submit(); await pause(300); return sink.contentDocument`,
  ),
  script(
    'script of the frame',
    'imports the frame’s document as a script',
    `const { src } = document.querySelector('tender-checkout'); return [await import(src + '/card').catch(String), await new Promise((done) => document.head.append(Object.assign(document.createElement('script'), { src: src + '/card', onload: () => done('BREACH ran'), onerror: () => done('refused') })))]`,
  ),
  script(
    'object and embed',
    'loads the frame as an object',
    `const { src } = document.querySelector('tender-checkout'); const made = [Object.assign(document.createElement('object'), { data: src + '/card' }), Object.assign(document.createElement('embed'), { src: src + '/card' })]
    document.body.append(...made); await pause(300); return made.map((one) => { try { return one.contentDocument ?? one.getSVGDocument?.() } catch (error) { return error.message } })`,
  ),
  script(
    'event source and socket',
    'opens streams to the API',
    `const { src } = document.querySelector('tender-checkout'); return Promise.all([new Promise((done) => { const one = new EventSource(src + '/api/outcome'); one.onmessage = ({ data }) => done('BREACH ' + data); one.onerror = () => (one.close(), done('refused')) }), new Promise((done) => { const one = new WebSocket(src.replace('http', 'ws') + '/api/outcome'); one.onopen = () => done('BREACH open'); one.onerror = () => done('refused') })])`,
  ),
]
