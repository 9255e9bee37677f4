import { invalidParameter } from './errors.ts';
import type { Input } from './input.ts';

type Metadata = Record<string, string>;

const mostKeys = 50;

/** Merges metadata on an update: sent keys are set, keys sent empty are removed, an empty `metadata` clears all. */
export function mergedMetadata(existing: Metadata, input: Input): Metadata {
  const sent = input.metadata();
  if (sent === undefined) return existing;
  if (sent === null) return {};
  const merged = Object.fromEntries(Object.entries({ ...existing, ...sent }).filter(([, value]) => value !== ''));
  if (Object.keys(merged).length > mostKeys) throw invalidParameter('metadata', `Metadata can have up to ${mostKeys} keys.`);
  return merged;
}
