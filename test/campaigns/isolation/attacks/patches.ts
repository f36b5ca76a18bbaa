/** A built-in that the page has replaced by one that copies everything that passes through it. */
export interface Patch {
  readonly name: string
  /** Statements; `spy(owner, method)` wraps a method so that its receiver, arguments and result are copied. */
  readonly code: string
}

const spied = (owner: string, ...methods: readonly string[]): string =>
  methods.map((method) => `spy(${owner}, '${method}')`).join(';')

/** All of them together observe one payment. */
export const patches: readonly Patch[] = [
  { name: 'MessagePort.postMessage', code: spied('MessagePort.prototype', 'postMessage') },
  { name: 'Window.postMessage', code: spied('window', 'postMessage') },
  { name: 'MessageChannel', code: 'spyNew("MessageChannel", (it) => (globalThis.stolen ??= it.port1))' },
  { name: 'MessageEvent.data', code: 'spyGet(MessageEvent.prototype, "data")' },
  { name: 'addEventListener', code: 'spyListeners()' },
  { name: 'JSON', code: spied('JSON', 'stringify', 'parse') },
  {
    name: 'Array.prototype',
    code: spied('Array.prototype', 'push', 'map', 'every', 'includes', 'join', 'filter', 'some'),
  },
  { name: 'Array.from and isArray', code: spied('Array', 'from', 'isArray') },
  { name: 'Promise.then', code: spied('Promise.prototype', 'then', 'catch', 'finally') },
  { name: 'Promise statics', code: spied('Promise', 'resolve', 'race', 'all', 'allSettled') },
  {
    name: 'Object statics',
    code: spied('Object', 'assign', 'entries', 'keys', 'fromEntries', 'defineProperty', 'freeze'),
  },
  { name: 'Reflect', code: spied('Reflect', 'get', 'set', 'apply', 'construct') },
  { name: 'Function.apply', code: spied('Function.prototype', 'apply', 'bind') },
  { name: 'Proxy', code: 'spyNew("Proxy")' },
  { name: 'Map', code: spied('Map.prototype', 'get', 'set', 'has') },
  { name: 'Set', code: spied('Set.prototype', 'add', 'has') },
  { name: 'WeakMap', code: spied('WeakMap.prototype', 'get', 'set') },
  {
    name: 'String.prototype',
    code: spied('String.prototype', 'replace', 'includes', 'split', 'slice', 'startsWith', 'match'),
  },
  { name: 'RegExp', code: spied('RegExp.prototype', 'exec', 'test') },
  { name: 'attachShadow', code: 'spy(Element.prototype, "attachShadow", (it) => (globalThis.shadow = it))' },
  {
    name: 'iframe.src',
    code: 'spySet(HTMLIFrameElement.prototype, "src"); spySet(HTMLIFrameElement.prototype, "allow")',
  },
  { name: 'setAttribute', code: spied('Element.prototype', 'setAttribute') },
  { name: 'appendChild and insertBefore', code: spied('Node.prototype', 'appendChild', 'insertBefore') },
  { name: 'contentWindow', code: 'spyGet(HTMLIFrameElement.prototype, "contentWindow")' },
  {
    name: 'fetch and XMLHttpRequest',
    code: `${spied('window', 'fetch')};${spied('XMLHttpRequest.prototype', 'open', 'send')}`,
  },
  { name: 'sendBeacon', code: spied('Navigator.prototype', 'sendBeacon') },
  { name: 'dispatchEvent', code: spied('EventTarget.prototype', 'dispatchEvent') },
  { name: 'crypto', code: spied('Crypto.prototype', 'getRandomValues', 'randomUUID') },
  { name: 'setTimeout', code: spied('window', 'setTimeout', 'queueMicrotask') },
  { name: 'console', code: spied('console', 'log', 'error', 'warn') },
  { name: 'atob and btoa', code: spied('window', 'atob', 'btoa') },
  {
    name: 'traps on Object.prototype',
    code: 'trap(["pan", "number", "cvc", "values", "card", "form", "expiry", "seToken"])',
  },
]

/** Wrappers that copy values into the list of the patch and pass everything on, so that the payment still works. */
const tools = `
const wrap = (bag, given) => {
  let inside = false
  return function (...values) {
    const result = new.target ? Reflect0.construct(given, values, new.target) : Reflect0.apply(given, this, values)
    if (!inside) { inside = true; try { stash(bag, [values, result, typeof this === 'object' && this !== window ? this : 0]) } catch {} inside = false }
    return result
  }
}
const Reflect0 = { construct: Reflect.construct, apply: Reflect.apply, define: Object.defineProperty, describe: Object.getOwnPropertyDescriptor }
const make = (bag) => ({
  spy(owner, method, also) {
    const given = owner[method], spied = wrap(bag, given)
    Reflect0.define(owner, method, { configurable: true, writable: true, value: also ? function (...values) { const it = Reflect0.apply(spied, this, values); also(it); return it } : spied })
  },
  spyNew(name, also) {
    const given = window[name]
    window[name] = new Proxy0(given, { construct(target, values, as) { const it = Reflect0.construct(target, values, as === window[name] ? target : as); stash(bag, values); also?.(it); return it } })
  },
  spyGet(owner, name) {
    const { get, set } = Reflect0.describe(owner, name)
    Reflect0.define(owner, name, { configurable: true, set, get() { const it = Reflect0.apply(get, this, []); try { stash(bag, it) } catch {} return it } })
  },
  spySet(owner, name) {
    const { get, set } = Reflect0.describe(owner, name)
    Reflect0.define(owner, name, { configurable: true, get, set(value) { stash(bag, value); Reflect0.apply(set, this, [value]) } })
  },
  spyListeners() {
    const given = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const wrapped = typeof listener === 'function' ? function (event) { stash(bag, [event.data, event.detail, event.key, event.target?.value]); return Reflect0.apply(listener, this, [event]) } : listener
      return Reflect0.apply(given, this, [type, wrapped, options])
    }
  },
  trap(names) {
    for (const name of names) Reflect0.define(Object.prototype, name, { configurable: true, get() { return undefined }, set(value) {
      stash(bag, value)
      Reflect0.define(this, name, { configurable: true, enumerable: true, writable: true, value })
    } })
  },
})
const Proxy0 = Proxy
`

export const spying = (chosen: readonly Patch[]): string =>
  `(() => {${tools}\n${chosen
    .map(
      ({ name, code }) =>
        `{ const { spy, spyNew, spyGet, spySet, spyListeners, trap } = make(${JSON.stringify(name)}); ${code} }`,
    )
    .join('\n')}\n})();`
