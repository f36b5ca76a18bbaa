type Headers = Readonly<Record<string, string>>

/** Headers of every answer; a document has a policy of its own instead. */
export const commonHeaders = (publicUrl: string): Headers => ({
  'content-security-policy': closedPolicy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  }),
})

/** Serialises a policy; a directive without sources has no value. */
const policy = (directives: Headers): string =>
  Object.entries(directives)
    .map(([name, sources]) => (sources ? `${name} ${sources}` : name))
    .join('; ')

/**
 * Directives of every policy. `default-src` also forbids styles, images, fonts, media, objects, frames and connections
 * where no directive of their own allows them, so that none repeats it. `base-uri`, `form-action` and `frame-ancestors` do
 * not fall back to it.
 */
const closed: Headers = { 'default-src': "'none'", 'base-uri': "'none'" }

/**
 * Further directives of every policy with `script-src`. No string becomes code: the browser rejects it, and no script can
 * create a policy that allows it. Without `worker-src`, workers would fall back to `script-src`.
 */
const scripted: Headers = {
  'worker-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/** The script of a frame document. */
export interface ScriptSource {
  /**
   * The full addresses of the folders with its file and its chunks, for chunks and for browsers that support hashes for
   * inline scripts only. Each ends with a slash, so that it allows all that is inside and nothing else.
   */
  readonly folders: readonly string[]
  /** `sha384-…` */
  readonly integrity: string
  /** The hash of the document's inline script, if it has one. */
  readonly inline?: string
}

const scriptOf = ({ folders, integrity, inline }: ScriptSource): string =>
  [`'${integrity}'`, ...(inline ? [inline] : []), ...folders].join(' ')

/** The policy of the document with the card form: it can connect to its own origin only; `style` is its sheet's hash. */
export const cardPolicy = (script: ScriptSource, style: string, shops: readonly string[]): string =>
  policy({
    ...closed,
    'style-src': style,
    'script-src': scriptOf(script),
    'connect-src': "'self'",
    'form-action': "'none'",
    'frame-ancestors': shops.join(' '),
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    ...scripted,
  })

/**
 * The policy of the document that contains the issuer's pages: any https frame and form target, but no requests of its
 * own. Those pages inherit the sandbox: a bank's popups and `confirm` are allowed, navigating the whole page is not.
 */
export const challengePolicy = (script: ScriptSource, shops: readonly string[], http: boolean): string =>
  policy({
    ...closed,
    'script-src': scriptOf(script),
    'frame-src': `'self' https:${http ? ' http:' : ''}`,
    'form-action': `'self' https:${http ? ' http:' : ''}`,
    'frame-ancestors': shops.join(' '),
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals',
    ...scripted,
  })

/** The policy of a page with one inline script, shown in our own document or by itself. */
export const pagePolicy = (hash: string, shops: readonly string[]): string =>
  policy({
    ...closed,
    'script-src': hash,
    'form-action': "'none'",
    'frame-ancestors': ["'self'", ...shops].join(' '),
    ...scripted,
  })

/**
 * The policy of a payment link's page, which only the proxy's own files run in: no script of a wallet, since the card frame
 * has the page's origin. `form-action` must allow the bank's page, to which its form is redirected.
 */
export const linkPolicy = (page: {
  readonly publicUrl: string
  readonly style: string
  readonly script: string
  readonly http: boolean
  readonly sandbox: string | undefined
}): string =>
  policy({
    ...closed,
    'script-src': `${page.script} ${page.publicUrl}/v1/`,
    'style-src': page.style,
    'frame-src': ["'self'", page.sandbox].filter(Boolean).join(' '),
    ...(page.sandbox && { 'connect-src': page.sandbox }),
    'form-action': `'self' https:${page.http ? ' http:' : ''}`,
    'frame-ancestors': "'none'",
    ...scripted,
    'trusted-types': 'lit-html',
  })

/** The policy of a receipt, whose script prints it. */
export const receiptPolicy = (style: string, script: string): string =>
  policy({
    ...closed,
    'style-src': style,
    'script-src': script,
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...scripted,
  })

/** The policy of a page without scripts, which no frame may contain. */
export const closedPolicy = policy({ ...closed, 'form-action': "'none'", 'frame-ancestors': "'none'" })

/** The policy of the page that posts to an access server, whose own redirections `form-action` must allow. */
export const postPolicy = (hash: string, http: boolean): string =>
  policy({
    ...closed,
    'script-src': hash,
    'form-action': `https:${http ? ' http:' : ''}`,
    'frame-ancestors': "'none'",
    ...scripted,
  })

const powers = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** Turns everything off but payment and passkeys, for the document itself or, with `*`, for the issuer's pages in it. */
const permissions = (whom: '(self)' | '*'): string =>
  [...powers.map((power) => `${power}=()`), `payment=${whom}`, `publickey-credentials-get=${whom}`].join(', ')

/** Headers of a document in a shop's frame, besides its policy. */
const framed: Headers = {
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
}

/** Lets shops under COEP embed the card frame. */
export const cardHeaders: Headers = {
  ...framed,
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': permissions('(self)'),
}

/** Without COEP, which would block the issuer's pages, since they do not support it. */
export const challengeHeaders: Headers = { ...framed, 'permissions-policy': permissions('*') }
