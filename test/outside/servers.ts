import type { Report } from './report.ts'

/** Reports about what a payment API's documents say, and its clients and servers do not do. */
const documents: readonly Report[] = [
  {
    source: 'manticoresoftware/manticoresearch-javascript#13',
    kind: 'a client loses the last digits of a 64-bit number in an answer',
    decision: 'fixed',
    file: 'test/unit/issuing-client/reading.test.ts',
    words: 'with every digit %s in each Long',
  },
  {
    source: 'juspay/hyperswitch#1118',
    kind: 'an OpenAPI document says optional of fields that are mandatory',
    decision: 'fixed',
    file: 'test/unit/sandbox/issuer/openapi.test.ts',
    words: 'requires what the document makes mandatory',
  },
  {
    source: 'woocommerce/woocommerce-gateway-stripe#1109',
    kind: 'a payment fails because its language is none that the gateway supports',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/charge-fields.test.ts',
    words: 'the language %s of a charge is %s at the gateway',
  },
  {
    source: 'onetimesecret/onetimesecret#3821',
    kind: 'a payment page on another host than the expected one is refused',
    decision: 'fixed',
    file: 'test/unit/proxy/orders/hosted-page.test.ts',
    words: 'may be on another host than its API',
  },
  {
    source: 'mage2pro/core#35',
    kind: 'a Discover card has no brand',
    decision: 'fixed',
    file: 'test/unit/contract/card-schemes.test.ts',
    words: 'the paymentSystem of %s is %s',
  },
]

/** Reports about what shops' programs send and read. */
const shopPrograms: readonly Report[] = [
  {
    source: 'woocommerce/woocommerce-gateway-stripe#838',
    kind: 'a shop takes its own refund for one made in the provider’s back office, and records it twice',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/order-facts.test.ts',
    words: 'its refunds, those of the bank too, and in its list the same',
  },
  {
    source: 'Adyen/adyen-prestashop#151',
    kind: 'a payment of another amount than the order’s is shown as its payment',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/order-list.test.ts',
    words: 'shows no payment of another sum than registered as paid, as the order does not',
  },
  {
    source: 'sindresorhus/query-string#381',
    kind: 'a parameter of the text null is read as the value null',
    decision: 'fixed',
    file: 'test/unit/contract/form.test.ts',
    words: 'in every other field null is a text, also in a list, and no number or boolean',
  },
  {
    source: 'fingerprintjs/node-sdk#285',
    kind: 'an identifier . or .. in a path leads a request of the client elsewhere',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/request-guard.test.ts',
    words: 'is told that no address can carry the number %s',
  },
  {
    source: 'elastic/cli#522',
    kind: 'an identifier .. in a path reads something else than it names',
    decision: 'fixed',
    file: 'test/unit/contract/identifiers.test.ts',
    words: 'the %s of a ticket is one that an address can carry',
  },
  {
    source: 'NEARBuilders/nearmerch.com#209',
    kind: 'a late webhook takes back what a later state of the order said',
    decision: 'holds',
    file: 'test/unit/proxy/webhooks/callbacks.test.ts',
    words: 'callbacks in the wrong order report the present state, not a former one',
  },
  {
    source: 'checkout/checkout-sdk-php#369',
    kind: 'webhooks of one payment arrive in another order than things happened',
    decision: 'holds',
    file: 'test/unit/proxy/merchant/version.test.ts',
    words: 'each event at the gateway that a webhook reports has a greater version: %s',
  },
  {
    source: 'oven-sh/bun#34002',
    kind: 'a byte order mark hides the first variable of a file',
    decision: 'fixed',
    file: 'test/unit/cli/byte-order-marks.test.ts',
    words: 'has all variables of .env.tender, the first one too',
  },
  {
    source: 'theskumar/python-dotenv#637',
    kind: 'a byte order mark becomes a part of the first variable’s name',
    decision: 'fixed',
    file: 'test/unit/cli/byte-order-marks.test.ts',
    words: 'has all variables of .env.tender, the first one too',
  },
  {
    source: 'inkbox-ai/inkbox#163',
    kind: 'a verifier of webhooks finds nothing in the Headers of fetch',
    decision: 'fixed',
    file: 'test/unit/proxy/webhooks/shop.test.ts',
    words: 'takes the headers of each platform as they are',
  },
  {
    source: 'workos/authkit-nextjs#316',
    kind: 'a body that is not the raw text fails like a wrong signature',
    decision: 'fixed',
    file: 'test/unit/proxy/webhooks/shop.test.ts',
    words: 'says that a body was parsed before',
  },
  {
    source: 'aws/chalice#306',
    kind: '415 to application/json with a charset, as OkHttp sends it',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/request-guard.test.ts',
    words: 'with the content type of %s is read',
  },
  {
    source: 'Kitura/Kitura#1171',
    kind: 'a content type is compared as a whole text',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/request-guard.test.ts',
    words: 'with the content type of %s is read',
  },
  {
    source: 'HarperFast/harper#1438',
    kind: 'a compressed body is parsed as JSON, and not refused with 415',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/request-guard.test.ts',
    words: 'in the content encoding %s is refused with 415',
  },
  {
    source: 'foxrunsoftware/DatePicker#43',
    kind: 'a range that ends at 23:59:59 lacks the rest of that second',
    decision: 'fixed',
    file: 'test/unit/contract/moments.test.ts',
    words: 'a period that ends with %s ends with the whole of that unit',
  },
  {
    source: 'opencollective/opencollective#5116',
    kind: 'a card is refused in the month in which it expires',
    decision: 'fixed',
    file: 'test/conformance/issuing/issuing.test.ts',
  },
  {
    source: 'BenjaminVanRyseghem/numbro#772',
    kind: 'a language tag with an extension is called invalid',
    decision: 'fixed',
    file: 'test/unit/proxy/tickets/ticket.test.ts',
    words: 'may be in any language of BCP 47: %s',
  },
  {
    source: 'wso2/product-is#4689',
    kind: 'the blanks of a password are cut off without a word',
    decision: 'fixed',
    file: 'test/programs/init.test.ts',
    words: 'the blanks of a password are kept, those of any other answer are not',
  },
]

/** Reports about what attackers, and several processes, do to a payment server. */
const attacks: readonly Report[] = [
  {
    source: 'thelia/thelia#422',
    kind: 'Each visit of a payment page makes another order.',
    decision: 'fixed',
    file: 'test/unit/proxy/orders/hosted-page.test.ts',
    words: 'every process sends to the same page, also after a restart',
  },
  {
    source: 'balanced/balanced-api#167',
    kind: 'A refund that was made already is answered as one that is not allowed.',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/at-once.test.ts',
    words: 'of an operation that is asked for three times at once, no answer says that it was refused',
  },
  {
    source: 'medusajs/medusa#13301',
    kind: 'A capture that is asked for twice at once is sent twice.',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/changes/capture-races.test.ts',
    words: '%s that is captured at once is sent once',
  },
  {
    source: 'medusajs/medusa#16681',
    kind: 'A refund whose answer was lost is forgotten, so that its repetition refunds twice.',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/changes/refund-lists.test.ts',
    words: 'a refund whose answer was lost is decided by the sum, and its repetition gives nothing back',
  },
  {
    source: 'coreshop/CoreShop#2529',
    kind: 'An order that the shop cancelled is paid afterwards by a page that is still open.',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/changes/cancelled-numbers.test.ts',
    words: 'is read as cancelled, is not registered, and a press is told so',
  },
  {
    source: 'woocommerce/woocommerce-gateway-stripe#5362',
    kind: 'An order is cancelled while its payment is under way, and charged after that.',
    decision: 'holds',
    file: 'test/campaigns/simulation/simulation.test.ts',
    words: '${SCENARIOS} payments among faults break no rule',
  },
  {
    source: 'searx/searx#819',
    kind: 'A secret that a repository publishes works in production.',
    decision: 'fixed',
    file: 'test/unit/proxy/config/weak-settings.test.ts',
    words: '%s is refused, by the name of each variable that may have it',
  },
  {
    source: 'magento/magento2#28614',
    kind: 'One address tries a card on each of many orders, and only the bank limits it.',
    decision: 'fixed',
    file: 'test/campaigns/abuse/card-testing.test.ts',
    words: 'of many orders from one address ten are challenged, with %i processes',
  },
  {
    source: 'vespa-engine/vespa#12855',
    kind: 'Methods that a server does not know are server errors in its log and its metrics.',
    decision: 'fixed',
    file: 'test/unit/proxy/http/request-guard.test.ts',
    words: 'a method that an address does not have is no error, whatever its body is',
  },
  {
    source: 'nov/json-jwt#129',
    kind: 'a signed token has further spellings in Base64, with padding or stray bits',
    decision: 'fixed',
    file: 'test/unit/proxy/tickets/ticket.test.ts',
    words: 'a second spelling of its %s',
  },
  {
    source: 'alphagov/pay-connector#430',
    kind: 'a server takes digits of the card as the name on it',
    decision: 'fixed',
    file: 'test/unit/contract/latin.test.ts',
    words: 'may not be %j, as in the form',
  },
]

/** Reports about what a package brings along. */
const packages: readonly Report[] = [
  {
    source: 'muxinc/mux-node-sdk#49',
    kind: 'a file of secrets beside the sources is published with the package',
    decision: 'fixed',
    file: 'test/campaigns/supply/package/linked-files.test.ts',
    words: 'and docs are packed without what an operator puts beside the examples',
  },
  {
    source: 'npm/cli#4460',
    kind: 'a lockfile lacks the integrity of packages, which npm neither notices nor mends',
    decision: 'fixed',
    file: 'test/campaigns/supply/package/dependencies.test.ts',
    words: 'knows the bytes of every package, those of other platforms too',
  },
]

/** Reports about servers that a stranger, or a silent neighbour, stops. */
const stopped: readonly Report[] = [
  {
    source: 'otheru-ai/ember#7',
    kind: 'names given twice in JSON are looked for in the square of its length',
    decision: 'fixed',
    file: 'test/campaigns/fuzz/linear-readers.test.ts',
    words: 'a %s takes no more than in proportion to its length',
  },
  {
    source: 'openshift/oauth-server#268',
    kind: 'an Accept-Language of many subtags takes the square of its length',
    decision: 'fixed',
    file: 'test/campaigns/fuzz/linear-readers.test.ts',
    words: 'a %s takes no more than in proportion to its length',
  },
  {
    source: 'apollographql/router#6857',
    kind: 'answers that depend on the request are compressed by brotli at its slowest level',
    decision: 'fixed',
    file: 'test/unit/proxy/static-files/compression.test.ts',
    words: 'is compressed at the best level at first, and after many others quickly',
  },
  {
    source: 'nodejs/node#10884',
    kind: 'a log that is written synchronously stops a process whose pipe nobody reads',
    decision: 'fixed',
    file: 'test/programs/log-writing.test.ts',
    words: 'stops nothing; what is dropped is counted, and a line says so once it reads again',
  },
  {
    source: 'webpack/webpack-dev-server#887',
    kind: 'a web page reads a server for developers by DNS rebinding',
    decision: 'fixed',
    file: 'test/programs/guarded-servers.test.ts',
    words: 'tells a page nothing whose name leads here',
  },
  {
    source: 'observablehq/framework#170',
    kind: 'a server for developers ends at an address of two slashes',
    decision: 'fixed',
    file: 'test/programs/guarded-servers.test.ts',
    words: 'outlives the target %s',
  },
]

const failover = 'fails over, and back, goes on with charges and webhooks, also with those of before'
const silentDeath = 'is not ready while %s, and makes new ones'

/** Reports about what becomes of queues and connections when their Redis fails. */
const queues: readonly Report[] = [
  {
    source: 'taskforcesh/bullmq#648',
    kind: 'workers stop after a failover, whose old primary keeps their connections',
    decision: 'fixed',
    file: 'test/campaigns/sockets/failover.test.ts',
    words: failover,
  },
  {
    source: 'immich-app/immich#17600',
    kind: 'READONLY from a queue’s connection stops every job until a restart',
    decision: 'fixed',
    file: 'test/campaigns/sockets/failover.test.ts',
    words: failover,
  },
  {
    source: 'redis/ioredis#139',
    kind: 'commands wait for minutes on a connection that died silently',
    decision: 'fixed',
    file: 'test/campaigns/sockets/failover.test.ts',
    words: silentDeath,
  },
  {
    source: 'OpenCTI-Platform/opencti#7970',
    kind: 'a host of Redis that is gone is noticed after a quarter of an hour',
    decision: 'fixed',
    file: 'test/campaigns/sockets/failover.test.ts',
    words: silentDeath,
  },
  {
    source: 'rmyndharis/OpenWA#511',
    kind: 'one receiver that does not answer delays every other webhook',
    decision: 'fixed',
    file: 'test/unit/proxy/webhooks/queued-outbox.test.ts',
    words: 'those of nine orders that the server does not answer delay no tenth',
  },
  {
    source: 'livekit/protocol#784',
    kind: 'webhooks that are sent at once lose their order within one session',
    decision: 'holds',
    file: 'test/unit/proxy/webhooks/queued-outbox.test.ts',
    words: 'those of one order, and of one card, are sent one after the other',
  },
  {
    source: 'OptimalBits/bull#1828',
    kind: 'a job whose id was used before is dropped without a word',
    decision: 'fixed',
    file: 'test/unit/proxy/webhooks/queued-outbox.test.ts',
    words: 'one whose attempts have all failed is sent when it is handed over again',
  },
]

/** Reports about banks and networks that do otherwise than their documents. */
const habits: readonly Report[] = [
  {
    source: 'OCA/l10n-spain#1688',
    kind: 'the number of a second attempt is longer than the gateway takes',
    decision: 'fixed',
    file: 'test/unit/proxy/orders/order-number-length.test.ts',
    words: 'attempts end before a number that the gateway does not take, which is neither registered nor read',
  },
  {
    source: 'https://securecardpayment.ru/wiki/doku.php/en:integration:api:rest:requests:getbindingsbycardorid',
    kind: 'a list of stored cards has identifier, number and expiry, and no category',
    decision: 'fixed',
    file: 'test/unit/proxy/payments/saved-cards.test.ts',
    words: 'pays by a card of a list that says no categories',
  },
  {
    source: 'SymfonyCasts/verify-email-bundle#195',
    kind: 'a parameter that is added to a signed address on its way breaks the signature',
    decision: 'fixed',
    file: 'test/unit/proxy/webhooks/static-callbacks.test.ts',
    words: 'parameters that a network adds',
  },
  {
    source: 'VivaPayments/API#1393',
    kind: 'a language that nobody has chosen stands in for the default of the merchant’s settings',
    decision: 'fixed',
    file: 'test/unit/gateway-client/gateway-client.test.ts',
    words: 'travel without a language where it decides what the payer reads: the gateway has a default of its own',
  },
  {
    source: 'django-tastypie/django-tastypie#728',
    kind: 'one odd record makes a whole list an error',
    decision: 'fixed',
    file: 'test/unit/proxy/merchant/order-list.test.ts',
    words: 'leaves out and counts a row of %s, and says so in the log',
  },
  {
    source: 'angelleye/paypal-woocommerce#97',
    kind: 'an order number that another order had before reads as paid by that order',
    decision: 'fixed',
    file: 'test/unit/proxy/orders/reused-number.test.ts',
    words: 'an order of 31 days before its ticket is not the ticket’s: orderStatus %i',
  },
]

/** Reports about payment servers and their clients. */
export const servers: readonly Report[] = [
  ...documents,
  ...shopPrograms,
  ...attacks,
  ...stopped,
  ...queues,
  ...packages,
  ...habits,
]
