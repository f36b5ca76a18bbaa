export interface Bundle {
  readonly report: string
  /** The first is the module that the bundle is built for. */
  readonly modules: readonly string[]
  readonly libraries: readonly string[]
  /** The entry does nothing but load the rest. */
  readonly isLoader?: true
  /** Modules that are sent only to those who need them. */
  readonly lazy?: readonly string[]
}

const lit = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element']

/** The bundles that a browser downloads. */
export const bundles: Readonly<Record<string, Bundle>> = {
  element: {
    report: 'dist/cdn/cdn.report.json',
    modules: ['src/element', 'src', 'src/bridge', 'src/browser', 'src/contract', 'src/texts'],
    libraries: [...lit, 'lean-qr', 'zod'],
    isLoader: true,
    lazy: [
      'src/element/three-ds/three-ds.ts',
      'src/element/sandbox-help/help.ts',
      'src/element/unavailable.ts',
      'src/element/trace/report.ts',
      'src/element/trace/misuse.ts',
      'src/element/i18n/own-texts.ts',
      'src/element/methods/express.ts',
      'src/element/methods/apple-pay/apple-pay.ts',
      'src/element/methods/google-pay/google-pay.ts',
      'src/element/methods/sandbox-wallet.ts',
      'src/element/methods/code/code.ts',
      'node_modules/lean-qr/nano.mjs',
      'src/texts/languages/ru.ts',
      'src/texts/languages/ar.ts',
    ],
  },
  'card frame': {
    report: 'dist/frames/card.report.json',
    // Without a view library and a validator: its document arrives with the form, its readers are plain data.
    modules: ['src/card-frame', 'src/bridge', 'src/browser', 'src/contract', 'src/texts'],
    libraries: ['credit-card-type', 'micro-rsa-dsa-dh', '@noble/hashes'],
    lazy: [
      'src/card-frame/payer/data.ts',
      'src/card-frame/payer/address.ts',
      'src/texts/address-words.ts',
      'src/card-frame/stored/list.ts',
      'src/card-frame/proof-of-work/solve.ts',
      'src/card-frame/form/own-texts.ts',
      'src/card-frame/brand-logos/frequent.ts',
      'src/card-frame/proxy-client/seal.ts',
      'src/card-frame/brand-logos/rare-marks.ts',
    ],
  },
  'challenge frame': {
    report: 'dist/frames/challenge.report.json',
    modules: ['src/challenge-frame', 'src/bridge', 'src/browser', 'src/contract', 'src/texts'],
    libraries: [],
  },
}

/** The exports of the npm package; removing one is a breaking change. */
export const publicNames: Readonly<Record<string, readonly string[]>> = {
  'dist/npm/index.js': ['TenderCheckout'],
  'dist/npm/define.js': [],
  'dist/npm/react.js': ['TenderCheckout'],
}
