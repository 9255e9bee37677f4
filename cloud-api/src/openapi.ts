import { OpenAPIRegistry, OpenApiGeneratorV31, extendZodWithOpenApi, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Access, Endpoint } from '@washdesk/contracts/endpoint';
import { apiError } from '@washdesk/contracts/errors';
import { apiVersion } from './version.ts';

extendZodWithOpenApi(z);

const words: Record<Access['kind'], (access: Access) => string> = {
  public: () => 'Open to everyone.',
  member: () => 'A customer in a session of their own.',
  device: () => 'An enrolled device or anyone signed in.',
  signedIn: () => 'Anyone signed in.',
  atLeast: (access) => `Role ${'role' in access ? access.role : ''} or above.`,
  granted: (access) => `The role ${'role' in access ? access.role : ''} or Admin.`,
  exact: (access) => `Exactly the role ${'role' in access ? access.role : ''}.`,
};

const keyWords = '8 to 255 visible characters; the same key answers the same, with Idempotent-Replayed: true.';
const keyHeader = (without: string) => ({ 'Idempotency-Key': z.string().optional().describe(`${keyWords} ${without}`) });
const requiredKeyHeader = keyHeader('Signed-in callers without a key get one for this request, valid for 2 minutes');
const optionalKeyHeader = keyHeader('Without a key the change is made every time');
const operationHeader = {
  'X-Operation': z.string().optional().describe('The Idempotency-Key of the operation that this call is a step of'),
};
const approvalHeader = {
  'X-Approval': z.string().optional().describe('The token from /auth/stepup for an approval of this call'),
};

function schemesOf({ kind }: Access): Record<string, never[]>[] {
  if (kind === 'public') return [];
  return kind === 'member' ? [{ member: [] }] : [{ bearer: [] }, { device: [] }];
}

const takesKey = ({ idempotency }: Endpoint): boolean => idempotency !== undefined && idempotency !== 'natural';

const headersOf = (endpoint: Endpoint) => ({
  ...(takesKey(endpoint) && (endpoint.idempotency === 'optional' ? optionalKeyHeader : requiredKeyHeader)),
  ...(endpoint.stepOfOperation && operationHeader),
  ...(endpoint.approvable && approvalHeader),
});

function describeCall(endpoint: Endpoint): RouteConfig {
  const content = {
    [endpoint.produces ?? 'application/json']: { schema: endpoint.response },
    ...(endpoint.csv && { 'text/csv': { schema: z.string() } }),
  };
  const failure = { description: 'What went wrong, in words for people', content: { 'application/json': { schema: apiError } } };
  return {
    method: endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>,
    path: `/api${endpoint.path}`,
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: words[endpoint.access.kind](endpoint.access),
    security: schemesOf(endpoint.access),
    request: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
      ...((takesKey(endpoint) || endpoint.stepOfOperation) && { headers: z.object(headersOf(endpoint)) }),
      ...(endpoint.body && { body: { required: true, content: { 'application/json': { schema: endpoint.body } } } }),
    },
    responses: {
      200: { description: endpoint.summary, content },
      ...(endpoint.conditional && { 304: { description: 'The caller has this version: see If-None-Match' } }),
      default: failure,
    },
  };
}

/** Builds the OpenAPI 3.1 document from the contracts. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  registry.registerComponent('securitySchemes', 'device', { type: 'apiKey', in: 'cookie', name: 'washdesk_device' });
  registry.registerComponent('securitySchemes', 'member', { type: 'apiKey', in: 'cookie', name: 'washdesk_member' });
  for (const endpoint of endpoints) registry.registerPath(describeCall(endpoint));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Washdesk', version: apiVersion },
  });
}
