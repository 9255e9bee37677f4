import { globSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

const files = globSync('*/**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.(?:samples|fixture|test)\./.test(file));
const modules = files.toSorted().map(async (file) => ({
  domain: file.split(path.sep)[0]!,
  endpoints: Object.values((await import(path.join(import.meta.dirname, file))) as Record<string, unknown>).filter(isEndpoint),
}));

/** The contracts by domain, read from the folders. For tools and tests only: other code imports the contracts it serves or calls. */
export const endpointsByDomain: ReadonlyMap<string, readonly Endpoint[]> = new Map(
  [...Map.groupBy(await Promise.all(modules), ({ domain }) => domain)].map(([domain, ofDomain]) => [
    domain,
    ofDomain.flatMap(({ endpoints }) => endpoints),
  ]),
);

export const allEndpoints: readonly Endpoint[] = [...endpointsByDomain.values()].flat();
