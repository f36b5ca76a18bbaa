import { proxyErrors } from '#contract/proxy-errors.ts'
import { webhookKinds } from '#server-contract/merchant/webhooks.ts'
import { describeApi, describeWebhooks } from '#router/describe.ts'
import { allOperations } from './http/all-operations.ts'
import type { ProxyConfig } from './config/config.ts'
import { publicApi } from './checkout-operations.ts'

type Operations = Readonly<Record<string, Readonly<Record<string, Described>>>>
interface Described {
  readonly responses: object
}

/** Describes this proxy as OpenAPI 3.1: its operations, their credentials, and its refusals. */
export function describeProxy(config: ProxyConfig): object {
  const document = describeApi(allOperations(config), {
    title: 'tender-checkout proxy',
    version: '1',
    description:
      'What the card frame asks of the proxy, same-origin, with the order ticket as bearer' +
      (config.apiKeys.length ? "; and the merchant's own server, with an API key as bearer." : '.'),
  }) as { readonly paths: Operations }
  const paths = Object.fromEntries(Object.entries(document.paths).map(guarded))
  return { ...document, paths, ...(config.webhook && { webhooks: describeWebhooks(webhookKinds) }), components }
}

const open: ReadonlySet<string> = new Set(Object.values(publicApi).map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))

const bearerOf = (path: string): keyof typeof bearers | undefined =>
  open.has(path) ? undefined : path.startsWith('/merchant/') ? 'apiKey' : 'ticket'

function guarded([path, operations]: [string, Operations[string]]): [string, object] {
  const bearer = bearerOf(path)
  const more = { security: bearer ? [{ [bearer]: [] }] : [] }
  const all = Object.entries(operations).map(([method, operation]) => [
    method,
    { ...operation, ...more, responses: { ...operation.responses, default: refused } },
  ])
  return [path, Object.fromEntries(all)]
}

const bearers = {
  ticket: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "The order ticket that the merchant's server has signed. One of more than 4096 characters is the member " +
      '`ticket` of the JSON body instead, and the operations that read are then asked by POST.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'One of TENDER_API_KEYS.' },
} as const

const refused = {
  description: 'Refused; the code says why.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

const components = {
  securitySchemes: bearers,
  schemas: {
    Refusal: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(proxyErrors) },
            message: { type: 'string', description: 'One sentence for a developer.' },
            field: { type: 'string', description: 'The field that breaks a rule.' },
            traceId: { type: 'string', description: "The request's name in the log, as in the header x-request-id." },
          },
        },
      },
    },
  },
}
