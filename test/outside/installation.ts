import type { Report } from './report.ts'

const types = 'the types are right wherever modules are imported, and those of a shop’s server in CommonJS, too'

/** Reports about what meets those who install a package, and its server beside a shop. */
export const installation: readonly Report[] = [
  {
    source: 'googleapis/js-genai#1811',
    kind: 'a program in CommonJS gets the types of modules, and does not compile (TS1479)',
    decision: 'fixed',
    file: 'test/campaigns/supply/package/tarball.test.ts',
    words: types,
  },
  {
    source: 'vercel/resumable-stream#33',
    kind: 'an entry that only exports names has no types with moduleResolution node (TS2307)',
    decision: 'fixed',
    file: 'test/campaigns/supply/package/tarball.test.ts',
    words: types,
  },
  {
    source: 'OpenRouterTeam/ai-sdk-provider#323',
    kind: 'Jest cannot require a package that has modules only',
    decision: 'fixed',
    file: 'test/campaigns/supply/package/tarball.test.ts',
    words: '%s is required in CommonJS',
  },
  {
    source: 'parcel-bundler/parcel#10330',
    kind: 'Parcel reads no exports of a package unless it is told to, and finds no entry',
    decision: 'limit',
    file: 'docs/development/releasing.md',
    words: 'Parcel reads them with `"@parcel/resolver-default": { "packageExports": true }`',
  },
  {
    source: 'Vermonster/fhir-kit-client#73',
    kind: 'a client without its address fails later, with an error about a method of undefined',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/request-guard.test.ts',
    words: 'is made with %s, and its first operation says so',
  },
  {
    source: 'Automattic/woocommerce-payments#91',
    kind: 'an amount times 100 is a cent too low, since it is a binary fraction',
    decision: 'fixed',
    file: 'test/unit/contract/money/minor-units.test.ts',
    words: '%j of %s is %i',
  },
  {
    source: 'cartalyst/stripe#59',
    kind: 'an amount in a currency without minor units is charged a hundredfold',
    decision: 'fixed',
    file: 'test/unit/contract/money/minor-units.test.ts',
    words: '%j of %s is %i',
  },
  {
    source: 'LadybirdBrowser/ladybird#3882',
    kind: 'browsers isolate by registrable domain: a subdomain is in the process of the page beside it',
    decision: 'fixed',
    file: 'test/unit/cli/doctor/addresses.test.ts',
    words: '%s of the shop %s: %s',
  },
  {
    source: 'bytedance/deer-flow#2791',
    kind: 'nginx passes the host on without its port, so that the origin of a request is another',
    decision: 'fixed',
    file: 'test/unit/deploy/reverse-proxy.test.ts',
    words: 'nginx.conf passes the host on with its port, by which the proxy knows its own address',
  },
]
