/** The tools of every hostile page: lists for what was found, and `loot`, which reads all that a value leads to. */
export const attacker = `
globalThis.bags = Object.create(null)
{
  const { push } = Array.prototype, { ownKeys } = Reflect, text = String, call = Function.prototype.call
  const pushOn = call.bind(push)
  const builtIn = new Set([Object, Array, Function, String, Number, Promise, Map, Set, WeakMap, RegExp].map((one) => one.prototype))
  const deep = (value, found, left, seen) => {
    if (found.length > 4000 || left < 0) return found
    if (typeof value === 'string') return pushOn(found, value), found
    if (typeof value === 'number' || typeof value === 'bigint') return pushOn(found, '#' + text(value)), found
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return found
    seen.add(value)
    try { if (value.byteLength >= 0 && value.slice) pushOn(found, new TextDecoder('latin1').decode(value)) } catch {}
    let keys = []
    try { keys = ownKeys(value) } catch {}
    for (let at = 0; at < keys.length && at < 200; at += 1) {
      if (typeof keys[at] === 'symbol' || +keys[at] !== +keys[at]) pushOn(found, text(keys[at].description ?? keys[at]))
      try { deep(value[keys[at]], found, left - 1, seen) } catch {}
    }
    try { const above = Object.getPrototypeOf(value); if (!builtIn.has(above)) deep(above, found, left - 2, seen) } catch {}
    return found
  }
  globalThis.loot = (value, depth = 3) => deep(value, [], depth, new Set([globalThis]))
  globalThis.stash = (bag, value, depth = 2) => {
    const into = (bags[bag] ??= [])
    if (into.length < 20000) for (const one of loot(value, depth)) pushOn(into, one)
  }
  globalThis.pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  globalThis.received = []
  addEventListener('message', ({ data, ports }) => { for (const one of loot([data, ports], 4)) pushOn(received, one) })
  globalThis.cardFrame = () => document.querySelector('tender-checkout').shadowRoot.querySelector('iframe')
}
`
