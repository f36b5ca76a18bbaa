/**
 * Features that the oldest supported browsers lack and that the bundles use all the same, by their path in the
 * compatibility data, each with the reason why the checkout works without.
 */
export const optional: Readonly<Record<string, string>> = {
  'api.trustedTypes': 'the libraries ask whether it is there; a policy of the page only exists where it is',
  'api.Element.computedStyleMap': 'looked for before it is called; only for hints to developers',
  'api.Location.ancestorOrigins': 'looked for; without it every allowed parent gets the greeting',
  'api.Document.prerendering': 'only a browser that has it renders pages in advance',
  'api.IntersectionObserver.trackVisibility': 'only Chromium sees a cover, which docs/behaviour.md says',
  'api.IntersectionObserver.delay': 'belongs to `trackVisibility`',
  'api.IntersectionObserverEntry.isVisible': 'belongs to `trackVisibility`; the guard reads no value as visible',
  'api.Request.keepalive': 'a withdrawal as the page is left may be lost; the proxy reads the status of the order',
  'javascript.builtins.Uint8Array.toHex': 'the library of hashes asks whether it is there',
  'javascript.builtins.Uint8Array.fromHex': 'as `toHex`',
  'api.HTMLElement.autocapitalize': 'only spares a phone’s shopper the shift key',
  'api.HTMLElement.autocorrect': 'a property of WebKit; the fields have `spellcheck` too',
  'css.types.round': 'within `@supports`; the reserved height is then not a multiple of 4',
  'css.properties.forced-color-adjust': 'the skeleton is not seen in forced colours, which such a browser lacks too',
  'css.properties.forced-color-adjust.none': 'as the property',
  'css.properties.text-wrap': 'only where lines break',
  'css.properties.text-wrap.balance': 'as the property',
  'css.properties.cursor.pointer': 'a phone has no pointer',
  'css.properties.cursor.default': 'a phone has no pointer',
}

/** Names of the bundles' own that some object of the platform has too, where the names are all that can be compared. */
export const ownNames: readonly string[] = [
  'api.CompositionEvent.locale',
  'api.HTMLInputElement.capture',
  'api.HTMLMediaElement.remote',
  'api.ML',
  'api.Navigator.connection',
  'api.Navigator.contacts',
  'api.Navigator.presentation',
  'api.Notification.badge',
  'api.Notification.icon',
  'api.Notification.tag',
  'api.RTCIceCandidate.address',
  'api.Window.maximize',
  'javascript.builtins.ArrayBuffer.resize',
  'javascript.builtins.Error.isError',
  'javascript.builtins.Iterator.drop',
  'javascript.builtins.Iterator.take',
]
