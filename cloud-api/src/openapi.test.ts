import { expect, it } from 'vitest';
import { allEndpoints } from '@washdesk/contracts/all';
import { openApiDocument } from './openapi.ts';

/** Returns every schema of that field in a part of the document, with its description. */
function descriptionsOf(field: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    const own = name === field ? [(value as { description?: string }).description ?? 'none'] : [];
    return [...own, ...descriptionsOf(field, value)];
  });
}

const operations = Object.values(openApiDocument(allEndpoints).paths ?? {}).flatMap((path) => Object.values(path));
const described = (part: 'requestBody' | 'responses'): string[] => operations.flatMap((call) => descriptionsOf('PlanPrice', call[part]));

it('says that a PlanPrice is dollars where it is sent, and cents where plans are listed', () => {
  const [sent, listed] = [described('requestBody'), described('responses')];
  expect(sent.length).toBeGreaterThan(0);
  expect(listed.length).toBeGreaterThan(0);
  expect(sent.filter((text) => !text.startsWith('Dollars per month'))).toEqual([]);
  expect(listed.filter((text) => !text.startsWith('Cents per month'))).toEqual([]);
});
